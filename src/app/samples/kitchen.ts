import type { SingleChange } from '#domain/business/commands.ts';
import { unitsFromText, type Units } from '#domain/decimal.ts';

/** A business as data, amounts as plain decimal text: what a sample or a ready model is written in. */
export interface Kitchen {
  readonly fixedCosts: readonly (readonly [name: string, perMonth: string])[];
  readonly variableCosts: readonly (readonly [name: string, percentage: string])[];
  /** Revenue and orders from January on. */
  readonly months?: readonly (readonly [revenue: string, orders: number])[];
  readonly ingredients: readonly KitchenIngredient[];
  readonly dishes: readonly KitchenDish[];
}

export type KitchenIngredient = readonly [name: string, unit: string, price: string];

export interface KitchenDish {
  readonly name: string;
  readonly price: string;
  /** Quantities by the ingredient's name. */
  readonly uses: Readonly<Record<string, string>>;
}

/** Commands that make it. `idOf` names its things: the same id for the same text. */
export function kitchenCommands(kitchen: Kitchen, idOf: (text: string) => string): readonly SingleChange[] {
  const { fixedCosts, variableCosts, months = [], ingredients, dishes } = kitchen;
  return [
    ...fixedCosts.map(
      ([name, value]) => ({ type: 'AddFixedCost', id: idOf(name), name, value: units(value) }) as const,
    ),
    ...variableCosts.map(
      ([name, percentage]) =>
        ({ type: 'AddVariableCost', id: idOf(name), name, percentage: units(percentage) }) as const,
    ),
    ...months.map(
      ([value, orders], index) =>
        ({ type: 'RecordMonthRevenue', month: index + 1, value: units(value), orders }) as const,
    ),
    ...ingredients.map((ingredient) => addIngredient(ingredient, idOf)),
    ...dishes.flatMap(({ name, price, uses }) => [
      { type: 'AddDish', id: idOf(name), name, salePrice: units(price) } as const,
      ...Object.entries(uses).map(
        ([ingredient, quantity]) =>
          ({
            type: 'AddDishIngredient',
            dishId: idOf(name),
            ingredientId: idOf(ingredient),
            quantity: units(quantity),
          }) as const,
      ),
    ]),
  ];
}

/** @param unitPrice where it is another one than the sample's own */
export const addIngredient = (
  [name, unit, price]: KitchenIngredient,
  idOf: (text: string) => string,
  unitPrice = units(price),
): SingleChange => ({ type: 'AddIngredient', id: idOf(name), name, unit, unitPrice });

/** An amount as it stands in a sample. */
export function units(text: string): Units {
  const value = unitsFromText(text);
  if (value === undefined) throw new RangeError(`not an amount: ${text}`);
  return value;
}
