import type { Channel } from '#domain/business/state.ts';
import type { ChannelBody } from './channel.schema.ts';
import type { CommandMappings } from './command-mapping.ts';
import { channelFields } from '#domain/business/channel/fields.ts';
import { fieldsOfTable, booleanField, toDomainNames, fromWire, toWire } from './field.ts';
import { type FieldsOf, listMappings } from './list-mappings.ts';

const fields = {
  ...fieldsOfTable(channelFields),
  isMain: booleanField('is_main'),
} as const satisfies FieldsOf<'Channel'>;

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

const { add, change, remove } = listMappings({ list: 'channels', fields, body: channelBody });

export const channelCommands: CommandMappings<'AddChannel' | 'ChangeChannel' | 'RemoveChannel'> = {
  AddChannel: {
    endpoint: 'addChannel',
    command: ({ newId, body }) => ({ type: 'AddChannel', id: body.id ?? newId, ...toDomainNames(fields, body) }),
    ...add,
  },
  ChangeChannel: {
    endpoint: 'changeChannel',
    command: ({ params, body, version }) => ({
      type: 'ChangeChannel',
      id: params.id,
      ...toDomainNames(fields, body),
      version,
    }),
    ...change,
    // Making another channel the main one changes prices in all channels.
    readWriteSet: (command, { channels }) => ({
      writes: command.isMain === undefined ? [command.id] : [command.id, ...channels.keys()],
      reads: [],
    }),
  },
  RemoveChannel: {
    endpoint: 'removeChannel',
    command: ({ params, version }) => ({ type: 'RemoveChannel', id: params.id, version }),
    ...remove,
  },
};
