import type { RecipeLine } from '../business/recipe/line.ts';
import type { ChannelPrices } from '../business/channel/fields.ts';
import { isPreparation, unitOf } from '../business/recipe/component.ts';
import type { Recipe } from '../business/recipe/components.ts';
import type { Business, Dish, Ingredient, Preparation } from '../business/state.ts';
import {
  type Cause,
  causeKey,
  channelPriceKey,
  preparationKeys,
  presenceKey,
  PRODUCTION_LOSS,
  REVENUE,
} from './causes.ts';
import { type Both, linesById, type Side, type TwoKitchens } from './two-kitchens.ts';

/**
 * The states between two states of a business: of each cause either how it was or how it is now. They have the
 * ingredients and preparations of both, so a recipe never misses one. What no cause touches is shared and not looked at
 * again.
 *
 * A line asks for what it asked for in its own state. Where its unit does not convert as the component is in the other
 * one, or where the component is a thing of another kind there, the line uses a twin of the component that stays as the
 * line's state has it: 300 g must not meet a price per bunch.
 */
export function mixedStates(kitchens: TwoKitchens, causes: readonly Cause[]) {
  const [before, after] = kitchens.states;
  const keys = new Set(causes.map(({ key }) => key));
  const keyOfPreparation = preparationKeys(kitchens);
  const touched = touchedRecipes(kitchens, keys, keyOfPreparation);

  /** `after` for the causes that are chosen, `before` for the others. */
  return (chosen: ReadonlySet<string>): Business => {
    const sideOf = (cause: string): Side => (keys.has(cause) && !chosen.has(cause) ? 0 : 1);
    const reverted = <Row>(kind: Cause['kind'], old: ReadonlyMap<string, Row>, now: ReadonlyMap<string, Row>) => {
      const rows = new Map(now);
      for (const { id } of causes.filter((cause) => cause.kind === kind && !chosen.has(cause.key)))
        putOrDelete(rows, id, old.get(id));
      return rows;
    };
    const ingredients = reverted(
      'ingredient',
      before.ingredients,
      new Map([...before.ingredients, ...after.ingredients]),
    );
    const preparations = new Map([...before.preparations, ...after.preparations]);
    const dishes = new Map(after.dishes);
    const twins = new Set<string>();
    const sideOfComponent = (id: string): Side =>
      sideOf(preparations.has(id) ? keyOfPreparation(id) : causeKey('ingredient', id));

    for (const id of touched.preparations) {
      const recipes: Both<Preparation | undefined> = [before.preparations.get(id), after.preparations.get(id)];
      const side = recipes[0] && recipes[1] ? sideOf(keyOfPreparation(id)) : recipes[1] ? 1 : 0;
      putOrDelete(preparations, id, recipes[side] && { ...recipes[side], lines: linesOf(recipes, side) });
    }
    for (const id of touched.dishes) putOrDelete(dishes, id, dishOf(id));
    return {
      ...after,
      fixedCosts: reverted('fixed_cost', before.fixedCosts, after.fixedCosts),
      variableCosts: reverted('variable_cost', before.variableCosts, after.variableCosts),
      months: (sideOf(REVENUE) === 1 ? after : before).months,
      settings: (sideOf(PRODUCTION_LOSS) === 1 ? after : before).settings,
      ingredients,
      preparations,
      dishes,
    };

    function dishOf(id: string): Dish | undefined {
      const rows: Both<Dish | undefined> = [before.dishes.get(id), after.dishes.get(id)];
      const [old, now] = rows;
      if (!old || !now) {
        const side = sideOf(presenceKey(id, keys));
        return rows[side] && { ...rows[side], lines: linesOf(rows, side) };
      }
      const { salePrice } = sideOf(causeKey('dish_price', id)) === 1 ? now : old;
      const { portions, loss } = sideOf(causeKey('dish_portions', id)) === 1 ? now : old;
      const lines = linesOf(rows, sideOf(causeKey('dish_recipe', id)));
      const prices = pricesOf(id, [old.prices, now.prices]);
      return { ...now, salePrice, prices, portions, loss, lines };
    }

    function pricesOf(id: string, [old, now]: Both<ChannelPrices>): ChannelPrices {
      if (old === null || now === null) return now;
      const priceIn = (channelId: string) => (sideOf(channelPriceKey(id, channelId)) === 1 ? now : old)[channelId] ?? 0;
      return Object.fromEntries(Object.keys(now).map((channelId) => [channelId, priceIn(channelId)]));
    }

    function linesOf(recipes: Both<Recipe | undefined>, side: Side): readonly RecipeLine[] {
      const others = linesById(recipes[side === 0 ? 1 : 0]);
      return (recipes[side]?.lines ?? []).map((line) => {
        const id = line.ingredientId;
        const other = others.get(id);
        const its = kitchens.inBoth(id) ? sideOfComponent(id) : side;
        // Where it goes is the recipe's to say, also of a line whose quantity goes with its component.
        if (other && kitchens.goesWithComponent(other, line))
          return its === side ? line : { ...other, channels: line.channels };
        const ownUnit = kitchens.unitOfLine(line, side);
        if (!isOfTwoKinds(kitchens, id) && (its === side || kitchens.ratio(id, ownUnit, its)))
          return { ...line, ownUnit };
        return { ...line, ownUnit, ingredientId: twin(id, side) };
      });
    }

    /** The id of the component as this state has it, which is put beside the others. */
    function twin(id: string, side: Side): string {
      const name = `${id} ${side === 0 ? 'before' : 'after'}`;
      const row = kitchens.componentIn(id, side);
      if (!row || twins.has(name)) return name;
      twins.add(name);
      if (!isPreparation(row)) ingredients.set(name, row satisfies Ingredient);
      else {
        const recipes: Both<Recipe | undefined> = [before.preparations.get(id), after.preparations.get(id)];
        preparations.set(name, { ...row, lines: linesOf(recipes, side) });
      }
      return name;
    }
  };
}

