import type { RecipeLine } from '#domain/business/recipe/line.ts';
import { dishValues } from '#domain/business/recipe/dish.ts';
import { preparationValues } from '#domain/business/recipe/preparation.ts';
import { completeIngredientFields } from '#domain/business/ingredient/ingredient.ts';
import { variableCostValues } from '#domain/business/variable-cost/variable-cost.ts';
import { valuesOf } from '#domain/business/field-events.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { isPreparation, type Recipe, recipesUsing } from '#domain/business/recipe/components.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import { withDerivedUnitPrice } from '#domain/business/ingredient/price.ts';
import { type Business, type Dish, emptyBusiness, type Ingredient, type Preparation } from '#domain/business/state.ts';
import { type Conversions, convertExactly, converts, ratioOf } from '#domain/units/conversions.ts';
import fc from 'fast-check';

/** One change of a business, as numbers: its kind, its entity and its value. */
type Step = readonly [kind: number, which: number, how: number, other: number];

const UNITS = ['kg', 'g', 'un', 'maço'] as const;
const FEW = [0, 1, 2, 3] as const;
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(all.length, 1)];
const entity = { version: 1, sequence: 1 };
const fixedCost = (value: number, id = 'custo') => ({
  ...entity,
  id,
  ...valuesOf(fixedCostFields, { name: id, value }),
});
const variableCost = (percentage: number, id = 'taxa') => ({
  ...entity,
  id,
  ...variableCostValues({ name: id, percentage }),
});

const ingredientId = (i: number): string => `insumo ${i}`;
const preparationId = (i: number): string => `preparo ${i}`;
const dishId = (i: number): string => `prato ${i}`;

const quantity = (how: number): number => 1 + ((how * 37) % 12_000);
const price = (how: number): number => 1_000 + ((how * 7_919) % 400_000);

/** The weight of one piece or one bunch of an ingredient: '1 un = 50 g'. */
const weightOf = (unit: string, how: number): Conversions =>
  how % 3 === 0
    ? null
    : [{ unit: unit === 'maço' ? 'maço' : 'un', quantity: 10_000 + ((how * 331) % 900_000), equalsUnit: 'g' }];

function purchaseOf(unit: string, how: number): Pack | null {
  if (how % 3 === 0) return null;
  const bought = unit === 'kg' ? 'g' : unit === 'g' ? 'kg' : unit;
  return { price: price(how), quantity: 3_000 + ((how * 613) % 90_000), unit: how % 2 ? unit : bought, label: null };
}

const ingredientOf = (i: number, [kind, which, how, other]: Step): Ingredient => {
  const unit = pick(UNITS, kind) ?? 'kg';
  return withDerivedUnitPrice({
    ...entity,
    id: ingredientId(i),
    ...completeIngredientFields({
      name: ingredientId(i),
      unit,
      unitPrice: price(which),
      pack: purchaseOf(unit, how),
      yieldPercentage: other % 2 ? 300_000 + ((other * 977) % 2_000_000) : null,
      conversions: weightOf(unit, other),
    }),
    priceSource: null,
  });
};

const preparationOf = (i: number, [kind, , how, other]: Step): Preparation => {
  const unit = pick(['kg', 'g', 'un'], kind) ?? 'kg';
  return {
    ...entity,
    id: preparationId(i),
    ...preparationValues({
      name: preparationId(i),
      yieldQuantity: 5_000 + ((how * 271) % 40_000),
      yieldUnit: unit,
      conversions: weightOf(unit, other),
    }),
    lines: [],
  };
};

const dishOf = (i: number, [kind, which, how, other]: Step): Dish => ({
  ...entity,
  id: dishId(i),
  ...dishValues({
    name: dishId(i),
    salePrice: 50_000 + ((which * 12_347) % 850_000),
    portions: kind % 2 ? 1 + (how % 12) : null,
    loss: how % 3 === 0 ? (other * 1_237) % 1_000_000 : null,
  }),
  lines: [],
});

const putRow = <Row extends { readonly id: string }>(rows: ReadonlyMap<string, Row>, row: Row): Map<string, Row> =>
  new Map([...rows, [row.id, row]]);

function without<Row>(rows: ReadonlyMap<string, Row>, id: string): Map<string, Row> {
  const left = new Map(rows);
  left.delete(id);
  return left;
}

const componentsOf = ({ ingredients, preparations }: Business) => [...ingredients.values(), ...preparations.values()];
const recipesOf = ({ dishes, preparations }: Business): readonly (Dish | Preparation)[] => [
  ...dishes.values(),
  ...preparations.values(),
];

const withLines = (state: Business, recipe: Recipe, lines: readonly RecipeLine[]): Business => {
  const preparation = state.preparations.get(recipe.id);
  if (preparation) return { ...state, preparations: putRow(state.preparations, { ...preparation, lines }) };
  const dish = state.dishes.get(recipe.id);
  return dish ? { ...state, dishes: putRow(state.dishes, { ...dish, lines }) } : state;
};

