import { changeEvolution, changesOf, valuesOf } from '../field-events.ts';
import type { ChangeEvent } from '../field.ts';
import { type Dish, type DishFields, dishFields, type DishTypes } from './dish-fields.ts';
import { isSameRecipe, linesFromRecord, type RecordedLine } from './line.ts';
import type { ChannelPrices } from '../channel/fields.ts';
import type { TenThousandths } from '../../decimal.ts';
import { QUOTAS } from '../../limits.ts';
import type { Decisions } from '../decision.ts';
import { copyLines, nameForCopy, type CopyOptions, isRefusedCopy } from './copy.ts';
import { withPrice } from '../channel/channels.ts';
import type { DishLineEvent } from './dish-line.ts';
import { changeRow, type BusinessDraft, type Evolution, restoreRow } from '../business-draft.ts';
import type { EntityReference } from '../entity-fields.ts';
import {
  changedSinceRefusal,
  changeInverses,
  type Inverses,
  isRefused,
  type FormerPositions,
  unchanged,
} from '../inverse.ts';
import {
  type Change,
  type Command,
  type Event,
  type WithoutNulls,
  type VersionAndSequence,
  type VersionedId,
  withoutNulls,
} from '../message.ts';
import { recordedLines } from './recipe.ts';
import { missingComponentsRefusal } from './recipe-lines.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

/** New prices by channel id; null removes a price, and null in place of the record removes all. */
export type PriceChanges = Readonly<Record<string, TenThousandths | null>>;

export type DishCommand =
  | Command<
      'AddDish',
      { id: string } & WithoutNulls<Omit<DishFields, 'prices'>> & { prices?: PriceChanges | null | undefined }
    >
  | Command<'ChangeDish', Change<Omit<DishFields, 'prices'>> & { prices?: PriceChanges | null | undefined }>
  /** Copies a dish, with all quantities but those of `keep` multiplied by `factor`. */
  | Command<'DuplicateDish', { id: string; copyId: string; name?: string | undefined } & CopyOptions>
  | Command<'RemoveDish', VersionedId>;

export type DishEvent =
  | Event<'DishAdded', { id: string } & WithoutNulls<DishFields>>
  | ChangeEvent<DishTypes>
  /** The price in a channel; null where the sale price applies. */
  | Event<
      'DishChannelPriced',
      {
        id: string;
        name: string;
        channelId: string;
        channelName: string;
        from: TenThousandths | null;
        to: TenThousandths | null;
      }
    >
  | Event<
      'DishRemoved',
      { id: string } & WithoutNulls<DishFields> & { lines: readonly RecordedLine[]; version: number }
    >
  | Event<
      'DishRestored',
      { id: string } & WithoutNulls<DishFields> & { lines: readonly RecordedLine[] } & VersionAndSequence
    >;

/** All fields of a dish but its lines; events that are older than a field lack it. */
export const dishValues = ({ prices = null, ...plain }: WithoutNulls<DishFields>): DishFields => ({
  ...valuesOf(dishFields, plain),
  prices,
});

const find = ({ dishes }: Business, { id }: { readonly id: string }): Dish | undefined => dishes.get(id);

const versionOf = (state: Business, target: VersionedId): number | undefined => find(state, target)?.version;

