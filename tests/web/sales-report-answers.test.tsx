import { DEFAULT_CHANNEL_NAME, MAIN, type SoldDish } from '#domain/business/sales/fields.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { selectableMonths } from '#web/features/mix/sales-loader.ts';
import { ReportPage } from '#web/features/sales-report/report-page.tsx';
import { reportReader } from '#web/features/sales-report/report-reader.ts';
import { type FakeServer, idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

type Content = string | Uint8Array<ArrayBuffer>;

/** Opens the page and chooses these files together. */
async function show(server: FakeServer, ...contents: readonly Content[]) {
  const { hook, searchHook } = memoryLocation({ path: '/dashboard/relatorio-de-vendas' });
  const shown = await showTab(
    <Router hook={hook} searchHook={searchHook}>
      <ReportPage reader={reportReader} />
    </Router>,
    server,
  );
  const files = contents.map((content, index) => new File([content], `${index + 1}.csv`));
  fireEvent.change(await screen.findByLabelText('Arquivo do relatório'), { target: { files } });
  await screen.findByRole('heading', { name: 'O que entra' });
  return shown;
}

const sample = (name: string) => new Uint8Array(readFileSync(`${import.meta.dirname}/../samples/import/${name}`));
const plainPage = (): string => page().replaceAll('\u00A0', ' ');
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const importButton = () => button(/^(Trazer as vendas|Trazer o Faturamento|Nada a trazer)$/);
const monthAgo = (months: number): string => selectableMonths(new Date().toISOString().slice(0, 10))[months] ?? '';
/** The first day of an earlier month, like '01/10/2026'. */
const dayAgo = (months: number): string => `01/${monthAgo(months).split('-').toReversed().join('/')}`;
const rowsOf = (server: FakeServer, month: string) =>
  [...server.state().sales.values()].find((set) => set.month === month)?.rows;
const row = (name: string, quantity: number, revenue: number | null = null): SoldDish => ({
  dishId: idOf(name),
  quantity,
  revenue,
});
const recordSales = (month: string, channelId: string, ...rows: readonly SoldDish[]): BusinessCommand => ({
  type: 'RecordSales',
  month,
  channelId,
  newChannelId: idOf(DEFAULT_CHANNEL_NAME),
  rows,
});
const PIZZA = 'Pizza Muçarela';

describe('a line of a sales report with one negative number', () => {
  const text = new TextDecoder().decode(sample('c6-valor-negativo.csv'));
  test.each([
    ['Devolução, na linha 2', 'Entram 1 venda, R$ 29,90.', 'somam 1 venda.', row(PIZZA, 1, 299_000)],
    ['Deixar de fora, na linha 2', 'Entram 3 vendas, R$ 149,70.', 'somam 3 vendas;', row(PIZZA, 3, 1_497_000)],
  ])('is counted as the owner answers: %s', async (answer, sentence, sum, saved) => {
    const server = pizzeriaServer();
    const { user } = await show(server, text.replaceAll('Pizza;', `${PIZZA};`));
    expect(page()).toContain('1 linha é devolução?');
    expect(page()).toContain('1 sem resposta');
    await waitFor(() => expect(plainPage()).toContain('somam 3 vendas; o total do arquivo diz R$ 29,90'));
    await user.click(button(answer));
    await waitFor(() => expect(plainPage()).toContain(sentence));
    await waitFor(() => expect(plainPage()).toContain(sum));
    await user.click(importButton());
    await waitFor(() => expect(rowsOf(server, monthAgo(1))).toEqual([saved]));
  });
});

describe('a sales report with one difficulty', () => {
  test.each([
    ['b9-bruto-e-liquido.csv', 'somam 1 venda, R$ 50,00.'],
    ['c2d-relatorio-tab.csv', 'somam 3 vendas, R$ 150,00.'],
    ['c6b-produto-total.csv', 'somam 3 vendas, R$ 81,80.'],
    ['c11a-celula-mesclada.xlsx', 'somam 5 vendas, R$ 269,50.'],
    ['c11a-sem-nome.csv', 'Linha 3: Sem produto: quantidade 2, R$ 100,00.'],
    ['c11d-ref.xlsx', 'A planilha tem “#REF!” nesta linha: a conta está quebrada.'],
  ])('is read correctly, and the screen says what was found: %s', async (name, sentence) => {
    await show(pizzeriaServer(), sample(name));
    await waitFor(() => expect(plainPage()).toContain(sentence));
  });

  test('belongs to the month of its sales in São Paulo’s time', async () => {
    const { user } = await show(pizzeriaServer(), sample('c7-utc.csv'));
    await user.click(button('Escolher o prato de Pizza'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Prato de Pizza' }), PIZZA);
    await waitFor(() => expect(plainPage()).toContain('Outubro de 2026'));
  });

  test('shows no amount when its formulas have no value, and says so', async () => {
    await show(pizzeriaServer(), sample('c11b-formula-sem-valor.xlsx'));
    await waitFor(() => expect(plainPage()).toContain('Há fórmulas sem valor guardado (linha 2)'));
    await waitFor(() => expect(plainPage()).toContain('somam 3 vendas.'));
    expect(page()).not.toContain('R$');
  });

  test('leaves its hidden row out, and one tap includes it', async () => {
    const { user } = await show(pizzeriaServer(), sample('c11d-linha-escondida.xlsx'));
    await waitFor(() => expect(plainPage()).toContain('somam 3 vendas, R$ 149,70.'));
    await user.click(button('Trazer também o que está escondido'));
    await waitFor(() => expect(plainPage()).toContain('somam 8 vendas, R$ 199,70.'));
  });
});

test('the import of a report includes cancelled lines after one tap', async () => {
  const { user } = await show(pizzeriaServer(), `Produto;Qtde;Status\n${PIZZA};2;ok\n${PIZZA};1;Cancelado\n`);
  expect(page()).toContain('Entram 2 vendas.');
  expect(page()).toContain('3 linhas no arquivo: 1 de cabeçalho, 1 entra e 1 cancelada.');
  await user.click(button('Trazer também o que foi cancelado'));
  await waitFor(() => expect(page()).toContain('Entram 3 vendas.'));
});

test('the import of a report asks about net values before it imports anything', async () => {
  const server = pizzeriaServer();
  const { user } = await show(server, `Produto;Qtde;Total líquido\n${PIZZA};2;70,00\n`);
  expect(page()).toContain('Já sem a comissão do aplicativo?');
  expect(importButton().disabled).toBe(true);
  await user.click(button('Sim, já sem ela'));
  await waitFor(() => expect(page()).toContain('contam pelo preço do canal'));
  await waitFor(() => expect(page()).toContain('Entram 2 vendas.'));
  await user.click(importButton());
  await waitFor(() => expect(rowsOf(server, monthAgo(1))).toEqual([row(PIZZA, 2)]));
});

describe('the remembered answers about a report', () => {
  const layouts = (server: FakeServer) => server.requests('rememberImport').map(({ body }) => body);
  const WAITS = 'Enquanto você não disser, fica de fora.';

  test.each([
    ['Sim, já sem ela', 'yes'],
    ['Não', 'no'],
  ])('apply the answer about net values to the next report with the same headings: %s', async (answer, kept) => {
    const server = pizzeriaServer();
    const report = (quantity: number) => `Produto;Qtde;Total líquido\n${PIZZA};${quantity};70,00\n`;
    const first = await show(server, report(2));
    await first.user.click(button(answer));
    await waitFor(() => expect(importButton().disabled).toBe(false));
    await first.user.click(importButton());
    await waitFor(() => expect(layouts(server)).toMatchObject([{ layouts: [{ answers: { without_fee: kept } }] }]));
    cleanup();
    const second = await show(server, report(3));
    expect(button(answer).getAttribute('aria-pressed')).toBe('true');
    await second.user.click(importButton());
    await waitFor(() => expect(rowsOf(server, monthAgo(1))).toEqual([row(PIZZA, 3, kept === 'no' ? 700_000 : null)]));
    expect(layouts(server)).toHaveLength(1);
  });

  test('apply the answer about negative numbers when all lines were answered alike, and let it be changed', async () => {
    const server = pizzeriaServer();
    const report = (...values: readonly string[]) =>
      `Produto;Qtde;Total\n${PIZZA};9;90,00\n${values.map((value) => `${PIZZA};1;${value}\n`).join('')}`;
    const first = await show(server, report('-10,00', '-20,00'));
    expect(page()).toContain(WAITS);
    await first.user.click(button('Devolução, na linha 3'));
    await first.user.click(button('Devolução, na linha 4'));
    await waitFor(() => expect(page()).toContain('Entram 7 vendas'));
    await first.user.click(importButton());
    await waitFor(() =>
      expect(layouts(server)).toMatchObject([{ layouts: [{ answers: { negative_line: 'return' } }] }]),
    );
    cleanup();
    const second = await show(server, report('-10,00', '-20,00', '-30,00'));
    expect(page()).not.toContain(WAITS);
    expect(page()).toContain('Entram 6 vendas');
    await second.user.click(button('Deixar de fora, na linha 5'));
    await waitFor(() => expect(page()).toContain('Entram 7 vendas'));
    await second.user.click(importButton());
    await waitFor(() => expect(layouts(server)).toHaveLength(2));
    cleanup();
    await show(server, report('-10,00'));
    expect(page()).toContain(WAITS);
  });
});

test('the import of a report can add its sales to the existing ones', async () => {
  const server = pizzeriaServer();
  server.changeRemotely(recordSales(monthAgo(1), MAIN, row(PIZZA, 9, 900_000)));
  const { user } = await show(server, `Produto;Qtde;Total;Data\n${PIZZA};1;10,00;${dayAgo(1)}\n`);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Trocar pelas do relatório' }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Somar às que estão lá' }));
  await user.click(importButton());
  await waitFor(() => expect(rowsOf(server, monthAgo(1))).toEqual([row(PIZZA, 10, 1_000_000)]));
});

