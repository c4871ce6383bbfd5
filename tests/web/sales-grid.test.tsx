import { DEFAULT_CHANNEL_NAME, MAIN, type SoldDish } from '#domain/business/sales/fields.ts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { BreakEvenTab } from '#web/features/break-even/break-even-tab.tsx';
import { selectableMonths } from '#web/features/mix/sales-loader.ts';
import { type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(cleanup);

const MONTHS = selectableMonths(new Date().toISOString().slice(0, 10));
const monthAgo = (count: number): string => MONTHS[count] ?? '';
const row = (name: string, quantity: number, revenue: number | null = null): SoldDish => ({
  dishId: idOf(name),
  quantity,
  revenue,
});
const recordSales = (month: string, ...rows: readonly SoldDish[]): BusinessCommand => ({
  type: 'RecordSales',
  month,
  channelId: MAIN,
  newChannelId: idOf(DEFAULT_CHANNEL_NAME),
  rows,
});

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const quantityOf = (dish: string) => field(`Vendidos: ${dish}`);
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar vendas' });
const rowsAt = (server: FakeServer, month: string) =>
  [...server.state().sales.values()].find((set) => set.month === month)?.rows;

async function open(server: FakeServer) {
  const shown = await showTab(<BreakEvenTab />, server);
  const line = screen.getByText(/^(Conte o que vendeu|Pelo que você vende)/, { selector: 'summary' });
  // The section is already open when something was sold.
  if (!line.closest('details')?.open) await shown.user.click(line);
  await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' });
  const choose = (month: string) => shown.user.selectOptions(screen.getByRole('combobox', { name: 'Mês' }), month);
  return { ...shown, choose };
}

/** The sample pizzeria after these commands. */
function serverWith(...commands: readonly BusinessCommand[]): FakeServer {
  const server = pizzeriaServer();
  commands.forEach(server.changeRemotely);
  return server;
}

describe('the revenue of a dish in the sales grid', () => {
  test('is quantity times price until another amount is typed in its field', async () => {
    const server = pizzeriaServer();
    const { user } = await open(server);
    expect(page()).not.toContain('Sei quanto entrou');
    await user.type(quantityOf('Pizza Muçarela'), '120');
    expect(page()).toContain('R$ 6.348,00 pelo preço');
    expect(page()).toContain('Total: 120 vendasR$ 6.348,00');
    await user.click(screen.getByRole('button', { name: 'Sei quanto entrou: Pizza Muçarela' }));
    expect(document.activeElement).toBe(field('Quanto entrou: Pizza Muçarela'));
    await user.keyboard('5.990,50');
    expect(page()).toContain('Total: 120 vendasR$ 5.990,50');
    await user.click(saveButton());
    await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toEqual([row('Pizza Muçarela', 120, 59_905_000)]));
    expect(field('Quanto entrou: Pizza Muçarela').value).toBe('5.990,50');
  });

  test('is computed from the price again when its field is cleared, and needs a quantity', async () => {
    const server = serverWith(recordSales(monthAgo(1), row('Pizza Muçarela', 120, 59_905_000)));
    const { user } = await open(server);
    await user.clear(field('Quanto entrou: Pizza Muçarela'));
    await user.click(saveButton());
    await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toEqual([row('Pizza Muçarela', 120)]));
    await user.type(field('Quanto entrou: Pizza Muçarela'), '10');
    await user.clear(quantityOf('Pizza Muçarela'));
    await user.click(saveButton());
    expect(page()).toContain('Diga também quantos saíram.');
    expect(server.changes()).toEqual(['recordSales']);
  });

  test('is removed together with its quantity', async () => {
    const server = serverWith(recordSales(monthAgo(1), row('Pizza Muçarela', 120, 59_905_000)));
    const { user } = await open(server);
    await user.clear(quantityOf('Pizza Muçarela'));
    await user.click(saveButton());
    await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toBeUndefined());
  });

  test('shows an error when it is too large', async () => {
    const server = pizzeriaServer();
    const { user } = await open(server);
    await user.type(quantityOf('Pizza Muçarela'), '1');
    await user.click(screen.getByRole('button', { name: 'Sei quanto entrou: Pizza Muçarela' }));
    await user.keyboard('1.000.000.000');
    await user.click(saveButton());
    expect(field('Quanto entrou: Pizza Muçarela').getAttribute('aria-invalid')).toBe('true');
    expect(server.changes()).toEqual([]);
  });
});

