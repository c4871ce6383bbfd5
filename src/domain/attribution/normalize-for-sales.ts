import type { RecipeLine } from '../business/recipe/line.ts';
import { type ChannelPrices, isInScope } from '../business/channel/fields.ts';
import { linesIn, priceIn } from '../business/channel/channels.ts';
import type { Business, Channel, Dish, VariableCost } from '../business/state.ts';
import type { TenThousandths } from '../decimal.ts';
import type { SalesTable } from './sales-table.ts';
import { type BeforeAfter, type StateIndex, STATE_INDEXES } from './compare-costings.ts';

/**
 * Two states in the form that sales need, normalised so that equal things look alike: the channels of both, the dishes
 * that are sold, each cost and each line with the channels it counts in, the price of each channel that has one of its
 * own in one of the states. Which channel is the main one does not affect the result of sales: here the sale price has
 * a channel to itself, in which nothing is sold, and the other channels are equals.
 */
export function normalizeForSales(states: BeforeAfter<Business>, { dishes: sold }: SalesTable): BeforeAfter<Business> {
  const ids = [...new Set([...sold.values()].flatMap((channels) => [...channels.keys()]))].toSorted();
  const channels = new Map([SALE_PRICE_CHANNEL, ...ids.map((id) => channelOf(id))].map((each) => [each.id, each]));
  const dishes: BeforeAfter<Map<string, Dish>> = [new Map(), new Map()];
  for (const [id, soldIn] of sold) {
    const rows = normalizeDish(id, states, [...soldIn.keys()]);
    for (const stateIndex of STATE_INDEXES) if (rows[stateIndex]) dishes[stateIndex].set(id, rows[stateIndex]);
  }
  const isPaid = ({ id }: VariableCost): boolean =>
    states.some(({ variableCosts }) => {
      const cost = variableCosts.get(id);
      return cost !== undefined && ids.some((channelId) => isInScope(cost.channels, channelId));
    });
  const seen = (stateIndex: StateIndex): Business => ({
    ...states[stateIndex],
    months: new Map(),
    sales: new Map(),
    settings: { ...states[stateIndex].settings, mixMonths: null, profitGoal: null },
    channels,
    variableCosts: new Map(
      [...states[stateIndex].variableCosts.values()]
        .filter(isPaid)
        .map((cost) => [cost.id, { ...cost, channels: ids.filter((id) => isInScope(cost.channels, id)) }]),
    ),
    dishes: dishes[stateIndex],
  });
  return [seen(0), seen(1)];
}

const channelOf = (id: string, isMain = false): Channel => ({ id, name: id, isMain, version: 0, sequence: 0 });

/** No real channel has this id. */
const SALE_PRICE_CHANNEL = channelOf('', true);

/** @param channels the channels in which the dish is sold */
function normalizeDish(
  id: string,
  states: BeforeAfter<Business>,
  channels: readonly string[],
): BeforeAfter<Dish | undefined> {
  const [old, now] = [states[0].dishes.get(id), states[1].dishes.get(id)];
  const lines = old && normalizeLines(old.lines, channels);
  const linesNow = now && (now.lines === old?.lines ? lines : normalizeLines(now.lines, channels));
  const own = channels.flatMap((channelId) => {
    const prices = explicitPricesIn([old, now], channelId, states);
    return prices ? [[channelId, prices] as const] : [];
  });
  const pricesOf = (stateIndex: StateIndex): ChannelPrices =>
    own.length === 0 ? null : Object.fromEntries(own.map(([channelId, prices]) => [channelId, prices[stateIndex]]));
  // Where nothing is sold at the sale price, a change of that price has no effect.
  const sale = old && now && own.length === channels.length ? { salePrice: 0 } : {};
  return [
    old && { ...old, ...sale, lines: lines ?? [], prices: pricesOf(0) },
    now && { ...now, ...sale, lines: linesNow ?? [], prices: pricesOf(1) },
  ];
}

/**
 * The prices of a dish in a channel; undefined where it has the sale price in both states. A channel, or a dish, that
 * only one state has keeps the price from that state.
 */
function explicitPricesIn(
  rows: BeforeAfter<Dish | undefined>,
  channelId: string,
  states: BeforeAfter<Business>,
): BeforeAfter<TenThousandths> | undefined {
  const there = STATE_INDEXES.flatMap((stateIndex) => {
    const [dish, channel] = [rows[stateIndex], states[stateIndex].channels.get(channelId)];
    return dish && channel ? [{ dish, channel, price: priceIn(dish, channel) }] : [];
  });
  const [first, second] = there;
  if (!first) return undefined;
  const isWritten = ({ dish: { prices } }: typeof first): boolean =>
    prices !== null && Object.hasOwn(prices, channelId);
  if (second) {
    const isOwn = there.some((each) => !each.channel.isMain && isWritten(each));
    return isOwn ? [first.price, second.price] : undefined;
  }
  return first.channel.isMain || isWritten(first) ? [first.price, first.price] : undefined;
}

/** Lines with the given channels in which each counts; null for all of them. */
function normalizeLines(lines: readonly RecipeLine[], channels: readonly string[]): readonly RecipeLine[] {
  if (linesIn(lines, undefined) === lines) return lines;
  return lines.flatMap((line) => {
    const counted = channels.filter((id) => isInScope(line.channels, id));
    if (counted.length === 0) return [];
    return [{ ...line, channels: counted.length === channels.length ? null : counted }];
  });
}
