import { salesKey } from '#domain/business/sales/fields.ts';
import type { RecipeLine } from '#domain/business/recipe/line.ts';
import { dishValues } from '#domain/business/recipe/dish.ts';
import { preparationValues } from '#domain/business/recipe/preparation.ts';
import { valuesOf } from '#domain/business/field-events.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { completeIngredientFields } from '#domain/business/ingredient/ingredient.ts';
import { withDerivedUnitPrice } from '#domain/business/ingredient/price.ts';
import { type Business, emptyBusiness, type Ingredient } from '#domain/business/state.ts';
import { variableCostValues } from '#domain/business/variable-cost/variable-cost.ts';
import { QUOTAS } from '#domain/limits.ts';

/** Returns pseudo-random integers, which are the same in every run and hardly ever round. */
function createRandom(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (state * 48_271) % 2_147_483_647;
    return from + (state % (to - from));
  };
}

const rowsById = <Row extends { readonly id: string }>(
  count: number,
  row: (i: number) => Row,
): ReadonlyMap<string, Row> =>
  new Map(Array.from({ length: count }, (_, i) => row(i)).map((entity) => [entity.id, entity]));

const LINES = QUOTAS.linesPerDish;
const DEPTH = QUOTAS.preparationDepth;
/** The number of lines that use preparations of the next lower level, in every recipe above the lowest level. */
const PREPARATION_LINES = 10;

/** The largest quantity of a line: two kilos, in ten-thousandths of its unit. */
const MAX_QUANTITIES = { g: 19_999_999, kg: 19_999 };
/**
 * The lowest and highest yield of a preparation, in ten-thousandths of its unit: about the weight of sixty lines. With
 * a smaller yield, costs would multiply from level to level and exceed every limit in ten levels.
 */
const YIELDS: Readonly<Record<'g' | 'kg', readonly [number, number]>> = {
  g: [400_000_000, 800_000_000],
  kg: [400_000, 800_000],
};

/**
 * A business with the maximum number of everything: packs with a yield, preparations nested ten deep, sixty lines in
 * every recipe in units that differ from their ingredient's, and four arbitrary decimals in every number.
 */
export function largestBusiness(count: number = QUOTAS.preparations): Business {
  const random = createRandom(20_261_123);
  const perLevel = Math.ceil(count / DEPTH);
  const common = (i: number) => ({ version: 1, sequence: i });
  const line = (ingredientId: string): RecipeLine => {
    const ownUnit = random(0, 2) === 0 ? 'g' : 'kg';
    return { ingredientId, quantity: random(1, MAX_QUANTITIES[ownUnit]), ownUnit, channels: null, version: 1 };
  };
  const ingredientLine = (recipe: number, index: number) =>
    line(`insumo ${(recipe * 37 + index * 61) % QUOTAS.ingredients}`);
  const recipeLines = (recipe: number, level: number) =>
    Array.from({ length: LINES }, (_, i) =>
      level > 0 && i < PREPARATION_LINES
        ? line(`preparo ${(level - 1) * perLevel + ((recipe + i) % perLevel)}`)
        : ingredientLine(recipe, i),
    );
  return {
    ...emptyBusiness,
    ownerId: 'owner',
    fixedCosts: rowsById(1, (i) => ({
      ...common(i),
      id: 'aluguel',
      ...valuesOf(fixedCostFields, { name: 'aluguel', value: 143_103_577 }),
    })),
    variableCosts: rowsById(1, (i) => ({
      ...common(i),
      id: 'imposto',
      ...variableCostValues({ name: 'imposto', percentage: 212_347 }),
    })),
    months: new Map([[1, { month: 1, value: 397_419_233, orders: 1_267, version: 1 }]]),
    ingredients: rowsById(QUOTAS.ingredients, (i) => ({
      ...withDerivedUnitPrice({
        ...common(i),
        id: `insumo ${i}`,
        ...completeIngredientFields({
          name: `insumo ${i}`,
          unit: 'kg',
          unitPrice: 0,
          pack: { price: random(10_000, 9_999_999), quantity: random(10_000, 99_999_999), unit: 'g', label: null },
          yieldPercentage: random(300_001, 2_499_999),
        }),
        priceSource: null,
      }),
    })),
    preparations: rowsById(count, (i) => {
      const yieldUnit = i % 2 === 0 ? 'kg' : 'g';
      const [from, to] = YIELDS[yieldUnit];
      return {
        ...common(i),
        id: `preparo ${i}`,
        ...preparationValues({ name: `preparo ${i}`, yieldQuantity: random(from, to), yieldUnit }),
        lines: recipeLines(i, Math.floor(i / perLevel)),
      };
    }),
    dishes: rowsById(QUOTAS.dishes, (i) => ({
      ...common(i),
      id: `prato ${i}`,
      ...dishValues({ name: `prato ${i}`, salePrice: random(100_000, 9_999_999), portions: random(1, 24) }),
      lines: recipeLines(i, DEPTH),
    })),
  };
}

const MONTHS = ['2026-09', '2026-10', '2026-11'];

/**
 * The same business with three months of sales of every dish in every channel. @param extra is added to each quantity
 */
export function withSales(business: Business, extra: number): Business {
  const random = createRandom(58_000_003);
  const channels = Array.from({ length: QUOTAS.channels }, (_, i) => `canal ${i}`);
  const sets = MONTHS.flatMap((month) =>
    channels.map((channelId) => ({
      month,
      channelId,
      rows: [...business.dishes.keys()].map((dishId) => ({ dishId, quantity: random(1, 9) + extra, revenue: null })),
    })),
  );
  return {
    ...business,
    channels: rowsById(channels.length, (i) => ({
      version: 1,
      sequence: i,
      id: `canal ${i}`,
      name: `canal ${i}`,
      isMain: i === 0,
    })),
    sales: new Map(sets.map((set) => [salesKey(set), set])),
  };
}

/** The same business with higher prices of the first `count` ingredients. */
export function withOtherPrices(business: Business, count: number): Business {
  const withHigherPrice = (row: Ingredient): Ingredient =>
    row.pack ? withDerivedUnitPrice({ ...row, pack: { ...row.pack, price: row.pack.price + 1_237 } }) : row;
  const rows = [...business.ingredients].map(([id, row], i) => [id, i < count ? withHigherPrice(row) : row] as const);
  return { ...business, ingredients: new Map(rows) };
}
