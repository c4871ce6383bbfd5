import type { RecipeLine } from '#domain/business/recipe/line.ts';
import type { Business, Dish, Ingredient, Preparation } from '#domain/business/state.ts';
import type { Conversions } from '#domain/units/conversions.ts';

/**
 * Both figures of a business between two states, worked out line by line with plain fractions: nothing of the module under
 * test, of the figures, or of the units. Every fact that is written differently is one of the causes.
 */

export interface Quotient {
  readonly n: bigint;
  readonly d: bigint;
}
export const times = (a: Quotient, b: Quotient): Quotient => ({ n: a.n * b.n, d: a.d * b.d });
export const plus = (a: Quotient, b: Quotient): Quotient => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const over = (n: number | bigint, d: number | bigint): Quotient => ({ n: BigInt(n), d: BigInt(d) });
export const NONE = over(0, 1);
/** Exact figures are whole multiples of 2⁻⁸⁰. */
export const EXACT = 1n << 80n;
export const exactly = ({ n, d }: Quotient): bigint => (n * EXACT) / d;
export const rounded = ({ n, d }: Quotient): bigint => (2n * n + d) / (2n * d);

export type Side = 0 | 1;
type Component = Ingredient | Preparation;

const WEIGHTS: Readonly<Record<string, readonly [dimension: string, size: bigint]>> = {
  kg: ['mass', 1_000n],
  g: ['mass', 1n],
  un: ['count', 1n],
};
const measure = (unit: string) => WEIGHTS[unit] ?? ([unit, 1n] as const);

/** Of these tests' units and their one conversion, '1 of something = so many g'. */
function ratioOf(from: string, to: string, conversions: Conversions): Quotient | undefined {
  const [[dimension, size], [other, otherSize]] = [measure(from), measure(to)];
  if (dimension === other) return over(size, otherSize);
  const known = conversions?.[0];
  if (!known) return undefined;
  const grams = over(known.quantity, 10_000);
  const [piece] = measure(known.unit);
  if (dimension === piece && other === 'mass') return times(grams, over(size, otherSize));
  if (dimension === 'mass' && other === piece) return times({ n: grams.d, d: grams.n }, over(size, otherSize));
  return undefined;
}

const unitOf = (row: Component): string => ('lines' in row ? row.yieldUnit : row.unit);
const rowOf = ({ ingredients, preparations }: Business, id: string): Component | undefined =>
  ingredients.get(id) ?? preparations.get(id);

/** What one unit of an ingredient costs that is in the dish. */
function rateOf({ unit, unitPrice, purchase, yieldPercentage, conversions }: Ingredient): Quotient {
  const ratio = purchase && ratioOf(purchase.unit, unit, conversions);
  const bought =
    purchase && ratio
      ? times(over(purchase.price * 10_000, purchase.quantity), { n: ratio.d, d: ratio.n })
      : over(unitPrice, 1);
  return times(bought, over(1_000_000, yieldPercentage ?? 1_000_000));
}

/** By id of each preparation, the first of all that can reach each other over the recipes of both states. */
function circles(before: Business, after: Business): ReadonlyMap<string, string> {
  const ids = [...new Set([...before.preparations.keys(), ...after.preparations.keys()])].toSorted();
  const reaches = new Set<string>();
  for (const state of [before, after])
    for (const { id, lines } of state.preparations.values())
      for (const line of lines) reaches.add(`${id}>${line.ingredientId}`);
  for (const by of ids)
    for (const from of ids)
      for (const to of ids)
        if (reaches.has(`${from}>${by}`) && reaches.has(`${by}>${to}`)) reaches.add(`${from}>${to}`);
  return new Map(
    ids.map((id) => [id, ids.find((other) => reaches.has(`${id}>${other}`) && reaches.has(`${other}>${id}`)) ?? id]),
  );
}

export const isTheSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Every cause that there can be, under the names that the module gives them. */
export function keysBetween(before: Business, after: Business): readonly string[] {
  const both = <Row>(rows: (state: Business) => ReadonlyMap<string, Row>) =>
    [...new Set([...rows(before).keys(), ...rows(after).keys()])].map(
      (id) => [id, rows(before).get(id), rows(after).get(id)] as const,
    );
  const groups = circles(before, after);
  const keys = new Set<string>();
  const addIf = (isSo: boolean, key: string): void => void (isSo && keys.add(key));
  for (const [id, old, now] of both((state) => state.ingredients)) addIf(!isTheSame(old, now), `ingredient ${id}`);
  for (const [id, old, now] of both((state) => state.preparations))
    addIf(!!old && !!now && !isTheSame(old, now), `preparation_recipe ${groups.get(id)}`);
  for (const [id, old, now] of both((state) => state.dishes)) {
    addIf(!old || !now, `dish ${id}`);
    if (!old || !now) continue;
    addIf(old.salePrice !== now.salePrice, `dish_price ${id}`);
    addIf(old.portions !== now.portions || old.loss !== now.loss, `dish_portions ${id}`);
    addIf(!isTheSame(old.lines, now.lines), `dish_recipe ${id}`);
  }
  addIf(!isTheSame([...before.fixedCosts], [...after.fixedCosts]), 'fixed_cost custo');
  addIf(!isTheSame([...before.months], [...after.months]), 'revenue revenue');
  addIf(before.settings.productionLoss !== after.settings.productionLoss, 'production_loss production_loss');
  return [...keys];
}

/** Does this line go into what is sold there? */
const goesInto = ({ channels }: RecipeLine, channelId: string | undefined): boolean =>
  channels === null || (channelId !== undefined && channels.includes(channelId));