test('files imported together are one report, and each can be left out', async () => {
  const week = (quantity: number) => `Produto;Qtde\n${PIZZA};${quantity}\n`;
  const { user } = await show(pizzeriaServer(), week(2), week(3), week(3));
  expect(page()).toContain('“3.csv” é igual a outro arquivo e conta uma vez só.');
  expect(page()).toContain('Entram 5 vendas.');
  await user.click(screen.getByRole('checkbox', { name: '2.csv' }));
  await waitFor(() => expect(page()).toContain('Entram 2 vendas.'));
});

test('the import of a report creates a missing channel in the same change', async () => {
  const server = pizzeriaServer();
  const month = monthAgo(1);
  const { user } = await show(
    server,
    `Produto;Quantidade;Data;Canal\n${PIZZA};5;${dayAgo(1)};Balcão\n${PIZZA};3;${dayAgo(1)};iFood\n`,
  );
  const app = screen.getByLabelText<HTMLSelectElement>('iFood');
  expect(app.selectedOptions[0]?.textContent).toBe('Com todas as outras vendas');
  await user.selectOptions(app, 'Criar o canal “iFood”');
  await user.click(importButton());
  await waitFor(() => expect(server.state().sales.size).toBe(2));
  expect(server.changes()).toEqual(['applyChanges']);
  const names = new Map([...server.state().channels.values()].map(({ id, name }) => [id, name]));
  expect([...server.state().sales.values()].map((set) => [names.get(set.channelId), set.month, set.rows])).toEqual([
    ['Balcão', month, [row(PIZZA, 5)]],
    ['iFood', month, [row(PIZZA, 3)]],
  ]);
});