test('the sales grid can copy the quantities of the last month with sales, and saves nothing by that', async () => {
  const server = serverWith(
    recordSales(monthAgo(3), row('Pizza Muçarela', 120, 59_905_000), row('Pizza Camarão', 30)),
    {
      type: 'RemoveDish',
      id: idOf('Pizza Camarão'),
    },
  );
  const { user, choose } = await open(server);
  await user.click(screen.getByRole('button', { name: /^Começar com as de / }));
  expect(quantityOf('Pizza Muçarela').value).toBe('120');
  // The revenue belongs to another month, and a removed dish is not sold again.
  expect(page()).not.toContain('Quanto entrou:');
  expect(page()).not.toContain('Pizza Camarão');
  expect(server.changes()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Descartar o que digitei' }));
  expect(quantityOf('Pizza Muçarela').value).toBe('');
  await user.click(screen.getByRole('button', { name: /^Começar com as de / }));
  await user.click(saveButton());
  await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toEqual([row('Pizza Muçarela', 120)]));
  await choose(monthAgo(3));
  expect(screen.queryByRole('button', { name: /^Começar com as de / })).toBeNull();
});

test('the sales grid names the letters left out of a quantity until the quantity is corrected', async () => {
  const { user } = await open(pizzeriaServer());
  await user.click(quantityOf('Pizza Muçarela'));
  await user.paste('8 mil');
  expect(page()).toContain('“mil” ficou de fora');
  await user.keyboard('{Enter}');
  expect(page()).toContain('“mil” ficou de fora');
  await user.click(quantityOf('Pizza Muçarela'));
  expect(page()).not.toContain('“mil” ficou de fora');
  expect(quantityOf('Pizza Muçarela').value).toBe('8');
});

test('the sales grid can be filled by keyboard alone', async () => {
  const server = pizzeriaServer();
  const { user } = await open(server);
  const dishes = [...server.state().dishes.values()];
  await user.click(quantityOf(dishes[0]?.name ?? ''));
  for (const [index] of dishes.entries()) await user.keyboard(`${index + 1}{Enter}`);
  expect(document.activeElement).toBe(saveButton());
  await user.keyboard('{Enter}');
  await vi.waitFor(() =>
    expect(rowsAt(server, monthAgo(1))).toEqual(dishes.map(({ name }, index) => row(name, index + 1))),
  );
  await user.click(quantityOf(dishes[1]?.name ?? ''));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(quantityOf(dishes[0]?.name ?? ''));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(quantityOf(dishes[2]?.name ?? ''));
});

test('the sales grid shows a removed dish with its name, so that its sales can be corrected', async () => {
  const server = serverWith(
    recordSales(monthAgo(1), row('Pizza Muçarela', 120), row('Pizza Camarão', 30)),
    { type: 'ChangeDish', id: idOf('Pizza Camarão'), name: 'Camarão Grande' },
    { type: 'RemoveDish', id: idOf('Pizza Camarão') },
  );
  const { user } = await open(server);
  expect(page()).toContain('Camarão Granderemovido');
  expect(page()).toContain('fora da conta');
  await user.clear(quantityOf('Camarão Grande'));
  await user.type(quantityOf('Camarão Grande'), '25');
  await user.click(saveButton());
  await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toContainEqual(row('Pizza Camarão', 25)));
  await user.clear(quantityOf('Camarão Grande'));
  await user.click(saveButton());
  await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toEqual([row('Pizza Muçarela', 120)]));
});

test('the sales grid offers two years and shows the saved sales of each month', async () => {
  const server = serverWith(recordSales(monthAgo(23), row('Pizza Muçarela', 7)));
  const { choose } = await open(server);
  await choose(monthAgo(23));
  expect(quantityOf('Pizza Muçarela').value).toBe('7');
});

