import type { Channel } from '#domain/business/state.ts';
import type { ChannelBody } from './channel.schema.ts';
import { flag, fromWire, text, toWire } from './field.ts';
import { type FieldsOf, listed } from './listed.ts';

const fields = { name: text('name'), isMain: flag('is_main') } as const satisfies FieldsOf<'Channel'>;

export const channelBody = (channel: Channel): ChannelBody => ({
  id: channel.id,
  ...toWire(fields, channel),
  version: channel.version,
});

export const channelRow = (body: ChannelBody, sequence: number): Channel => ({
  id: body.id,
  ...fromWire(fields, body),
  version: body.version,
  sequence,
});

export const channelCommands = listed({
  noun: 'Channel',
  table: 'channels',
  path: '/api/channels',
  fields,
  body: channelBody,
  row: channelRow,
});
