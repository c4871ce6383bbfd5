import { changeEvolution, changesOf } from '../field-events.ts';
import type { ChangeEvent } from '../field.ts';
import { type Channel, type ChannelFields, channelFields, type ChannelTypes } from './fields.ts';
import { QUOTAS } from '../../limits.ts';
import { mainChannelOf, withMainChannel } from './channels.ts';
import type { Decisions } from '../decision.ts';
import { changeRow, type BusinessDraft, type Evolution, restoreRow } from '../business-draft.ts';
import { isSameValue } from '../../same-value.ts';
import {
  changedSinceRefusal,
  changeInverses,
  type Inverses,
  isRefused,
  type FormerPositions,
  unchanged,
} from '../inverse.ts';
import type { Command, Event, VersionAndSequence, VersionedId } from '../message.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

export type ChannelCommand =
  | Command<'AddChannel', { id: string; name: string; isMain?: boolean | undefined }>
  | Command<'ChangeChannel', VersionedId & { name?: string | undefined; isMain?: boolean | undefined }>
  | Command<'RemoveChannel', VersionedId>;

export type ChannelEvent =
  | Event<'ChannelAdded', { id: string } & ChannelFields>
  | ChangeEvent<ChannelTypes>
  /** Prices in all channels stay as they are. `from` is the id of the former main channel. */
  | Event<'MainChannelChanged', { id: string; name: string; from: string; fromName: string }>
  | Event<'ChannelRemoved', { id: string } & ChannelFields & { version: number }>
  | Event<'ChannelRestored', { id: string } & ChannelFields & VersionAndSequence>;

const find = ({ channels }: Business, { id }: { readonly id: string }): Channel | undefined => channels.get(id);

const versionOf = (state: Business, target: VersionedId): number | undefined => find(state, target)?.version;

/** The event that makes `channel` the main one; none where it is already. */
function mainChannelChange(
  state: Business,
  channel: { readonly id: string; readonly name: string },
): readonly ChannelEvent[] {
  const main = mainChannelOf(state);
  if (!main || main.id === channel.id) return [];
  const { id, name } = channel;
  return [{ type: 'MainChannelChanged', data: { id, name, from: main.id, fromName: main.name } }];
}

export const channelDecisions: Decisions<ChannelCommand, ChannelEvent> = {
  AddChannel: {
    decide(state, { id, name, isMain = false }) {
      if (find(state, { id }) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.channels.size >= QUOTAS.channels) return { refusal: 'too_many_channels', limit: QUOTAS.channels };
      const added: ChannelEvent = { type: 'ChannelAdded', data: { id, name, isMain: state.channels.size === 0 } };
      return [added, ...(isMain ? mainChannelChange(state, { id, name }) : [])];
    },
  },
  ChangeChannel: {
    version: versionOf,
    decide(state, { id, name, isMain }) {
      const channel = find(state, { id });
      if (!channel) return { refusal: 'channel_unknown' };
      if (isMain === false && channel.isMain) return { refusal: 'a_channel_is_main' };
      return [
        ...changesOf(channelFields, channel, { name }),
        ...(isMain ? mainChannelChange(state, { id, name: name ?? channel.name }) : []),
      ];
    },
  },
  RemoveChannel: {
    version: versionOf,
    decide(state, command) {
      const channel = find(state, command);
      if (!channel) return { refusal: 'channel_unknown' };
      return removalRefusal(state, channel) ?? [removed(channel)];
    },
  },
};

const removed = ({ id, name, isMain, version }: Channel): ChannelEvent => ({
  type: 'ChannelRemoved',
  data: { id, name, isMain, version },
});

/** A channel can be removed once nothing refers to it; the main channel only when it is the last one. */
function removalRefusal(state: Business, { id, name, isMain }: Channel): SingleRefusal | undefined {
  const { costs, dishes, months } = usesOf(state, id);
  if (costs.length + dishes.length + months.length > 0)
    return { refusal: 'channel_in_use', channel: name, costs, dishes, months };
  return isMain && state.channels.size > 1 ? { refusal: 'main_channel_stays', channel: name } : undefined;
}

