import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { RealCmv } from '#web/features/real-cmv/real-cmv.tsx';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T15:00:00.000Z'), toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const KITCHEN: readonly BusinessCommand[] = [
  { type: 'AddIngredient', id: idOf('Farinha'), name: 'Farinha', unit: 'kg', unitPrice: 100_000 },
  { type: 'AddDish', id: idOf('Pão'), name: 'Pão', salePrice: 500_000, loss: 0 },
  { type: 'AddDishIngredient', dishId: idOf('Pão'), ingredientId: idOf('Farinha'), quantity: 10_000 },
  {
    type: 'RecordSales',
    month: '2026-02',
    channelId: 'main',
    newChannelId: idOf('Balcão'),
    rows: [{ dishId: idOf('Pão'), quantity: 10, revenue: null }],
  },
];

const PURCHASE: BusinessCommand = {
  type: 'EnterPurchase',
  id: idOf('compra'),
  date: '2026-02-10',
  supplier: null,
  number: null,
  source: 'quick',
  freight: 0,
  discount: 0,
  confirmed: true,
  lines: [
    {
      ingredient: { id: idOf('Farinha') },
      packs: 120_000,
      packQuantity: 10_000,
      packUnit: 'kg',
      total: 1_200_000,
      code: null,
      gtin: null,
      billedUnit: null,
      description: null,
      cfop: null,
    },
  ],
};

describe('the real CMV of a month on the screen', () => {
  test('names what is missing, and shows no zero', async () => {
    await showTab(<RealCmv />, createFakeServer(KITCHEN));
    await screen.findByText('Falta quanto valia o estoque no fim de janeiro de 2026.');
    expect(page()).toContain('Falta quanto valia o estoque no fim de fevereiro de 2026.');
    expect(page()).toContain('Falta lançar as compras de fevereiro de 2026.');
    expect(page()).not.toContain('Faltam as vendas');
    expect(page()).toMatch(/CMV real–CMV planejadoR\$ 100,00Diferença–/);
    expect(page()).not.toContain('R$ 0,00');
  });

  test('is shown beside the planned one once the stock is entered, with the difference and its possible reasons', async () => {
    const server = createFakeServer([...KITCHEN, PURCHASE]);
    const { user } = await showTab(<RealCmv />, server);
    await user.type(await screen.findByLabelText('Estoque no fim de janeiro de 2026'), '30{Enter}');
    await user.type(screen.getByLabelText('Estoque no fim de fevereiro de 2026'), '40{Enter}');
    await waitFor(() => expect(page()).toContain('CMV realR$ 110,00'));
    expect(page()).toContain('R$ 30,00 de estoque + R$ 120,00 de compras − R$ 40,00 que sobraram');
    expect(page()).toContain('Saíram R$ 10,00 (10,0%) a mais em ingredientes');
    expect(page()).toContain('Desperdício');
    await user.clear(screen.getByLabelText('Estoque no fim de fevereiro de 2026'));
    await user.type(screen.getByLabelText('Estoque no fim de fevereiro de 2026'), '60{Enter}');
    await waitFor(() => expect(page()).toContain('Saíram R$ 10,00 (10,0%) a menos em ingredientes'));
    expect(page()).toContain('Compra que ninguém lançou');
  });

  test('is missing again after a stock value is cleared', async () => {
    const stock = (month: string): BusinessCommand => ({ type: 'RecordStockValue', month, value: 300_000 });
    const server = createFakeServer([...KITCHEN, PURCHASE, stock('2026-01'), stock('2026-02')]);
    const { user } = await showTab(<RealCmv />, server);
    const field = await screen.findByLabelText('Estoque no fim de janeiro de 2026');
    await waitFor(() => expect(field).toHaveProperty('value', '30,00'));
    await user.clear(field);
    await user.tab();
    await waitFor(() => expect(server.state().stockValues.has('2026-01')).toBe(false));
    await screen.findByText('Falta quanto valia o estoque no fim de janeiro de 2026.');
  });
});