/** Writes this unit into the lines of a component that have no unit of their own. */
const withUnitWritten = (state: Business, id: string, unit: string): Business =>
  recipesUsing(state, id).reduce(
    (all, recipe) =>
      withLines(
        all,
        recipe,
        recipe.lines.map((line) =>
          line.ingredientId === id && line.ownUnit === null ? { ...line, ownUnit: unit } : line,
        ),
      ),
    state,
  );

const unitOf = (row: Ingredient | Preparation): string => (isPreparation(row) ? row.yieldUnit : row.unit);

function lineOf(state: Business, [, which, how, other]: Step): RecipeLine | undefined {
  const row = pick(componentsOf(state), which);
  if (!row) return undefined;
  const units = UNITS.filter((unit) => converts(unit, unitOf(row), row.conversions));
  return {
    ingredientId: row.id,
    quantity: quantity(how),
    ownUnit: other % 3 === 0 ? null : (pick(units, other) ?? null),
    channels: null,
    version: 1,
  };
}

const INGREDIENT_STEPS: readonly ((row: Ingredient, step: Step) => Ingredient)[] = [
  (row, [, , how]) => ({ ...row, pack: null, unitPrice: price(how) }),
  (row, [, , how]) => ({ ...row, pack: purchaseOf(row.unit, how) }),
  (row, [, , how]) => ({ ...row, yieldPercentage: how % 3 ? 300_000 + ((how * 977) % 2_000_000) : null }),
  (row, [, , how]) => ({ ...row, conversions: weightOf(row.unit, how) }),
  // Only the name of the unit changes, as in events from before purchases.
  (row, [, , how]) => ({ ...row, unit: pick(UNITS, how) ?? row.unit }),
];

const DISH_STEPS: readonly ((row: Dish, step: Step) => Dish)[] = [
  (row, [, , how]) => ({ ...row, salePrice: 50_000 + ((how * 12_347) % 850_000) }),
  (row, [, , how]) => ({ ...row, portions: how % 4 ? 1 + (how % 12) : null }),
  (row, [, , how]) => ({ ...row, loss: how % 3 ? (how * 1_237) % 1_000_000 : null }),
];

const RECIPE_STEPS: readonly ((state: Business, row: Recipe, step: Step) => readonly RecipeLine[])[] = [
  (_, { lines }, [, , how, other]) =>
    lines.map((line, i) => (i === other % lines.length ? { ...line, quantity: quantity(how) } : line)),
  (_, { lines }, [, , , other]) => lines.filter((_line, i) => i !== other % lines.length),
  (state, { lines }, [kind, which, how, other]) => {
    const added = lineOf(state, [kind, other, how, which]);
    return added && !lines.some((line) => line.ingredientId === added.ingredientId) ? [...lines, added] : lines;
  },
  (_, { lines }, [, , how, other]) =>
    lines.map((line, i) => (i === other % lines.length ? { ...line, ownUnit: pick(UNITS, how) ?? null } : line)),
];

const PREPARATION_STEPS: readonly ((row: Preparation, step: Step) => Preparation)[] = [
  (row, [, , how]) => ({ ...row, yieldQuantity: 5_000 + ((how * 271) % 40_000) }),
  (row, [, , how]) => ({ ...row, conversions: weightOf(row.yieldUnit, how) }),
  (row, [, , how]) => ({ ...row, yieldUnit: pick(['kg', 'g', 'un'], how) ?? row.yieldUnit }),
];

/** Steps that change no figure. */
const NEUTRAL_STEPS: readonly ((state: Business, step: Step) => Business)[] = [
  (state, [, which]) => {
    const row = pick([...state.ingredients.values()], which);
    const unit = row?.unit === 'kg' ? 'g' : row?.unit === 'g' ? 'kg' : undefined;
    if (!row || !unit) return state;
    const bought = row.pack ?? { price: row.unitPrice, quantity: 10_000, unit: row.unit, label: null };
    const written = withUnitWritten(state, row.id, row.unit);
    return {
      ...written,
      ingredients: putRow(written.ingredients, withDerivedUnitPrice({ ...row, unit, pack: bought })),
    };
  },
  (state, [, which]) => {
    const row = pick([...state.preparations.values()], which);
    const yieldUnit = row?.yieldUnit === 'kg' ? 'g' : row?.yieldUnit === 'g' ? 'kg' : undefined;
    const ratio = row && yieldUnit && ratioOf(row.yieldUnit, yieldUnit, null);
    const yieldQuantity = row && ratio && convertExactly(row.yieldQuantity, ratio);
    if (!row || yieldUnit === undefined || yieldQuantity === undefined) return state;
    const written = withUnitWritten(state, row.id, row.yieldUnit);
    const now = { ...(written.preparations.get(row.id) ?? row), yieldUnit, yieldQuantity };
    return { ...written, preparations: putRow(written.preparations, now) };
  },
  (state, [, which]) => {
    const row = pick(componentsOf(state), which);
    return row ? withUnitWritten(state, row.id, unitOf(row)) : state;
  },
  (state, [, which]) => {
    const row = pick(recipesOf(state), which);
    const inGrams = (line: RecipeLine): RecipeLine =>
      line.ownUnit === 'kg' ? { ...line, ownUnit: 'g', quantity: line.quantity * 1_000 } : line;
    return row ? withLines(state, row, row.lines.map(inGrams).toReversed()) : state;
  },
  (state) => ({ ...state, settings: { ...state.settings, productionLoss: state.settings.productionLoss ?? 100_000 } }),
  (state, [, which]) => {
    const row = pick([...state.dishes.values()], which);
    return row ? { ...state, dishes: putRow(state.dishes, { ...row, portions: row.portions ?? 1 }) } : state;
  },
];