/** The names of costs and dishes, and months with sales, that refer to a channel. */
function usesOf({ variableCosts, dishes, sales }: Business, id: string) {
  const namesOf = (rows: readonly { readonly name: string }[]): readonly string[] => rows.map(({ name }) => name);
  return {
    costs: namesOf([...variableCosts.values()].filter(({ channels }) => channels?.includes(id))),
    dishes: namesOf(
      [...dishes.values()].filter(
        ({ prices, lines }) =>
          (prices !== null && Object.hasOwn(prices, id)) || lines.some(({ channels }) => channels?.includes(id)),
      ),
    ),
    months: [...sales.values()].filter(({ channelId }) => channelId === id).map(({ month }) => month),
  };
}

type MainChanged = Extract<ChannelEvent, { readonly type: 'MainChannelChanged' }>;

export const channelEvolution: Evolution<Exclude<ChannelEvent, MainChanged>, 'channels'> &
  Evolution<MainChanged, 'channels' | 'dishes'> = {
  ChannelAdded: ({ channels, sequence }, { id, name, isMain }) =>
    void channels.set(id, { id, name, isMain, version: 1, sequence }),
  ...changeEvolution(channelFields, ({ channels }: BusinessDraft<'channels'>) => channels),
  MainChannelChanged({ channels, dishes }, { id, from }) {
    const all = [...channels.values()];
    for (const dish of dishes.values()) {
      const { salePrice, prices } = withMainChannel(dish, all, id);
      // The version of a dish counts the change where its sale price or prices change, so that a caller with the older
      // price is refused.
      if (salePrice !== dish.salePrice || !isSameValue(prices, dish.prices))
        changeRow(dishes, dish.id, { salePrice, prices });
    }
    changeRow(channels, from, { isMain: false });
    changeRow(channels, id, { isMain: true });
  },
  ChannelRemoved: ({ channels }, { id }) => void channels.delete(id),
  ChannelRestored: ({ channels }, { id, name, isMain, version, sequence }) =>
    restoreRow(channels, { id, name, isMain, version, sequence }),
};

/** `known` is the channel with the name that the event recorded. */
const subjectOf = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'channel', row: find(state, known), known }) as const;

/** Inverts the addition or restoration of a channel. */
function undoAddition(
  state: Business,
  { id, name }: { readonly id: string; readonly name: string },
): ChannelEvent | UndoRefusal {
  const channel = unchanged(subjectOf(state, { id, name }), { name }, false);
  return isRefused(channel) ? channel : (removalRefusal(state, channel) ?? removed(channel));
}

export const channelInverses: Inverses<ChannelEvent> = {
  ChannelAdded: undoAddition,
  ChannelRestored: undoAddition,
  ...changeInverses(channelFields, subjectOf),
  MainChannelChanged(state, { id, name, from, fromName }) {
    const main = unchanged(subjectOf(state, { id, name }), { isMain: true }, true);
    if (isRefused(main)) return main;
    const former = find(state, { id: from });
    if (!former) return changedSinceRefusal({ kind: 'channel', id: from, name: fromName }, 'gone', false);
    return {
      type: 'MainChannelChanged',
      data: { id: former.id, name: former.name, from: main.id, fromName: main.name },
    };
  },
  ChannelRemoved(state, removedChannel, sequence) {
    const { id, name, version } = removedChannel;
    if (find(state, removedChannel)) return changedSinceRefusal({ kind: 'channel', id, name }, 'back', false);
    if (state.channels.size >= QUOTAS.channels) return { refusal: 'too_many_channels', limit: QUOTAS.channels };
    const isMain = state.channels.size === 0;
    return { type: 'ChannelRestored', data: { id, name, isMain, version: version + 1, sequence } };
  },
};

export const channelFormerPositions: FormerPositions<ChannelEvent, 'ChannelRemoved'> = {
  ChannelRemoved: (before, removedChannel) => find(before, removedChannel)?.sequence ?? 0,
};
