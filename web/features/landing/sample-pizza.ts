import type { Dish } from '#domain/business/state.ts';
import { SCALE, type Units } from '#domain/decimal.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';

/** The pizza of the landing page, computed by the product's own formulas. All amounts in units. */

const reais = (value: number): Units => Math.round(value * SCALE);
export const SALE_PRICE = reais(44.9);

const ingredient = (name: string, unit: string, unitPrice: Units) => ({ id: name, name, unit, unitPrice });

const RECIPE = [
  [ingredient('Farinha', 'kg', reais(5.2)), reais(0.3)],
  [ingredient('Molho de tomate', 'kg', reais(11.9)), reais(0.12)],
  [ingredient('Manjericão', 'maço', reais(4.5)), reais(0.25)],
  [ingredient('Caixa', 'un', reais(2.3)), reais(1)],
] as const;

const dish: Dish = {
  id: 'pizza',
  name: 'Pizza Marguerita',
  version: 1,
  sequence: 1,
  salePrice: SALE_PRICE,
  lines: [...RECIPE.map(([{ id }, quantity]) => ({ id, quantity })), { id: 'Muçarela', quantity: reais(0.32) }].map(
    ({ id, quantity }) => ({ ingredientId: id, quantity, version: 1 }),
  ),
};

/** A pizzeria with R$ 12.400 of fixed costs on R$ 46.000 of sales, and 14,5 % of fees. */
const base = {
  fixedCosts: BigInt(reais(12_400)),
  variablePercentage: BigInt(reais(14.5)),
  averageRevenue: BigInt(reais(46_000)),
};

/** What the pizza costs and leaves when a kilo of cheese costs `cheesePrice` whole reais. */
export function pizzaFigures(cheesePrice: number) {
  const cheese = ingredient('Muçarela', 'kg', reais(cheesePrice));
  const ingredients = new Map([...RECIPE.map(([row]) => row), cheese].map((row) => [row.id, row]));
  return dishFigures(dish, ingredients, base).figures;
}
