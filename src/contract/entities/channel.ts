import { mainChannelOf } from '#domain/business/channel/channels.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business, Channel } from '#domain/business/state.ts';
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

const { added, changed, removed } = listed({ table: 'channels', fields, body: channelBody, row: channelRow });

/** What an answer that says 'main' makes of the others: one that was main is not any more, and prices stay what they are. */
function mainMoved(state: Business, { id, name, is_main }: ChannelBody): Business {
  const former = mainChannelOf(state);
  if (!is_main || !former || former.id === id) return state;
  return fold([{ type: 'MainChannelChanged', data: { id, name, from: former.id, fromName: former.name } }], state);
}

export const channelCommands: CommandCalls<'AddChannel' | 'ChangeChannel' | 'RemoveChannel'> = {
  AddChannel: {
    call: 'addChannel',
    command: ({ newId, body }) => ({ type: 'AddChannel', id: newId, ...fromRead(fields, body) }),
    ...added,
    applied(state, body) {
      const asAdded = added.applied(state, { ...body, is_main: state.channels.size === 0 });
      return added.applied(mainMoved(asAdded, body), body);
    },
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
    applied: (state, body) => changed.applied(mainMoved(state, body), body),
    // What another main one does to prices is done to those in all channels.
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
