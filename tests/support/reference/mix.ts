import type { DishFigures } from '#domain/figures/dish-result.ts';
import type { MenuKind } from '#domain/figures/menu.ts';
import type { MixFigures } from '#domain/figures/mix.ts';
import {
  boundedNumber,
  ceiling,
  inUnits,
  isAbove,
  minus,
  over,
  type Ratio,
  ratio,
  rounded,
  sum,
  times,
  zero,
} from './ratio.ts';

/** The sales-weighted figures, calculated a second time from the formulas of the specification. */

/** A dish in one channel: its price there, and its figures as if there were no other channel. */
export interface DishInChannel extends Pick<DishFigures, 'cmv' | 'variableCostPercentage' | 'contributionMargin'> {
  readonly price: number;
}

export interface ChannelSales {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly channelId: string;
  readonly rows: readonly { readonly dishId: string; readonly quantity: number; readonly revenue: number | null }[];
}

export interface SellingBusiness {
  /** The dishes in the order of the list. */
  readonly dishes: readonly { readonly id: string; readonly category: string | null }[];
  /** The channels, the main one first. */
  readonly channels: readonly { readonly id: string; readonly dishes: ReadonlyMap<string, DishInChannel> }[];
  readonly sales: readonly ChannelSales[];
  readonly mixMonths: number;
  /** The profit goal in units, like all amounts. */
  readonly profitGoal: number;
  readonly fixedCosts: number;
  readonly averageRevenue: number;
}

interface CountedRow {
  readonly month: string;
  readonly dishId: string;
  readonly quantity: Ratio;
  readonly revenue: Ratio;
  /** quantity × cmv. */
  readonly costs: Ratio;
  /** revenue × rates. */
  readonly rates: Ratio;
}

const amount = (units: number): Ratio => ratio(units, 10_000);
const hundred = ratio(100);
const atLeast = (a: Ratio, b: Ratio): boolean => !isAbove(b, a);
const whatIsLeft = (rows: readonly CountedRow[]): Ratio =>
  minus(minus(totalOf(rows, 'revenue'), totalOf(rows, 'costs')), totalOf(rows, 'rates'));
const totalOf = (rows: readonly CountedRow[], part: 'quantity' | 'revenue' | 'costs' | 'rates'): Ratio =>
  sum(rows.map((row) => row[part]));