function putOrDelete<Row>(rows: Map<string, Row>, id: string, row: Row | undefined): void {
  if (row === undefined) rows.delete(id);
  else rows.set(id, row);
}

const isOfTwoKinds = ({ componentIn, inBoth }: TwoKitchens, id: string): boolean =>
  componentIn(id, 0) !== undefined && componentIn(id, 1) !== undefined && !inBoth(id);

/** Recipes that came, went or changed, and those of a component whose units are others or convert to something else. */
function touchedRecipes(
  kitchens: TwoKitchens,
  keys: ReadonlySet<string>,
  keyOfPreparation: (id: string) => string,
): { readonly dishes: ReadonlySet<string>; readonly preparations: ReadonlySet<string> } {
  const [before, after] = kitchens.states;
  const isRestated = (id: string): boolean => {
    const rows = kitchens.inBoth(id);
    if (!rows) return isOfTwoKinds(kitchens, id);
    const [old, now] = rows;
    return old !== now && (unitOf(old) !== unitOf(now) || old.conversions !== now.conversions);
  };
  const restated = new Set(
    [before, after]
      .flatMap(({ ingredients, preparations }) => [...ingredients.keys(), ...preparations.keys()])
      .filter(isRestated),
  );
  const usesRestated = (recipe: Recipe | undefined): boolean =>
    restated.size > 0 && (recipe?.lines.some(({ ingredientId }) => restated.has(ingredientId)) ?? false);
  const touched = <Row extends Recipe>(
    old: ReadonlyMap<string, Row>,
    now: ReadonlyMap<string, Row>,
    keysOf: (id: string) => readonly string[],
  ): ReadonlySet<string> =>
    new Set(
      [...old.keys(), ...now.keys()].filter((id) => {
        const rows = [old.get(id), now.get(id)];
        return rows.includes(undefined) || keysOf(id).some((key) => keys.has(key)) || rows.some(usesRestated);
      }),
    );
  return {
    preparations: touched(before.preparations, after.preparations, (id) => [keyOfPreparation(id)]),
    dishes: touched(before.dishes, after.dishes, (id) => [
      causeKey('dish_price', id),
      causeKey('dish_recipe', id),
      causeKey('dish_portions', id),
      ...Object.keys(after.dishes.get(id)?.prices ?? {}).map((channelId) => channelPriceKey(id, channelId)),
    ]),
  };
}
