import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { simulateCommands } from '#domain/consequences/simulate-commands.ts';
import type { SimulatedAmount } from '#domain/consequences/simulated-amount.ts';
import { dishChannelId, sellableDishes, monthlySales, withSales } from '#domain/consequences/simulated-sales.ts';
import { SCALE } from '#domain/decimal.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { given } from '#tests/support/given.ts';

const R = (reais: number): number => Math.round(reais * SCALE);

interface SoldRow {
  readonly month: string;
  readonly channelId: string;
  readonly dishId: string;
  readonly quantity: number;
  readonly revenue?: number;
}

const sold = ({ month, channelId, dishId, quantity, revenue }: SoldRow): SingleCommand => ({
  type: 'RecordSales',
  month,
  channelId,
  newChannelId: 'balcão',
  rows: [{ dishId, quantity, revenue: revenue === undefined ? null : R(revenue) }],
});

const MENU: readonly SingleCommand[] = [
  { type: 'AddFixedCost', id: 'aluguel', name: 'Aluguel', value: R(1_000) },
  { type: 'AddIngredient', id: 'massa', name: 'Massa', unit: 'un', unitPrice: R(10) },
  { type: 'AddDish', id: 'pizza', name: 'Pizza', salePrice: R(40) },
  { type: 'AddDishIngredient', dishId: 'pizza', ingredientId: 'massa', quantity: R(1) },
  { type: 'AddDish', id: 'suco', name: 'Suco', salePrice: R(10) },
  { type: 'AddChannel', id: 'balcão', name: 'Balcão' },
  { type: 'AddChannel', id: 'app', name: 'App' },
  { type: 'AddVariableCost', id: 'comissão', name: 'Comissão', percentage: R(25), channels: ['app'] },
];

const house = (...sales: readonly SingleCommand[]): Business =>
  simulateCommands(given().state, [...MENU, ...sales]).after;
const mixOf = (business: Business) => businessFigures(business).mix;
const simulatedSale = (dishId: string, channelId: string, pieces: number): SimulatedAmount => ({
  kind: 'sold',
  id: dishChannelId(dishId, channelId),
  from: 0,
  to: pieces * SCALE,
});

describe('a tried sales mix', () => {
  const AUGUST = { month: '2026-08', dishId: 'pizza' };
  const SEPTEMBER = { month: '2026-09', dishId: 'pizza' };
  const selling = house(
    sold({ ...AUGUST, channelId: 'balcão', quantity: 50 }),
    sold({ ...SEPTEMBER, channelId: 'balcão', quantity: 70 }),
    sold({ ...SEPTEMBER, channelId: 'app', quantity: 30, revenue: 1_050 }),
  );

  test('starts from the sales of a mean month', () => {
    expect(monthlySales(selling, dishChannelId('pizza', 'balcão'))).toBe(60 * SCALE);
    expect(monthlySales(selling, dishChannelId('pizza', 'app'))).toBe(15 * SCALE);
    expect(monthlySales(selling, dishChannelId('suco', 'app'))).toBe(0);
    expect(monthlySales(selling, dishChannelId('fubá', 'app'))).toBeUndefined();
    expect(sellableDishes(selling).map(({ dishId, channelId }) => `${dishId} ${channelId}`)).toEqual([
      'pizza balcão',
      'pizza app',
      'suco balcão',
      'suco app',
    ]);
  });

  test('gives the result of selling these quantities in every month in view', () => {
    const { after } = simulateCommands(selling, []);
    // 100 × (40 − 11) at the counter + 40 × (35 × 75 % − 11) through the app, where each sale brought R$ 35,00 − 1.000.
    const tried = withSales(after, selling, [simulatedSale('pizza', 'balcão', 100), simulatedSale('pizza', 'app', 40)]);
    expect(mixOf(tried)).toMatchObject({ months: 2, result: R(100 * 29 + 40 * (26.25 - 11) - 1_000) });
  });

  test('removes a dish with quantity 0, and adds one that was never sold', () => {
    const tried = withSales(selling, selling, [
      simulatedSale('pizza', 'balcão', 0),
      simulatedSale('pizza', 'app', 0),
      simulatedSale('suco', 'balcão', 200),
    ]);
    expect(mixOf(tried)).toMatchObject({ months: 2, revenue: R(2 * 200 * 10), cmv: 0, result: R(1_000) });
  });

  test('does not exist where nothing is sold', () => {
    expect(sellableDishes(house())).toEqual([]);
    expect(monthlySales(house(), dishChannelId('pizza', 'app'))).toBeUndefined();
    expect(withSales(house(), house(), [simulatedSale('pizza', 'app', 10)]).sales.size).toBe(0);
  });

  test('has the same figures as a business that recorded these sales', () => {
    const pieces = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(
        fc.record({ pizza: pieces, suco: pieces, other: pieces, months: fc.constantFrom(1, 3) }),
        (wanted) => {
          const months = ['2026-07', '2026-08', '2026-09'].slice(-wanted.months);
          const asIs = house(
            ...months.map((month) =>
              sold({ month, channelId: 'balcão', dishId: 'pizza', quantity: 10 + wanted.other }),
            ),
          );
          const tried = withSales(asIs, asIs, [
            simulatedSale('pizza', 'balcão', wanted.pizza),
            simulatedSale('suco', 'app', wanted.suco),
          ]);
          const typed = house(
            ...months.flatMap((month) => [
              sold({ month, channelId: 'balcão', dishId: 'pizza', quantity: wanted.pizza }),
              sold({ month, channelId: 'app', dishId: 'suco', quantity: wanted.suco }),
            ]),
          );
          expect(mixOf(tried)).toEqual(mixOf(typed));
        },
      ),
    );
  });
});