/** Steps of which each half alone leaves an impossible state. */
const ENTANGLED_STEPS: readonly ((state: Business, step: Step) => Business)[] = [
  // A used preparation now uses its user: together, both recipes form a cycle.
  (state, [, which, how, other]) => {
    const users = [...state.preparations.values()].filter(({ lines }) =>
      lines.some((line) => state.preparations.has(line.ingredientId)),
    );
    const user = pick(users, which);
    const line = pick(user?.lines.filter((each) => state.preparations.has(each.ingredientId)) ?? [], other);
    const used = line && state.preparations.get(line.ingredientId);
    if (!user || !used) return state;
    const turned: RecipeLine = {
      ingredientId: user.id,
      quantity: quantity(how),
      ownUnit: null,
      channels: null,
      version: 1,
    };
    const cut = withLines(
      state,
      user,
      user.lines.filter((each) => each !== line),
    );
    return withLines(cut, used, [...used.lines, turned]);
  },
  // The ingredient is counted instead of weighed, without a weight per piece: no line of the one state fits the other.
  (state, [, which, how, other]) => {
    const row = pick(componentsOf(state), which);
    if (!row) return state;
    const unit = unitOf(row) === 'un' ? 'kg' : 'un';
    const rewritten = recipesUsing(state, row.id).reduce(
      (all, recipe, i) =>
        withLines(
          all,
          recipe,
          recipe.lines.map((line) =>
            line.ingredientId === row.id ? { ...line, ownUnit: unit, quantity: quantity(how + i) } : line,
          ),
        ),
      state,
    );
    if (!isPreparation(row)) {
      const now = { ...row, unit, pack: null, conversions: null, unitPrice: price(other) };
      return { ...rewritten, ingredients: putRow(rewritten.ingredients, now) };
    }
    const now = { ...(rewritten.preparations.get(row.id) ?? row), yieldUnit: unit, conversions: null };
    return { ...rewritten, preparations: putRow(rewritten.preparations, now) };
  },
];

const STEPS: readonly ((state: Business, step: Step) => Business)[] = [
  ...INGREDIENT_STEPS.map((change) => (state: Business, step: Step): Business => {
    const row = pick([...state.ingredients.values()], step[1]);
    return row ? { ...state, ingredients: putRow(state.ingredients, withDerivedUnitPrice(change(row, step))) } : state;
  }),
  ...DISH_STEPS.map((change) => (state: Business, step: Step): Business => {
    const row = pick([...state.dishes.values()], step[1]);
    return row ? { ...state, dishes: putRow(state.dishes, change(row, step)) } : state;
  }),
  ...[...RECIPE_STEPS, ...RECIPE_STEPS].map((change) => (state: Business, step: Step): Business => {
    const row = pick(recipesOf(state), step[1]);
    return row ? withLines(state, row, change(state, row, step)) : state;
  }),
  ...PREPARATION_STEPS.map((change) => (state: Business, step: Step): Business => {
    const row = pick([...state.preparations.values()], step[1]);
    return row ? { ...state, preparations: putRow(state.preparations, change(row, step)) } : state;
  }),
  ...NEUTRAL_STEPS,
  ...ENTANGLED_STEPS,
  // Adds a dish or a preparation, removes one, or replaces one by another under the same id.
  (state, step) => {
    const row = dishOf(step[1] % 5, step);
    return { ...state, dishes: state.dishes.has(row.id) ? without(state.dishes, row.id) : putRow(state.dishes, row) };
  },
  (state, step) => {
    const row = preparationOf(step[1] % 5, step);
    const isThere = state.preparations.has(row.id);
    const preparations = isThere ? without(state.preparations, row.id) : putRow(state.preparations, row);
    return { ...state, preparations };
  },
  (state, [, , how]) => ({
    ...state,
    settings: { ...state.settings, productionLoss: how % 4 ? (how * 1_237) % 1_000_000 : null },
  }),
  (state, [, , how]) => ({
    ...state,
    fixedCosts: putRow(state.fixedCosts, fixedCost((how * 9_973) % 9_000_000, how % 3 ? 'custo' : 'luz')),
  }),
  (state, [, , how]) => ({
    ...state,
    variableCosts: putRow(state.variableCosts, variableCost((how * 613) % 300_000, how % 3 ? 'taxa' : 'imposto')),
  }),
  (state, [, , how]) => ({
    ...state,
    months: new Map([[1, { month: 1, value: 50_000_000 + how * 99_991, orders: 100, version: 1 }]]),
  }),
];