test('the import of a report asks whether an ambiguous quantity means thousands or decimals', async () => {
  const server = pizzeriaServer();
  const { user } = await show(server, `Produto;Quantidade;Data\n${PIZZA};1.500;${dayAgo(1)}\n`);
  expect(page()).toContain('Na planilha, 1.500 é mil ou é com vírgula?');
  expect(importButton().disabled).toBe(true);
  await user.click(button('1500, mil'));
  await waitFor(() => expect(importButton().disabled).toBe(false));
  await user.click(importButton());
  await waitFor(() => expect(rowsOf(server, monthAgo(1))).toEqual([row(PIZZA, 1_500)]));
});

test('the import of a report can create a channel for the app that its title names', async () => {
  const server = pizzeriaServer();
  const { user } = await show(server, `Vendas iFood\nProduto;Quantidade;Data\n${PIZZA};3;${dayAgo(1)}\n`);
  await user.selectOptions(screen.getByLabelText('De que canal são?'), 'Criar o canal “iFood”');
  await user.click(importButton());
  await waitFor(() => expect(server.state().sales.size).toBe(1));
  expect([...server.state().channels.values()].map(({ name, isMain }) => [name, isMain])).toEqual([
    ['Balcão', true],
    ['iFood', false],
  ]);
});

test('the import of a report assigns its sales to the channel that its title names', async () => {
  const server = pizzeriaServer();
  server.changeRemotely({ type: 'AddChannel', id: idOf(DEFAULT_CHANNEL_NAME), name: DEFAULT_CHANNEL_NAME });
  server.changeRemotely({ type: 'AddChannel', id: idOf('App'), name: 'iFood' });
  await show(server, `Vendas do IFOOD em outubro;\nProduto;Qtde\n${PIZZA};2\n`);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'De que canal são?' }).value).toBe(idOf('App'));
});