export const dishDecisions: Decisions<DishCommand, DishEvent | DishLineEvent> = {
  AddDish: {
    decide(state, { id, prices: requested, ...fields }) {
      if (find(state, { id }) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
      const given = requested ?? {};
      const refusal = pricesRefusal(state, given);
      if (refusal) return refusal;
      const prices = Object.entries(given).reduce<ChannelPrices>(
        (all, [channel, price]) => withPrice(all, channel, price),
        null,
      );
      return [{ type: 'DishAdded', data: { id, ...withoutNulls(dishValues({ ...fields, prices })) } }];
    },
  },
  ChangeDish: {
    version: versionOf,
    decide(state, command) {
      const dish = find(state, command);
      if (!dish) return { refusal: 'dish_unknown' };
      const { prices: requested = {}, ...fields } = command;
      const prices = requested ?? removeAllPrices(dish.prices);
      return (
        pricesRefusal(state, prices) ?? [
          ...changesOf(dishFields, dish, fields),
          ...priceChanges(state, { ...dish, name: fields.name ?? dish.name }, prices),
        ]
      );
    },
  },
  DuplicateDish: {
    decide(state, { id, copyId, name, ...options }) {
      const dish = find(state, { id });
      if (!dish) return { refusal: 'dish_unknown' };
      if (find(state, { id: copyId }) || state.removed.has(copyId)) return { refusal: 'id_taken' };
      if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
      const copy = { ...dish, id: copyId, name: name ?? nameForCopy(dish.name) };
      const lines = copyLines(state, dish.lines, options);
      if (isRefusedCopy(lines)) return lines;
      return [
        { type: 'DishAdded', data: { id: copyId, ...withoutNulls(dishValues(copy)) } },
        ...lines.map((line): DishLineEvent => ({
          type: 'DishIngredientAdded',
          data: { dishId: copyId, dishName: copy.name, ...line },
        })),
      ];
    },
  },
  RemoveDish: {
    version: versionOf,
    decide(state, command) {
      const dish = find(state, command);
      return dish ? [removed(state, dish)] : { refusal: 'dish_unknown' };
    },
  },
};

/** The refusal for prices of unknown channels or of the main channel. */
function pricesRefusal(state: Business, prices: PriceChanges): SingleRefusal | undefined {
  const ids = Object.keys(prices);
  if (ids.some((id) => !state.channels.has(id))) return { refusal: 'channel_not_there', field: 'prices' };
  return ids.some((id) => state.channels.get(id)?.isMain) ? { refusal: 'main_channel_price' } : undefined;
}

/** Changes that remove all prices. */
const removeAllPrices = (prices: ChannelPrices): PriceChanges =>
  Object.fromEntries(Object.keys(prices ?? {}).map((id) => [id, null]));

const priceChanges = (state: Business, dish: Dish, prices: PriceChanges): readonly DishEvent[] =>
  Object.entries(prices).flatMap(([channelId, to]): readonly DishEvent[] => {
    const from = dish.prices?.[channelId] ?? null;
    const { id, name } = dish;
    const channelName = state.channels.get(channelId)?.name ?? '';
    return from === to ? [] : [{ type: 'DishChannelPriced', data: { id, name, channelId, channelName, from, to } }];
  });

const removed = (state: Business, dish: Dish): DishEvent => ({
  type: 'DishRemoved',
  data: {
    id: dish.id,
    ...withoutNulls(dishValues(dish)),
    lines: recordedLines(state, dish.lines),
    version: dish.version,
  },
});

export const dishEvolution: Evolution<DishEvent, 'dishes'> = {
  DishAdded: ({ dishes, sequence }, data) =>
    void dishes.set(data.id, { id: data.id, ...dishValues(data), lines: [], version: 1, sequence }),
  ...changeEvolution(dishFields, ({ dishes }: BusinessDraft<'dishes'>) => dishes),
  DishChannelPriced({ dishes }, { id, channelId, to }) {
    const dish = dishes.get(id);
    if (dish) changeRow(dishes, id, { prices: withPrice(dish.prices, channelId, to) });
  },
  DishRemoved: ({ dishes }, { id }) => void dishes.delete(id),
  DishRestored({ dishes }, data) {
    restoreRow(dishes, { ...data, ...dishValues(data), lines: linesFromRecord(data.lines) });
  },
};

/** `known` is the dish with the name that the event recorded. */
const subjectOf = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'dish', row: find(state, known), known }) as const;

/** Inverts the addition or restoration of a dish. */
function undoAddition(
  state: Business,
  added: { readonly id: string } & WithoutNulls<DishFields> & { readonly lines: readonly RecordedLine[] },
): DishEvent | UndoRefusal {
  const dish = unchanged(subjectOf(state, added), dishValues(added), false);
  if (isRefused(dish)) return dish;
  if (isSameRecipe(dish.lines, added.lines)) return removed(state, dish);
  return changedSinceRefusal({ kind: 'dish', id: dish.id, name: dish.name }, 'lines', false);
}

export const dishInverses: Inverses<DishEvent> = {
  DishAdded: (state, added) => undoAddition(state, { ...added, lines: [] }),
  DishRestored: undoAddition,
  ...changeInverses(dishFields, subjectOf),
  DishChannelPriced(state, { id, name, channelId, channelName, from, to }) {
    const row = unchanged(subjectOf(state, { id, name }), {}, true);
    if (isRefused(row)) return row;
    const entity = { kind: 'dish', id, name: row.name } as const;
    if ((row.prices?.[channelId] ?? null) !== to) return changedSinceRefusal(entity, 'prices', true);
    const data = { id, name: row.name, channelId, channelName, from: to, to: from };
    return pricesConflict(state, entity, { [channelId]: from }) ?? { type: 'DishChannelPriced', data };
  },
  DishRemoved(state, dish, sequence) {
    const { id, name, version } = dish;
    const entity = { kind: 'dish', id, name } as const;
    if (find(state, dish)) return changedSinceRefusal(entity, 'back', false);
    if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
    const refusal =
      missingComponentsRefusal(state, entity, dish.lines) ?? pricesConflict(state, entity, dish.prices ?? {});
    if (refusal) return refusal;
    const lines = recordedLines(state, linesFromRecord(dish.lines));
    const fields = withoutNulls(dishValues(dish));
    return { type: 'DishRestored', data: { id, ...fields, lines, version: version + 1, sequence } };
  },
};

/** The refusal when prices cannot be restored. */
const pricesConflict = (state: Business, entity: EntityReference, prices: PriceChanges): UndoRefusal | undefined =>
  pricesRefusal(state, prices) && { refusal: 'channel_gone', entity };

export const dishFormerPositions: FormerPositions<DishEvent, 'DishRemoved'> = {
  DishRemoved: (before, dish) => find(before, dish)?.sequence ?? 0,
};