/** Returns true if every line has an existing component in a convertible unit, and no preparation needs itself. */
function isSound(state: Business): boolean {
  const isDeep = (id: string, above: readonly string[]): boolean =>
    above.includes(id) ||
    (state.preparations.get(id)?.lines.some((line) => isDeep(line.ingredientId, [...above, id])) ?? false);
  const components = new Map(componentsOf(state).map((row) => [row.id, row]));
  return (
    [...state.preparations.keys()].every((id) => !isDeep(id, [])) &&
    [...state.ingredients.values()].every(
      ({ pack, unit, conversions }) => !pack || converts(pack.unit, unit, conversions),
    ) &&
    recipesOf(state).every(({ lines }) =>
      lines.every(({ ingredientId: id, ownUnit }) => {
        const row = components.get(id);
        return row !== undefined && converts(ownUnit ?? unitOf(row), unitOf(row), row.conversions);
      }),
    )
  );
}

const done = (state: Business, steps: readonly Step[], all = STEPS): Business =>
  steps.reduce((now, step) => {
    const next = all[step[0] % all.length]?.(now, step) ?? now;
    return isSound(next) ? next : now;
  }, state);

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.nat({ max: 999 }),
  fc.nat({ max: 999 }),
  fc.nat({ max: 9_999 }),
  fc.nat({ max: 999 }),
);
const stepsOf = (minLength: number, maxLength: number) => fc.array(step, { minLength, maxLength, size: 'max' });
const four = fc.tuple(step, step, step, step);

/** A costing state with four entities of each kind and a few lines. */
const someCostingState: fc.Arbitrary<Business> = fc
  .record({
    ingredients: four,
    preparations: four,
    dishes: four,
    lines: stepsOf(12, 24),
    loss: fc.option(fc.nat(300_000)),
  })
  .map(({ ingredients, preparations, dishes, lines, loss }) => {
    const rows = <Row extends { readonly id: string }>(all: readonly Step[], rowOf: (i: number, of: Step) => Row) =>
      new Map(FEW.map((i) => rowOf(i, all[i] ?? [0, 0, 0, 0])).map((row) => [row.id, row]));
    const empty: Business = {
      ...emptyBusiness,
      fixedCosts: new Map([['custo', fixedCost(20_000_000)]]),
      variableCosts: new Map([['taxa', variableCost(123_456)]]),
      months: new Map([[1, { month: 1, value: 400_000_003, orders: 100, version: 1 }]]),
      settings: { ...emptyBusiness.settings, productionLoss: loss, version: 1 },
      ingredients: rows(ingredients, (i, of) => {
        const row = ingredientOf(i, of);
        return row.pack && !converts(row.pack.unit, row.unit, row.conversions) ? { ...row, pack: null } : row;
      }),
      preparations: rows(preparations, preparationOf),
      dishes: rows(dishes, dishOf),
    };
    const addLine = RECIPE_STEPS[2];
    return lines.reduce((now, of) => {
      const row = pick(recipesOf(now), of[1]);
      const next = row && addLine ? withLines(now, row, addLine(now, row, of)) : now;
      return isSound(next) ? next : now;
    }, empty);
  });

/** A costing state before and after at most `most` steps. */
export const costingStatePairs = (most: number): fc.Arbitrary<readonly [Business, Business]> =>
  fc.tuple(someCostingState, stepsOf(1, most)).map(([before, steps]) => [before, done(before, steps)] as const);

/** A costing state before and after a few such steps. */
export const entangledStatePairs: fc.Arbitrary<readonly [Business, Business]> = fc
  .tuple(someCostingState, stepsOf(1, 3), stepsOf(0, 2))
  .map(([before, entangled, others]) => [before, done(done(before, entangled, ENTANGLED_STEPS), others)] as const);

/** A costing state, and the same one in other units. */
export const convertedStatePairs: fc.Arbitrary<readonly [Business, Business]> = fc
  .tuple(someCostingState, stepsOf(1, 12))
  .map(([before, steps]) => [before, done(before, steps, NEUTRAL_STEPS)] as const);
