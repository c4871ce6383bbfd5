import { normalizeName } from '../names.ts';
import type { Business, Dish } from '../business/state.ts';
import { toSafeNumber, divideRounded, type TenThousandths, HUNDRED_PERCENT_N } from '../decimal.ts';
import type { Fraction } from '../fraction.ts';
import { type DishFigures } from './dish-result.ts';

/** Exact sales of one dish over the rows that count. */
export interface DishSales {
  readonly dishId: string;
  readonly quantity: bigint;
  /** The contribution of these sales, revenue − costs − variable costs, multiplied by `HUNDRED_PERCENT_N`. */
  readonly left: bigint;
}

/**
 * Menu engineering after Kasavana & Smith (1982): the popularity and the profitability of a dish within its category.
 */
export interface MenuItem {
  readonly dishId: string;
  readonly quantity: number;
  /** The contribution of one piece, in ten-thousandths of a real. */
  readonly margin: TenThousandths;
  readonly popular: boolean;
  readonly profitable: boolean;
  readonly kind: MenuKind;
}

export const MENU_KINDS = ['star', 'plowhorse', 'puzzle', 'dog'] as const;
export type MenuKind = (typeof MENU_KINDS)[number];

interface MenuEntry {
  readonly dishId: string;
  readonly quantity: bigint;
  readonly margin: Fraction;
  /** The contribution of all pieces, multiplied by `HUNDRED_PERCENT_N`. */
  readonly left: bigint;
}

/**
 * Categories in code-point order, as written by the first of their dishes, the missing category first; those without
 * sales that count are left out. 'pizzas' and 'Pizzas' are one.
 */
export function menuOf(
  { dishes }: Business,
  figures: ReadonlyMap<string, DishFigures>,
  sold: ReadonlyMap<string, DishSales>,
): readonly MenuItem[] {
  const categories = new Map<string, MenuEntry[]>();
  for (const dish of dishes.values()) {
    const entry = entryOf(dish, figures.get(dish.id), sold.get(dish.id));
    if (!entry) continue;
    const key = normalizeName(dish.category ?? '');
    const entries = categories.get(key);
    if (entries) entries.push(entry);
    else categories.set(key, [entry]);
  }
  const names = categoryNames(dishes.values());
  const spelling = (key: string): string => names.get(key) ?? key;
  return [...categories.entries()]
    .filter(([, entries]) => entries.some(({ quantity }) => quantity > 0n))
    .toSorted(([a], [b]) => byCodePoint(spelling(a), spelling(b)))
    .flatMap(([, entries]) => classify(entries));
}

/**
 * The spelling of each category, by its normalised form: that of the first dish in the list. Dishes without a category
 * are under '' and have none.
 */
export function categoryNames(dishes: Iterable<Pick<Dish, 'category'>>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { category } of dishes) {
    const spelling = category ?? '';
    const key = normalizeName(spelling);
    if (!names.has(key)) names.set(key, spelling);
  }
  return names;
}

/** A dish on the menu: with a price in some channel, or with a row that counts. */
function entryOf({ id }: Dish, figures: DishFigures | undefined, sold: DishSales | undefined): MenuEntry | undefined {
  if (sold) {
    const { quantity, left } = sold;
    return { dishId: id, quantity, left, margin: { n: left, d: HUNDRED_PERCENT_N * quantity } };
  }
  const channel = figures?.channels.find(({ price }) => price > 0);
  return channel && { dishId: id, quantity: 0n, left: 0n, margin: { n: BigInt(channel.contributionMargin), d: 1n } };
}

function classify(entries: readonly MenuEntry[]): readonly MenuItem[] {
  const all = entries.reduce((sum, { quantity }) => sum + quantity, 0n);
  const left = entries.reduce((sum, entry) => sum + entry.left, 0n);
  return entries.map(({ dishId, quantity, margin }) => {
    // Popular: at least 70 % of an equal share of the sales. Profitable: at least the mean contribution of a sale.
    const popular = quantity * BigInt(entries.length) * 10n >= 7n * all;
    const profitable = margin.n * HUNDRED_PERCENT_N * all >= left * margin.d;
    return {
      dishId,
      quantity: toSafeNumber(quantity),
      margin: toSafeNumber(divideRounded(margin.n, margin.d)),
      popular,
      profitable,
      kind: kindOf(popular, profitable),
    };
  });
}

function kindOf(popular: boolean, profitable: boolean): MenuKind {
  if (popular) return profitable ? 'star' : 'plowhorse';
  return profitable ? 'puzzle' : 'dog';
}

/** Compares by code points, so that emoji come after all letters, unlike in UTF-16 order. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((each, i) => each !== right[i]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
