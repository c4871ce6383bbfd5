import { dishChannelId } from '#domain/consequences/simulated-sales.ts';
import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SingleCommand } from '#domain/business/commands.ts';
import { simulateCommands } from '#domain/consequences/simulate-commands.ts';
import { amountOf, commandOf } from '#domain/consequences/simulated-amount.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { formatMoney as moneyText } from '#domain/format.ts';
import { WhatIfPage } from '#web/features/what-if/what-if-page.tsx';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

/** The amount as the page shows it, with plain spaces. */
const money = (units: number): string => moneyText(units).replaceAll('\u00A0', ' ');
const R = (reais: number): number => Math.round(reais * 10_000);

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

/** A pizza costs R$ 11,00 with its loss; the app takes a quarter of its price there. */
const MENU: readonly SingleCommand[] = [
  { type: 'AddFixedCost', id: idOf('Aluguel'), name: 'Aluguel', value: R(1_000) },
  { type: 'RecordMonthRevenue', month: 1, value: R(6_000), orders: 150 },
  { type: 'AddIngredient', id: idOf('Massa'), name: 'Massa', unit: 'un', unitPrice: R(10) },
  { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: R(40) },
  { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Massa'), quantity: R(1) },
];
const CHANNELS: readonly SingleCommand[] = [
  { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' },
  { type: 'AddChannel', id: idOf('App'), name: 'App' },
  { type: 'AddVariableCost', id: idOf('Comissão'), name: 'Comissão', percentage: R(25), channels: [idOf('App')] },
];
const recordSales = (month: string, channel: string, quantity: number): SingleCommand => ({
  type: 'RecordSales',
  month,
  channelId: idOf(channel),
  newChannelId: idOf('Balcão'),
  rows: [{ dishId: idOf('Pizza'), quantity, revenue: null }],
});

const effect = () => within(screen.getByRole('region', { name: 'Efeito no negócio' }));

test('the trial offers no prices of channels before there are two', async () => {
  await showTab(<WhatIfPage />, createFakeServer([...MENU, ...CHANNELS.slice(0, 1)]));
  expect(page()).not.toMatch(/cana[li]|pelo que você vende/i);
});

test('a trial price in the app changes the sales-weighted result and can be applied', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const server = createFakeServer([
    ...MENU,
    ...CHANNELS,
    recordSales(month, 'Balcão', 50),
    recordSales(month, 'App', 100),
  ]);
  const { user } = await showTab(<WhatIfPage />, server);
  // 50 × 29 + 100 × (40 − 10 − 11) − 1 000
  await waitFor(() => expect(effect().getByText('Resultado por mês, pelo que você vende')).toBeTruthy());
  expect(effect().getByText(money(R(2_350)))).toBeTruthy();
  await user.click(screen.getByLabelText('Preços por canal'));
  const field = screen.getByLabelText<HTMLInputElement>('Pizza no App');
  expect(field.placeholder).toBe('40,00');
  await user.type(field, '48');
  // Each of the hundred sales leaves R$ 6 more: 8 less the app's quarter.
  expect(effect().getByText(money(R(2_950)))).toBeTruthy();
  expect(effect().getByText(`hoje ${money(R(2_350))}`)).toBeTruthy();
  expect(page()).toContain('1 mudança em teste');
  await user.click(screen.getByText('Aplicar tudo'));
  await waitFor(() => expect(server.state().dishes.get(idOf('Pizza'))?.prices).toEqual({ [idOf('App')]: R(48) }));
  expect(server.state().dishes.get(idOf('Pizza'))?.salePrice).toBe(R(40));
});

describe('a simulated price in a channel', () => {
  const state = createFakeServer([...MENU, ...CHANNELS]).state();
  const id = dishChannelId(idOf('Pizza'), idOf('App'));

  test('starts at the sale price and gives the figures of the change itself', () => {
    const thing = { kind: 'channelPrice', id } as const;
    expect(amountOf(thing, state)).toBe(R(40));
    const { after } = simulateCommands(state, [commandOf({ ...thing, from: R(40), to: 0 }, state)]);
    expect(amountOf(thing, after)).toBe(0);
    expect(businessFigures(after).dishes.get(idOf('Pizza'))?.channels[1]?.price).toBe(0);
  });

  test.each([
    ['of the main channel', dishChannelId(idOf('Pizza'), idOf('Balcão'))],
    ['of a removed channel', dishChannelId(idOf('Pizza'), idOf('Mesas'))],
    ['of a removed dish', dishChannelId(idOf('Bolo'), idOf('App'))],
  ])('has no amount for a price %s', (_what, other) => {
    expect(amountOf({ kind: 'channelPrice', id: other }, state)).toBeUndefined();
  });
});

test('a trial mix changes the sales-weighted result and is never applied', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const server = createFakeServer([
    ...MENU,
    ...CHANNELS,
    recordSales(month, 'Balcão', 50),
    recordSales(month, 'App', 100),
  ]);
  const { user } = await showTab(<WhatIfPage />, server);
  await waitFor(() => expect(effect().getByText(money(R(2_350)))).toBeTruthy());
  await user.click(await screen.findByLabelText('O que você vende'));
  const field = screen.getByLabelText<HTMLInputElement>('Pizza no Balcão');
  expect(field.placeholder).toBe('50');
  await user.type(field, '80,5');
  expect(page()).toContain('Digite um número inteiro, como 120.');
  expect(effect().getByText(money(R(2_350)))).toBeTruthy();
  await user.clear(field);
  await user.type(field, '80');
  // 80 × 29 + 100 × 19 − 1 000
  await waitFor(() => expect(effect().getByText(money(R(3_220)))).toBeTruthy());
  expect(page()).toContain('Só para experimentar: o que foi vendido não muda.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Aplicar tudo' }).disabled).toBe(true);
  await user.click(screen.getByLabelText('Preços por canal'));
  await user.type(screen.getByLabelText('Pizza no App'), '44');
  await user.click(screen.getByRole('button', { name: 'Aplicar tudo' }));
  await waitFor(() => expect(page()).toContain('Aplicado de uma vez: 1 mudança.'));
  // The trial of the mix stays beside the applied price: 80 × 29 + 100 × 22 − 1 000.
  await waitFor(() => expect(effect().getByText(money(R(3_520)))).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Tirar Pizza no Balcão do plano' }));
  await waitFor(() => expect(effect().getByText(money(R(2_650)))).toBeTruthy());
});

test('the trial offers no mix before something is sold', async () => {
  await showTab(<WhatIfPage />, createFakeServer([...MENU, ...CHANNELS]));
  expect(screen.queryByLabelText('O que você vende')).toBeNull();
});
