import { type PlainBusiness, type PlainChannel, type Row, textOf } from './plain-business.ts';
import type { RequestedFields } from './plain-calls.ts';
import { done, isStale, type Outcome, type PlainCall, refused, stale, unknown } from './plain-outcomes.ts';
import type { Meaning } from './wire-values.ts';

export const mainOf = ({ channels }: PlainBusiness): PlainChannel | undefined => channels.find(({ isMain }) => isMain);

export const sortMainFirst = ({ channels }: PlainBusiness): readonly PlainChannel[] => [
  ...channels.filter(({ isMain }) => isMain),
  ...channels.filter(({ isMain }) => !isMain),
];

export const channelAnswer = ({ id, name, isMain, version }: PlainChannel) => ({ id, name, is_main: isMain, version });

/** The channels in which something counts; null means all channels. */
export type PlainScope = readonly string[] | null;
export const scopeOf = (means: Meaning | undefined): PlainScope => (means as PlainScope | undefined) ?? null;
export const isSameScope = (a: PlainScope, b: PlainScope): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((id) => b.includes(id));

/** Refuses a scope with unknown channels. */
export function scopeRefusal({ channels }: PlainBusiness, scope: PlainScope): Outcome | undefined {
  const isThere = (scope ?? []).every((id) => channels.some((channel) => channel.id === id));
  return isThere ? undefined : refused(422, 'channel_not_there', ['channels']);
}

/** The prices by channel, without the main one. */
export type PlainPrices = Readonly<Record<string, number>>;
export const pricesOf = ({ fields }: Pick<Row, 'fields'>): PlainPrices => (fields['prices'] ?? {}) as PlainPrices;

export const priceIn = (dish: Row, { id, isMain }: PlainChannel): number =>
  isMain ? Number(dish.fields['sale_price']) : (pricesOf(dish)[id] ?? Number(dish.fields['sale_price']));

/** The requested prices by channel. A null price removes that one, and null instead of the record removes all. */
type AskedPrices = Readonly<Record<string, number | null>> | null;

/** Returns the prices after the request, and the number of changed ones. */
function askedPrices(
  business: PlainBusiness,
  before: PlainPrices,
  means: Meaning | undefined,
): { readonly prices: PlainPrices; readonly changes: number } | Outcome {
  if (means === undefined) return { prices: before, changes: 0 };
  const asked = means as AskedPrices;
  const ids = Object.keys(asked ?? {});
  if (ids.some((id) => !business.channels.some((channel) => channel.id === id)))
    return refused(422, 'channel_not_there', ['prices']);
  const mainId = mainOf(business)?.id;
  if (ids.some((id) => id === mainId)) return refused(422, 'main_channel_price', ['prices']);
  const kept = asked === null ? {} : { ...before, ...asked };
  const prices = Object.fromEntries(Object.entries(kept).filter(([, price]) => price !== null)) as PlainPrices;
  const all = new Set([...Object.keys(before), ...Object.keys(prices)]);
  return { prices, changes: [...all].filter((id) => before[id] !== prices[id]).length };
}

const isSamePrices = (a: PlainPrices, b: PlainPrices): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((id) => a[id] === b[id]);

/**
 * Makes a channel the main one. Every dish keeps its price in every channel; a price equal to the sale price is not
 * stored.
 */
function makeMain(business: PlainBusiness, next: PlainChannel): number {
  const former = mainOf(business);
  if (!former || former === next) return 0;
  for (const dish of business.dishes) {
    const held = business.channels.map((channel) => [channel.id, priceIn(dish, channel)] as const);
    const sale = priceIn(dish, next);
    const prices = Object.fromEntries(held.filter(([id, price]) => id !== next.id && price !== sale));
    const isSame = sale === dish.fields['sale_price'] && isSamePrices(prices, pricesOf(dish));
    Object.assign(dish.fields, { sale_price: sale, prices });
    if (!isSame) dish.version += 1;
  }
  for (const [channel, isMain] of [
    [former, false],
    [next, true],
  ] as const)
    Object.assign(channel, { isMain, version: channel.version + 1 });
  return 1;
}