/** Months as people count them: '2026-02' is the 24 314th. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

export function referenceMix(business: SellingBusiness): MixFigures | null {
  const all = business.sales.flatMap(({ month, channelId, rows }) =>
    rows.map((row) => ({ month, quantity: row.quantity, counted: countedRow(business, { month, channelId, row }) })),
  );
  const latest = Math.max(...all.filter(({ counted }) => counted).map(({ month }) => numberOf(month)));
  const looked = all.filter(({ month }) => numberOf(month) <= latest && numberOf(month) > latest - business.mixMonths);
  const rows = looked.flatMap(({ counted }) => counted ?? []);
  if (rows.length === 0) return null;
  const R = totalOf(rows, 'revenue');
  const W = whatIsLeft(rows);
  const F = amount(business.fixedCosts);
  const G = amount(business.profitGoal);
  const average = amount(business.averageRevenue);
  const months = new Set(rows.map(({ month }) => month)).size;
  const percentOf = (part: Ratio): Ratio => rounded(times(over(part, R), hundred));
  const [cmv, variable] = [percentOf(totalOf(rows, 'costs')), percentOf(totalOf(rows, 'rates'))];
  const fixedShare = isAbove(average, zero) ? rounded(times(over(F, average), hundred)) : zero;
  const earns = isAbove(W, zero);
  const revenueFor = (wanted: Ratio): Ratio => (earns ? rounded(over(times(wanted, R), W)) : zero);
  const breakEven = revenueFor(F);
  const hasBoth = isAbove(average, zero) && isAbove(breakEven, zero);
  return {
    months,
    revenue: inUnits(R),
    excludedQuantity: looked.reduce((out, { quantity, counted }) => out + (counted ? 0 : quantity), 0),
    cmv: inUnits(cmv),
    variableCosts: inUnits(variable),
    contributionMargin: inUnits(percentOf(W)),
    profit: inUnits(minus(minus(minus(hundred, fixedShare), variable), cmv)),
    result: inUnits(rounded(minus(over(W, ratio(months)), F))),
    breakEven: inUnits(breakEven),
    breakEvenWithGoal: inUnits(revenueFor(sum([F, G]))),
    safetyMargin: inUnits(hasBoth ? rounded(times(over(minus(average, breakEven), average), hundred)) : zero),
    goalQuantities: business.dishes.flatMap(({ id }) => {
      const own = rows.filter(({ dishId }) => dishId === id);
      if (own.length === 0 || !earns) return [];
      const needed = over(times(totalOf(own, 'quantity'), sum([F, G])), W);
      return [{ dishId: id, quantity: boundedNumber(ceiling(needed)) }];
    }),
    menu: referenceMenu(business, rows),
  };
}

function countedRow(
  { dishes, channels }: SellingBusiness,
  {
    month,
    channelId,
    row: { dishId, quantity, revenue },
  }: { readonly month: string; readonly channelId: string; readonly row: ChannelSales['rows'][number] },
): CountedRow | undefined {
  const there = channels.find(({ id }) => id === channelId)?.dishes.get(dishId);
  if (!there || !dishes.some(({ id }) => id === dishId) || quantity <= 0) return undefined;
  const brought = revenue === null ? times(ratio(quantity), amount(there.price)) : amount(revenue);
  if (!isAbove(brought, zero)) return undefined;
  return {
    month,
    dishId,
    quantity: ratio(quantity),
    revenue: brought,
    costs: times(ratio(quantity), amount(there.cmv)),
    rates: over(times(brought, amount(there.variableCostPercentage)), hundred),
  };
}

/** Compares two texts by their Unicode code points. */
function inCodePointOrder(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  for (const [at, point] of (left ?? []).entries()) {
    const other = right?.[at];
    if (other === undefined) return 1;
    if (point !== other) return point - other;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

function referenceMenu({ dishes, channels }: SellingBusiness, rows: readonly CountedRow[]): MixFigures['menu'] {
  // Two texts are equal if their compared names are equal; the first spelling is displayed.
  const compared = (name: string): string => name.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const category = (dish: SellingBusiness['dishes'][number]): string =>
    dishes.map((each) => each.category ?? '').find((each) => compared(each) === compared(dish.category ?? '')) ?? '';
  const names = [...new Set(dishes.map(category))].toSorted(inCodePointOrder);
  return names.flatMap((name) => {
    const onMenu = dishes
      .filter((dish) => category(dish) === name)
      .flatMap(({ id }) => {
        const own = rows.filter(({ dishId }) => dishId === id);
        const quantity = totalOf(own, 'quantity');
        if (own.length > 0) return [{ dishId: id, quantity, margin: over(whatIsLeft(own), quantity) }];
        const offer = channels.map((channel) => channel.dishes.get(id)).find((there) => there && there.price > 0);
        return offer ? [{ dishId: id, quantity: zero, margin: amount(offer.contributionMargin) }] : [];
      });
    const sold = sum(onMenu.map(({ quantity }) => quantity));
    if (!isAbove(sold, zero)) return [];
    const mean = over(sum(onMenu.map(({ quantity, margin }) => times(quantity, margin))), sold);
    return onMenu.map(({ dishId, quantity, margin }) => {
      const popular = atLeast(times(quantity, ratio(onMenu.length * 10)), times(ratio(7), sold));
      const profitable = atLeast(margin, mean);
      const kind: MenuKind = popular ? (profitable ? 'star' : 'plowhorse') : profitable ? 'puzzle' : 'dog';
      return {
        dishId,
        quantity: boundedNumber(ceiling(quantity)),
        margin: inUnits(rounded(margin)),
        popular,
        profitable,
        kind,
      };
    });
  });
}
