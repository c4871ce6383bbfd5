import type { Business, Dish, Ingredient } from '../business/state.ts';
import { type Cause, causeKey, hasNewUnit, presenceKey, REVENUE } from './causes.ts';

/**
 * The states between two states of a business: of each cause either how it was or how it is now. They have the
 * ingredients of both, so a recipe never misses one. What no cause touches is shared and not looked at again.
 */
export function mixedStates(before: Business, after: Business, causes: readonly Cause[]) {
  const dishOf = mixedDishes(before, after, new Set(causes.map(({ key }) => key)));
  const touched = touchedDishes(before, after, causes);
  const ingredients = new Map([
    ...before.ingredients,
    ...after.ingredients,
    ...twinsOf(before, after, 'before'),
    ...twinsOf(after, before, 'after'),
  ]);

  /** `after` for the causes that are chosen, `before` for the others. */
  return (chosen: ReadonlySet<string>): Business => {
    const asBefore = causes.filter(({ key }) => !chosen.has(key));
    const reverted = <Row>(kind: Cause['kind'], old: ReadonlyMap<string, Row>, now: ReadonlyMap<string, Row>) => {
      const rows = new Map(now);
      for (const { id } of asBefore.filter((cause) => cause.kind === kind)) putOrDelete(rows, id, old.get(id));
      return rows;
    };
    const dishes = new Map(after.dishes);
    for (const id of touched) putOrDelete(dishes, id, dishOf(id, chosen));
    return {
      ...after,
      fixedCosts: reverted('fixed_cost', before.fixedCosts, after.fixedCosts),
      variableCosts: reverted('variable_cost', before.variableCosts, after.variableCosts),
      months: (chosen.has(REVENUE) ? after : before).months,
      ingredients: reverted('ingredient', before.ingredients, ingredients),
      dishes,
    };
  };
}

function putOrDelete<Row>(rows: Map<string, Row>, id: string, row: Row | undefined): void {
  if (row === undefined) rows.delete(id);
  else rows.set(id, row);
}

/** Dishes that came, went or changed, and those whose quantities go with the new unit of an ingredient. */
function touchedDishes(before: Business, after: Business, causes: readonly Cause[]): ReadonlySet<string> {
  const newUnits = new Set(causes.map(({ id }) => id).filter((id) => hasNewUnit(id, before, after)));
  const all = [...before.dishes.values(), ...after.dishes.values()];
  return new Set([
    ...causes.filter(({ kind }) => kind === 'dish_price' || kind === 'dish_recipe').map(({ id }) => id),
    ...all.filter(({ id }) => before.dishes.has(id) !== after.dishes.has(id)).map(({ id }) => id),
    ...all.filter(({ lines }) => lines.some((line) => newUnits.has(line.ingredientId))).map(({ id }) => id),
  ]);
}

/** A dish in a mixed state; undefined where it is not there. */
function mixedDishes(before: Business, after: Business, keys: ReadonlySet<string>) {
  const isNewUnit = (ingredientId: string): boolean => hasNewUnit(ingredientId, before, after);

  return (id: string, chosen: ReadonlySet<string>): Dish | undefined => {
    const [old, now] = [before.dishes.get(id), after.dishes.get(id)];
    if (old && now) return mixedDish(old, now, chosen);
    if (chosen.has(presenceKey(id, keys))) return now && withTwins(now, 'after');
    return old && withTwins(old, 'before');
  };

  function mixedDish(old: Dish, now: Dish, chosen: ReadonlySet<string>): Dish {
    const recipe = chosen.has(causeKey('dish_recipe', old.id)) ? now : old;
    const { salePrice } = chosen.has(causeKey('dish_price', old.id)) ? now : old;
    const follows = (ingredientId: string, dish: Dish): boolean =>
      isNewUnit(ingredientId) ? (dish === now) === chosen.has(causeKey('ingredient', ingredientId)) : dish === recipe;
    const lines = [old, now].flatMap((dish) => dish.lines.filter(({ ingredientId }) => follows(ingredientId, dish)));
    return { ...now, salePrice, lines };
  }

  function withTwins(dish: Dish, side: Side): Dish {
    const lines = dish.lines.map((line) =>
      isNewUnit(line.ingredientId) ? { ...line, ingredientId: twinId(line.ingredientId, side) } : line,
    );
    return { ...dish, lines };
  }
}

/**
 * A dish that only one state has brings an ingredient whose unit changed at the price per the unit that its quantity is
 * in: 300 g must not meet a price per kilo. It uses a twin of the ingredient that stays as that state has it.
 */
type Side = 'before' | 'after';

const twinId = (ingredientId: string, side: Side): string => `${ingredientId} ${side}`;

const twinsOf = (state: Business, other: Business, side: Side): readonly [string, Ingredient][] =>
  [...state.ingredients]
    .filter(([id]) => hasNewUnit(id, state, other))
    .map(([id, ingredient]) => [twinId(id, side), ingredient]);