export function addChannel({ business, fields, newId }: PlainCall): Outcome {
  if (business.channels.length >= 12) return refused(422, 'too_many_channels');
  const isFirst = business.channels.length === 0;
  const channel: PlainChannel = { id: newId, name: textOf(fields['name']), isMain: isFirst, version: 1 };
  business.channels.push(channel);
  if (fields['is_main'] === true) makeMain(business, channel);
  return done(201, channelAnswer(channel));
}

export function changeChannel({ business, params, fields, version }: PlainCall): Outcome {
  const channel = business.channels.find(({ id }) => id === params['id']);
  if (!channel) return unknown;
  if (fields['is_main'] === false && channel.isMain) return refused(422, 'a_channel_is_main', ['is_main']);
  if (isStale(version, channel.version)) return stale(channelAnswer(channel));
  const name = textOf(fields['name'] ?? channel.name);
  const isRenamed = name !== channel.name;
  Object.assign(channel, { name, version: channel.version + Number(isRenamed) });
  const moved = fields['is_main'] === true ? makeMain(business, channel) : 0;
  return done(200, channelAnswer(channel), isRenamed || moved > 0);
}

export function removeChannel({ business, params, version }: PlainCall): Outcome {
  const channel = business.channels.find(({ id }) => id === params['id']);
  if (!channel) return unknown;
  const { id, isMain } = channel;
  const isNamed = (scope: PlainScope): boolean => scope?.includes(id) === true;
  const isUsed =
    business.variableCosts.some(({ fields }) => isNamed(scopeOf(fields['channels']))) ||
    business.dishes.some((dish) => id in pricesOf(dish) || dish.lines.some(({ channels }) => isNamed(channels))) ||
    business.sales.some(({ channelId }) => channelId === id);
  if (isUsed) return refused(409, 'channel_in_use');
  if (isMain && business.channels.length > 1) return refused(409, 'main_channel_stays');
  if (isStale(version, channel.version)) return stale();
  business.channels.splice(business.channels.indexOf(channel), 1);
  business.removedIds.push(id);
  return done(204);
}

export const newVariableCost = ({ business, fields }: PlainCall): RequestedFields => {
  const channels = scopeOf(fields['channels']);
  return scopeRefusal(business, channels) ?? { fields: { ...fields, channels }, changes: 0 };
};

export function changedVariableCost(row: Row, { business, fields }: PlainCall): RequestedFields {
  const channels = fields['channels'] === undefined ? scopeOf(row.fields['channels']) : scopeOf(fields['channels']);
  const refusal = scopeRefusal(business, channels);
  if (refusal) return refusal;
  const isMoved = !isSameScope(channels, scopeOf(row.fields['channels']));
  const others = Object.keys(fields).filter((name) => name !== 'channels' && fields[name] !== row.fields[name]);
  const wanted = { ...row.fields, ...fields, channels: isMoved ? channels : (row.fields['channels'] ?? null) };
  return { fields: wanted, changes: others.length + Number(isMoved) };
}

export function newDish({ business, fields }: PlainCall): RequestedFields {
  const asked = askedPrices(business, {}, fields['prices']);
  return 'kind' in asked ? asked : { fields: { ...fields, prices: asked.prices }, changes: 0 };
}

/** Counts each changed field and each changed price as one change. */
export function changedDish(
  row: Row,
  { business, fields: { prices: wantedPrices, ...fields } }: PlainCall,
): RequestedFields {
  const asked = askedPrices(business, pricesOf(row), wantedPrices);
  if ('kind' in asked) return asked;
  const others = Object.keys(fields).filter((name) => fields[name] !== row.fields[name]);
  return {
    fields: { ...row.fields, ...fields, prices: asked.prices },
    changes: others.length + asked.changes,
  };
}