/** The figures with the chosen causes as they are after. */
export function figuresBetween(before: Business, after: Business) {
  const groups = circles(before, after);
  const states = [before, after] as const;

  return (chosen: ReadonlySet<string>) => {
    const side = (key: string): Side => (chosen.has(key) ? 1 : 0);
    const sideOfComponent = (id: string, ofLine: Side): Side => {
      const [old, now] = [rowOf(before, id), rowOf(after, id)];
      if (!old || !now) return ofLine;
      return side('lines' in now ? `preparation_recipe ${groups.get(id)}` : `ingredient ${id}`);
    };

    const costOfLines = (
      rows: readonly [Dish | Preparation | undefined, Dish | Preparation | undefined],
      its: Side,
      channelId?: string,
    ) =>
      (rows[its]?.lines ?? []).reduce((sum, line) => {
        if (!goesInto(line, channelId)) return sum;
        const other = rows[its === 0 ? 1 : 0]?.lines.find((each) => each.ingredientId === line.ingredientId);
        return plus(sum, costOfLine(line, other, its));
      }, NONE);

    function costOfLine(line: RecipeLine, other: RecipeLine | undefined, ofLine: Side): Quotient {
      const id = line.ingredientId;
      const own = rowOf(states[ofLine], id);
      const now = sideOfComponent(id, ofLine);
      const row = rowOf(states[now], id);
      if (!own || !row) return NONE;
      // Numbers that never said a unit go with the component when that gets another one.
      const goesWith = other && line.ownUnit === null && other.ownUnit === null && unitOf(own) !== unitOf(row);
      if (goesWith) return times(over(other.quantity, 10_000), costOfOne(row, unitOf(row), now) ?? NONE);
      const unit = line.ownUnit ?? unitOf(own);
      const one = costOfOne(row, unit, now) ?? costOfOne(own, unit, ofLine) ?? NONE;
      return times(over(line.quantity, 10_000), one);
    }

    function costOfOne(row: Component, unit: string, its: Side): Quotient | undefined {
      const ratio = ratioOf(unit, unitOf(row), row.conversions);
      if (!ratio) return undefined;
      if (!('lines' in row)) return times(ratio, rateOf(row));
      const batch = costOfLines([before.preparations.get(row.id), after.preparations.get(row.id)], its);
      return times(ratio, times(batch, over(10_000, row.yieldQuantity)));
    }

    const base = {
      fixed: BigInt([...states[side('fixed_cost custo')].fixedCosts.values()][0]?.value ?? 0),
      variable: BigInt([...before.variableCosts.values()][0]?.percentage ?? 0),
      revenue: BigInt([...states[side('revenue revenue')].months.values()][0]?.value ?? 1),
      loss: states[side('production_loss production_loss')].settings.productionLoss ?? 100_000,
    };
    const dishes = new Map<
      string,
      { readonly price: bigint; readonly cost: Quotient; readonly costIn: (channelId: string) => Quotient }
    >();
    for (const id of new Set([...before.dishes.keys(), ...after.dishes.keys()])) {
      const rows = [before.dishes.get(id), after.dishes.get(id)] as const;
      const isKept = rows[0] !== undefined && rows[1] !== undefined;
      const of = (key: string): Dish | undefined => rows[side(isKept ? key : `dish ${id}`)];
      const [priced, made] = [of(`dish_price ${id}`), of(`dish_portions ${id}`)];
      if (!priced || !made) continue;
      const batch = costOfLines(rows, side(isKept ? `dish_recipe ${id}` : `dish ${id}`));
      const share = over(1_000_000 + (made.loss ?? base.loss), 1_000_000 * (made.portions ?? 1));
      dishes.set(id, {
        price: BigInt(priced.salePrice),
        cost: times(batch, share),
        costIn: (channelId) =>
          times(costOfLines(rows, side(isKept ? `dish_recipe ${id}` : `dish ${id}`), channelId), share),
      });
    }
    const number = over(1, Math.max(dishes.size, 1));
    const sum = [...dishes.values()].reduce((all, { price, cost }) => plus(all, { n: rounded(cost), d: price }), NONE);
    const mean = rounded(times(times(sum, over(1_000_000, 1)), number));
    const fixedShare: Quotient = { n: base.fixed * 1_000_000n, d: base.revenue };
    const exactSum = [...dishes.values()].reduce(
      (all, { price, cost }) => all + exactly(times(cost, over(1_000_000, price))),
      0n,
    );
    return {
      profit: Number(1_000_000n - rounded(fixedShare) - base.variable - mean),
      exactProfit:
        (1_000_000n - base.variable) * EXACT - exactly(fixedShare) - exactly(times({ n: exactSum, d: EXACT }, number)),
      /** Of a portion as it is sold there; undefined while the dish is not there. */
      costIn: (id: string, channelId: string): Quotient | undefined => dishes.get(id)?.costIn(channelId),
      resultOf(id: string): { readonly shown: number; readonly exact: bigint } {
        const dish = dishes.get(id);
        if (!dish) return { shown: 0, exact: 0n };
        const { price, cost } = dish;
        const variable: Quotient = { n: price * base.variable, d: 1_000_000n };
        const fixed: Quotient = { n: price * base.fixed, d: base.revenue };
        return {
          shown: Number(price - rounded(cost) - rounded(variable) - rounded(fixed)),
          exact: price * EXACT - exactly(cost) - exactly(variable) - exactly(fixed),
        };
      },
    };
  };
}