describe('the sales grid with changes from another device', () => {
  async function typeBehindNewerChange() {
    const server = serverWith(recordSales(monthAgo(1), row('Pizza Muçarela', 120)));
    const shown = await open(server);
    await shown.user.clear(quantityOf('Pizza Muçarela'));
    await shown.user.type(quantityOf('Pizza Muçarela'), '125');
    server.changeRemotely(recordSales(monthAgo(1), row('Pizza Muçarela', 130), row('Pizza Camarão', 9)));
    await shown.business.reader.refresh();
    await vi.waitFor(() => expect(quantityOf('Pizza Camarão').value).toBe('9'));
    return { ...shown, server };
  }

  test('updates the fields that nobody types into, keeps the typed ones, and names both values', async () => {
    await typeBehindNewerChange();
    expect(quantityOf('Pizza Muçarela').value).toBe('125');
    expect(page()).toContain('Mudou enquanto você digita: “Pizza Muçarela” agora está com 130.');
  });

  test('asks which value to keep before anything is saved', async () => {
    const { user, server } = await typeBehindNewerChange();
    await user.click(saveButton());
    expect(page()).toContain('“Pizza Muçarela” mudou enquanto você digitava: era 120, agora é 130. Aqui: 125.');
    expect(server.changes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Salvar o meu' }));
    await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toContainEqual(row('Pizza Muçarela', 125)));
  });

  test('can keep the saved value and save the others', async () => {
    const { user, server } = await typeBehindNewerChange();
    await user.type(quantityOf('Pizza Calabresa'), '4');
    await user.click(saveButton());
    await user.click(screen.getByRole('button', { name: 'Ficar com o que está salvo' }));
    await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toContainEqual(row('Pizza Calabresa', 4)));
    expect(rowsAt(server, monthAgo(1))).toContainEqual(row('Pizza Muçarela', 130));
    expect(quantityOf('Pizza Muçarela').value).toBe('130');
  });

  test('keeps the sales on screen while everything is read again', async () => {
    const server = serverWith(recordSales(monthAgo(1), row('Pizza Muçarela', 120)));
    const { business } = await open(server);
    server.changeRemotely({ type: 'AddFixedCost', id: idOf('Aluguel novo'), name: 'Aluguel novo', value: 10_000 });
    const before = business.state.sales;
    await business.reader.refresh();
    expect([...business.state.sales]).toEqual([...before]);
    expect(quantityOf('Pizza Muçarela').value).toBe('120');
  });

  test('does not move a quantity that was typed before there were channels to another channel than the main one', async () => {
    const server = pizzeriaServer();
    const { user, business } = await open(server);
    await user.type(quantityOf('Pizza Muçarela'), '120');
    server.changeRemotely({ type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' });
    server.changeRemotely({ type: 'AddChannel', id: idOf('App'), name: 'App' });
    await business.reader.refresh();
    const channel = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Canal' });
    expect(quantityOf('Pizza Muçarela').value).toBe('120');
    await user.selectOptions(channel, 'App');
    expect(quantityOf('Pizza Muçarela').value).toBe('');
  });
});

describe('the sales grid with unknown data', () => {
  test('offers to try again when the dishes could not be read, and then shows the sales', async () => {
    const server = serverWith(recordSales(monthAgo(1), row('Pizza Muçarela', 120)));
    server.failNext('listDishes', problem(503, 'away', 'Fora do ar.'));
    const { user } = await showTab(<BreakEvenTab />, server);
    expect(await screen.findByText('Erro ao carregar vendas')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await vi.waitFor(() => expect(quantityOf('Pizza Muçarela').value).toBe('120'));
  });

  test('offers to try again when the sales could not be read', async () => {
    const server = serverWith(recordSales(monthAgo(1), row('Pizza Muçarela', 120)));
    server.failNext('listSales', problem(500, 'broken', 'Algo deu errado.'));
    const { user } = await showTab(<BreakEvenTab />, server);
    expect(await screen.findByText('Erro ao carregar vendas')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await vi.waitFor(() => expect(quantityOf('Pizza Muçarela').value).toBe('120'));
  });

  test('does not invite to begin when the channels could not be read', async () => {
    const server = serverWith(recordSales(monthAgo(1), row('Pizza Muçarela', 120)));
    server.failNext('listChannels', problem(503, 'away', 'Fora do ar.'));
    await showTab(<BreakEvenTab />, server);
    expect(page()).not.toMatch(/Conte o que vendeu|Pelo que você vende/);
  });
});

test('the sales grid shows the server’s refusal at its row and keeps everything typed', async () => {
  const server = pizzeriaServer();
  const { user } = await open(server);
  server.failNext(
    'recordSales',
    problem(422, 'invalid', 'Confira os campos.', { 'rows.1.dish_id': 'Não existe mais.' }),
  );
  await user.type(quantityOf('Pizza Muçarela'), '120');
  await user.type(quantityOf('Pizza Camarão'), '3');
  await user.click(saveButton());
  expect(await screen.findByText('Confira os campos. As vendas não foram salvas.')).toBeTruthy();
  expect(quantityOf('Pizza Camarão').getAttribute('aria-invalid')).toBe('true');
  expect(page()).toContain('Não existe mais.');
  expect([quantityOf('Pizza Muçarela').value, quantityOf('Pizza Camarão').value]).toEqual(['120', '3']);
  await user.click(saveButton());
  await vi.waitFor(() => expect(rowsAt(server, monthAgo(1))).toHaveLength(2));
});
