import { vi } from 'vitest';
import { createHttpClient } from '#web/api/http.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { createFakeServer, type FakeServer, idOf } from './fake-server.ts';
import { MAIN } from '#domain/business/sales/fields.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';

/** Opens a store with the real client over the fake server. Repeated requests do not wait. */
export async function openBusiness(server: FakeServer) {
  const onSignedOut = vi.fn<() => void>();
  const api = createHttpClient({ fetch: server.fetch, wait: () => Promise.resolve() });
  const business = new BusinessStore({ api, onSignedOut });
  await business.reader.open();
  return { business, api, onSignedOut };
}

/** Lets all pending promises continue. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export const findByName = <Row extends { readonly name: string }>(rows: Iterable<Row>, name: string): Row => {
  for (const row of rows) if (row.name === name) return row;
  throw new Error(`not there: ${name}`);
};

const R = (reais: number): number => reais * 10_000;

/**
 * A business with two dishes: the juice leaves R$ 8,90 of R$ 10,00 and the meal R$ 1,50 of R$ 40,00. With fixed costs
 * of R$ 1.000,00 the simple mean breaks even at R$ 2.156,33; meals alone need R$ 26.666,67, juice alone R$ 1.123,60.
 */
export const twoDishBusiness = (averageRevenue: number): FakeServer =>
  createFakeServer([
    { type: 'AddFixedCost', id: idOf('Aluguel'), name: 'Aluguel', value: R(1_000) },
    { type: 'RecordMonthRevenue', month: 1, value: R(averageRevenue), orders: 100 },
    { type: 'AddIngredient', id: idOf('Laranja'), name: 'Laranja', unit: 'un', unitPrice: R(1) },
    { type: 'AddIngredient', id: idOf('Carne'), name: 'Carne', unit: 'kg', unitPrice: R(35) },
    { type: 'AddDish', id: idOf('Suco'), name: 'Suco', salePrice: R(10) },
    { type: 'AddDishIngredient', dishId: idOf('Suco'), ingredientId: idOf('Laranja'), quantity: 10_000 },
    { type: 'AddDish', id: idOf('Refeição'), name: 'Refeição', salePrice: R(40) },
    { type: 'AddDishIngredient', dishId: idOf('Refeição'), ingredientId: idOf('Carne'), quantity: 10_000 },
  ]);

/** The command that records a month's sales of one dish at the counter. */
export const recordSales = (dish: 'Suco' | 'Refeição', quantity: number): BusinessCommand => ({
  type: 'RecordSales',
  month: '2026-10',
  channelId: MAIN,
  newChannelId: idOf('Balcão'),
  rows: [{ dishId: idOf(dish), quantity, revenue: null }],
});
