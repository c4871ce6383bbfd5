import { divideRounded, SCALE, type Units } from '#domain/decimal.ts';
import { DEFAULT_LOSS, type LineFigures, portionShare, resultOf } from '#domain/figures/dish-result.ts';
import { productSum } from '#domain/figures/product-sum.ts';

/** The pizza of the landing page, computed by the product's own formulas. All amounts in units. */

const reais = (value: number): Units => Math.round(value * SCALE);
export const SALE_PRICE = reais(44.9);

const RECIPE = [
  ['Farinha', 'kg', reais(5.2), reais(0.3)],
  ['Molho de tomate', 'kg', reais(11.9), reais(0.12)],
  ['Manjericão', 'maço', reais(4.5), reais(0.25)],
  ['Caixa', 'un', reais(2.3), reais(1)],
] as const;

/** A pizzeria with R$ 12.400 of fixed costs on R$ 46.000 of sales, and 14,5 % of fees. */
const base = {
  fixedCosts: BigInt(reais(12_400)),
  variablePercentage: BigInt(reais(14.5)),
  averageRevenue: BigInt(reais(46_000)),
  loss: BigInt(DEFAULT_LOSS),
};

/** What the pizza costs and leaves when a kilo of cheese costs `cheesePrice` whole reais. */
export function pizzaFigures(cheesePrice: number) {
  const products = productSum();
  const lines = [...RECIPE, ['Muçarela', 'kg', reais(cheesePrice), reais(0.32)] as const].map(
    ([name, unit, unitPrice, quantity]): LineFigures => ({
      ingredientId: name,
      ingredientName: name,
      unit,
      componentUnit: unit,
      unitPrice,
      quantity,
      cost: products.add(quantity, unitPrice),
    }),
  );
  const { n, d } = portionShare({ loss: null, portions: null }, base);
  const cmv = divideRounded(products.total() * n, BigInt(SCALE) * d);
  return { ...resultOf(SALE_PRICE, cmv, base).figures, lines };
}
