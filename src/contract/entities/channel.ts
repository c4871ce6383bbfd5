import type { Channel } from '#domain/business/state.ts';
import type { ChannelBody } from './channel.schema.ts';
import type { CommandCalls } from './command-call.ts';
import { channelFields } from '#domain/business/channel/fields.ts';
import { fieldsOfTable, flag, fromRead, fromWire, toWire } from './field.ts';
import { type FieldsOf, listed } from './listed.ts';

const fields = { ...fieldsOfTable(channelFields), isMain: flag('is_main') } as const satisfies FieldsOf<'Channel'>;

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

const { added, changed, removed } = listed({ table: 'channels', fields, body: channelBody });

export const channelCommands: CommandCalls<'AddChannel' | 'ChangeChannel' | 'RemoveChannel'> = {
  AddChannel: {
    call: 'addChannel',
    command: ({ newId, body }) => ({ type: 'AddChannel', id: body.id ?? newId, ...fromRead(fields, body) }),
    ...added,
  },
  ChangeChannel: {
    call: 'changeChannel',
    command: ({ params, body, version }) => ({
      type: 'ChangeChannel',
      id: params.id,
      ...fromRead(fields, body),
      version,
    }),
    ...changed,
    // Making another channel the main one changes prices in all channels.
    readWriteSet: (command, { channels }) => ({
      writes: command.isMain === undefined ? [command.id] : [command.id, ...channels.keys()],
      reads: [],
    }),
  },
  RemoveChannel: {
    call: 'removeChannel',
    command: ({ params, version }) => ({ type: 'RemoveChannel', id: params.id, version }),
    ...removed,
  },
};
