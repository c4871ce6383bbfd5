import { gapsOf } from '#domain/figures/gaps.ts';
import { marginRating } from '#domain/figures/dish-result.ts';
import {
  added,
  dish,
  type Fact,
  fixedCost,
  given,
  month,
  pricedDish,
  statedTicket,
  units,
  uses,
  variableCost,
} from '#tests/support/given.ts';
import { expect, test } from 'vitest';

const gaps = (...facts: readonly Fact[]) => gapsOf(given(...facts).state).map(({ kind, count }) => `${kind} ${count}`);

const complete = [
  fixedCost('aluguel'),
  variableCost('cartão'),
  month(1, 30_000, 900),
  added('farinha'),
  pricedDish('pão', 10, uses('farinha')),
] as const;

test('the gaps of an empty business are listed in the order in which an owner would close them', () => {
  expect(gaps()).toEqual([
    'no_fixed_costs 1',
    'no_variable_costs 1',
    'no_revenue 1',
    'no_ingredients 1',
    'no_dishes 1',
  ]);
});

test('a complete business has no gaps', () => {
  expect(gaps(...complete)).toEqual([]);
});

test('revenue without orders leaves a gap until a ticket is stated or another month has both', () => {
  const [costs, rates, , ...menu] = complete;
  expect(gaps(costs, rates, month(1, 30_000, 0), ...menu)).toEqual(['no_orders 1']);
  expect(gaps(costs, rates, month(1, 30_000, 0), statedTicket(40), ...menu)).toEqual([]);
  expect(gaps(costs, rates, month(1, 30_000, 0), month(2, 1, 1), ...menu)).toEqual([]);
  expect(gaps(costs, rates, month(1, 0, 900), ...menu)).toEqual(['no_revenue 1']);
});

test('the gaps count the ingredients without a price, and the dishes without a price or a recipe', () => {
  const unpriced = added('sal', 0);
  expect(gaps(...complete, unpriced, added('água', 0), dish('bolo'), dish('torta', uses('sal')))).toEqual([
    'ingredients_without_price 2',
    'dishes_without_ingredients 1',
    'dishes_without_price 2',
  ]);
});

test.each([
  [-1, 'low'],
  [0, 'low'],
  [29.9999, 'low'],
  [30, 'acceptable'],
  [49.9999, 'acceptable'],
  [50, 'excellent'],
  [100, 'excellent'],
])('a margin of %s percent is rated as %s', (percentage, rating) => {
  expect(marginRating(units(percentage))).toBe(rating);
});