describe('the revenue of a month from a report', () => {
  test('covers all channels and is not offered while one is missing', async () => {
    const server = pizzeriaServer();
    const app = idOf('App');
    server.changeRemotely({ type: 'AddChannel', id: idOf(DEFAULT_CHANNEL_NAME), name: DEFAULT_CHANNEL_NAME });
    server.changeRemotely({ type: 'AddChannel', id: app, name: 'App' });
    server.changeRemotely(recordSales(monthAgo(2), app, row(PIZZA, 1, 200_000)));
    server.changeRemotely(recordSales(monthAgo(1), app, row(PIZZA, 1, 200_000)));
    const text = [2, 1, 0].map((months) => `${PIZZA};1;10,00;${dayAgo(months)}\n`).join('');
    await show(server, `Produto;Qtde;Total;Data\n${text}`);
    expect(screen.getAllByRole('checkbox', { name: /^Faturamento de .*: R\$\s30,00 \(/ })).toHaveLength(2);
    expect(page()).toContain('falta trazer as vendas de App. O Faturamento fica como está.');
  });

  test('can be taken from a report of orders, replacing the month’s revenue or added to it', async () => {
    const server = pizzeriaServer();
    const month = Number(monthAgo(1).slice(5));
    server.changeRemotely({ type: 'RecordMonthRevenue', month, value: 1_000_000, orders: 5 });
    const { user } = await show(server, `Pedido;Data;Valor total\n1;${dayAgo(1)};50,00\n2;${dayAgo(1)};70,00\n`);
    expect(page()).toContain('Este relatório é por pedido: ele dá Faturamento e pedidos, não os pratos');
    expect(importButton().disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: /^Somar ao que está lá: fica R\$\s220,00 e 7 pedidos$/ }));
    await user.click(importButton());
    await waitFor(() => expect(server.state().months.get(month)).toMatchObject({ value: 2_200_000, orders: 7 }));
  });
});
