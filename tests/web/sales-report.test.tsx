import { DEFAULT_CHANNEL_NAME, MAIN, type SoldDish } from '#domain/business/sales/fields.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { selectableMonths } from '#web/features/mix/sales-loader.ts';
import { ImportMemoryStore } from '#web/features/import-memory/import-memory.ts';
import { ReportDraft } from '#web/features/sales-report/report-draft.ts';
import { ReportPage } from '#web/features/sales-report/report-page.tsx';
import { reportReader } from '#web/features/sales-report/report-reader.ts';
import { type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { openBusiness } from './support/business-under-test.ts';
import { page, showTab } from './support/screen-under-test.tsx';
import { sheetXml, xlsxFile } from './support/xlsx-files.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

async function show(server: FakeServer) {
  const location = memoryLocation({ path: '/dashboard/relatorio-de-vendas', record: true });
  const shown = await showTab(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ReportPage reader={reportReader} />
    </Router>,
    server,
  );
  const choose = async (content: string | Uint8Array<ArrayBuffer>, name = 'vendas.csv') => {
    const input = await screen.findByLabelText('Arquivo do relatório');
    fireEvent.change(input, { target: { files: [new File([content], name)] } });
    await screen.findByRole('heading', { level: 2, name });
    return screen.findByRole('heading', { name: 'O que entra' });
  };
  return { ...shown, choose, history: location.history };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const importButton = () => button(/^(Trazer as vendas|Nada a trazer)$/);
const rowsOf = (server: FakeServer, month: string, channel?: string) =>
  [...server.state().sales.values()].find(
    (set) => set.month === month && (channel === undefined || set.channelId === channel),
  )?.rows;
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

/** The sample pizzeria after these commands. */
function serverWith(...commands: readonly BusinessCommand[]): FakeServer {
  const server = pizzeriaServer();
  commands.forEach(server.changeRemotely);
  return server;
}

const MONTHS = selectableMonths(new Date().toISOString().slice(0, 10));
const monthAgo = (count: number): string => MONTHS[count] ?? '';

const REPORT = [
  'Cantina da Ana;;;',
  'Produto;Qtde;Valor total;Data',
  'PIZZA MUCARELA;100;5.290,00;10/03/2026',
  'Pizza Muçarela;20;1.058,00;20/03/2026',
  'Piza Calabreza;10;500,00;20/03/2026',
  'Taxa de entrega;30;150,00;20/03/2026',
  'Total;160;6.998,00;',
].join('\r\n');

describe('the page for importing a sales report', () => {
  test('asks about unknown products, and imports the report as one change that leads to the sales', async () => {
    const server = pizzeriaServer();
    const { user, choose, history, business } = await show(server);
    await choose(REPORT);
    expect(page()).toContain('Confere com o total do arquivo: 160 vendas, R$ 6.998,00.');
    expect(page()).toContain('Falta dizer o que são 2 produtos');
    expect(importButton().disabled).toBe(true);
    await user.click(button('Piza Calabreza é Pizza Calabresa'));
    await user.click(button('Taxa de entrega não é um prato'));
    expect(page()).toContain('Entram 130 vendas, R$ 6.848,00; ficam de fora 30 vendas, R$ 150,00.');
    expect(page()).toContain('Março de 2026');
    await user.click(importButton());
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard/vendas'));
    expect(server.changes()).toEqual(['importSales']);
    expect(rowsOf(server, '2026-03')).toEqual([
      row('Pizza Muçarela', 120, 63_480_000),
      row('Pizza Calabresa', 10, 5_000_000),
    ]);
    expect([...business.state.channels.keys()]).toEqual([...server.state().channels.keys()]);
    expect([...business.state.sales]).toEqual([...server.state().sales]);
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(server.state().sales.size).toBe(0));
  });

  test('asks nothing about the report of the next month, whatever its columns are called', async () => {
    const server = pizzeriaServer();
    const first = await show(server);
    await first.choose('Coisa;Peças;Rendeu\nPiza Camarão;3;150,00\nGorjeta;1;9,00\n');
    await first.user.selectOptions(select('Valor vendido'), 'Rendeu');
    await first.user.selectOptions(select('De que mês são as vendas?'), monthAgo(2));
    await first.user.click(await screen.findByRole('button', { name: 'Escolher o prato de Gorjeta' }));
    await first.user.selectOptions(select('Prato de Gorjeta'), 'Pizza Portuguesa');
    await first.user.click(button('Piza Camarão é Pizza Camarão'));
    await first.user.click(screen.getByText('2 produtos que você explicou'));
    await first.user.click(button('Mudar o que é Gorjeta'));
    await first.user.click(button('Gorjeta não é um prato'));
    await first.user.click(importButton());
    await waitFor(() => expect(rowsOf(server, monthAgo(2))).toEqual([row('Pizza Camarão', 3, 1_500_000)]));
    await waitFor(() => expect(first.history.at(-1)).toContain('vendas'));
    await waitFor(() => expect(server.requests('rememberImport')).toHaveLength(1));
    cleanup();
    const second = await show(server);
    await second.choose('Coisa;Peças;Rendeu\nGORJETA;2;18,00\nPiza Camarão;5;250,00\n');
    expect(page()).not.toContain('Falta dizer');
    expect(page()).toContain('Colunas: como da última vez');
    await second.user.click(importButton());
    await waitFor(() => expect(rowsOf(server, monthAgo(1))).toEqual([row('Pizza Camarão', 5, 2_500_000)]));
  });

  test('previews which sales of the month are replaced, and which stay', async () => {
    const server = serverWith(recordSales('2026-03', MAIN, row('Pizza Muçarela', 9), row('Pizza Camarão', 4)));
    const { user, choose } = await show(server);
    await choose('Produto;Qtde;Data\nPizza Muçarela;12;01/03/2026\nPizza Calabresa;3;01/03/2026\n');
    expect(page()).toContain(
      '2 pratos, 15 vendas. 1 já tinha vendas neste mês: é trocado pelas do relatório. 1 que o relatório não traz fica como está.',
    );
    await user.click(importButton());
    await waitFor(() =>
      expect(rowsOf(server, '2026-03')).toEqual([
        row('Pizza Muçarela', 12),
        row('Pizza Camarão', 4),
        row('Pizza Calabresa', 3),
      ]),
    );
  });

  test('reads an Excel file like a CSV file', async () => {
    const server = pizzeriaServer();
    const { user, choose } = await show(server);
    const sheet = sheetXml([
      ['Produto', 'Qtde', 'Valor total', 'Data'],
      ['Pizza Muçarela', 12, 634.8, { day: '2026-03-31' }],
    ]);
    await choose(xlsxFile(sheet), 'vendas.xlsx');
    await user.click(importButton());
    await waitFor(() => expect(rowsOf(server, '2026-03')).toEqual([row('Pizza Muçarela', 12, 6_348_000)]));
  });

  test('points out a total that differs from the sum of the lines', async () => {
    const { choose } = await show(pizzeriaServer());
    await choose('Produto;Qtde;Total\nPizza Muçarela;12;600,00\nPizza Calabresa;uma;75,00\nTotal;13;675,00\n');
    expect(page()).toContain(
      'Não confere: o total do arquivo diz 13 vendas e as linhas somam 12 vendas; o total do arquivo diz R$ 675,00 e as linhas somam R$ 600,00 (diferença de R$ 75,00).',
    );
    expect(page()).toContain('Linha 3, Pizza Calabresa: Não entendi a quantidade “uma”.');
  });

  test('leaves out a dish of which more is cancelled than sold', async () => {
    const { choose } = await show(pizzeriaServer());
    await choose('Produto;Qtde;Data\nPizza Muçarela;-2;01/03/2026\nPizza Calabresa;3;01/03/2026\n');
    expect(page()).toContain('Pizza Muçarela, março de 2026: Há mais cancelamentos que vendas.');
    expect(page()).toContain('1 prato, 3 vendas.');
  });
});

describe('the revenue of months in a report', () => {
  const ORDERS = [
    'Pedido;Data;Produto;Qtde;Valor total',
    '1;01/03/2026;Pizza Muçarela;2;105,80',
    '1;01/03/2026;Pizza Calabresa;1;49,90',
    '2;02/03/2026;Pizza Muçarela;1;52,90',
  ].join('\n');

  test('revenue and orders are set when the person wants it, and undone with the report', async () => {
    const server = pizzeriaServer();
    const before = server.state().months.get(3);
    const { user, choose, business } = await show(server);
    await choose(ORDERS);
    await user.click(
      screen.getByRole('checkbox', { name: /^Faturamento de março: R\$\s208,60 e 2 pedidos \(hoje R\$/ }),
    );
    await user.click(importButton());
    await waitFor(() => expect(server.state().months.get(3)).toMatchObject({ value: 2_086_000, orders: 2 }));
    expect(server.changes()).toEqual(['importSales']);
    expect(business.state.months.get(3)).toMatchObject({ value: 2_086_000, orders: 2 });
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() =>
      expect(server.state().months.get(3)).toMatchObject({ value: before?.value, orders: before?.orders }),
    );
  });

  test('revenue is not changed otherwise, and the orders stay when the report counts none', async () => {
    const server = pizzeriaServer();
    const { user, choose } = await show(server);
    await choose(
      'Data;Produto;Qtde;Valor total\n01/03/2026;Pizza Muçarela;2;105,80\n01/04/2026;Pizza Muçarela;1;52,90\n',
    );
    const before = server.state().months;
    await user.click(screen.getByRole('checkbox', { name: /^Faturamento de abril: R\$\s52,90 \(/ }));
    await user.click(importButton());
    await waitFor(() => expect(server.state().months.get(4)?.value).toBe(529_000));
    expect(server.state().months.get(4)?.orders).toBe(before.get(4)?.orders);
    expect(server.state().months.get(3)).toEqual(before.get(3));
  });
});

describe('the channels of a report', () => {
  const APP = idOf('App');
  const withChannels = () =>
    serverWith(
      { type: 'AddChannel', id: idOf(DEFAULT_CHANNEL_NAME), name: DEFAULT_CHANNEL_NAME },
      { type: 'AddChannel', id: APP, name: 'App' },
    );

  test('each channel that the report names is asked about once', async () => {
    const server = withChannels();
    const { user, choose } = await show(server);
    await choose(
      'Canal;Data;Produto;Qtde\niFood;01/03/2026;Pizza Muçarela;2\nBALCAO;01/03/2026;Pizza Muçarela;5\nEvento;01/03/2026;Pizza Muçarela;1\n',
    );
    expect(select('BALCAO').value).toBe(idOf(DEFAULT_CHANNEL_NAME));
    expect(importButton().disabled).toBe(true);
    await user.selectOptions(select('iFood'), 'App');
    await user.selectOptions(select('Evento'), 'Não trazer');
    const sets = within(screen.getByRole('region', { name: 'O que entra' }));
    expect(sets.getByText('App, março de 2026')).toBeTruthy();
    await user.click(importButton());
    await waitFor(() => expect(rowsOf(server, '2026-03', APP)).toEqual([row('Pizza Muçarela', 2)]));
    expect(rowsOf(server, '2026-03', idOf(DEFAULT_CHANNEL_NAME))).toEqual([row('Pizza Muçarela', 5)]);
  });

  test('the channel is asked for when the report names none', async () => {
    const server = withChannels();
    const { user, choose } = await show(server);
    await choose('Data;Produto;Qtde\n01/03/2026;Pizza Muçarela;2\n');
    await user.selectOptions(select('De que canal são?'), 'App');
    await user.click(importButton());
    await waitFor(() => expect(rowsOf(server, '2026-03', APP)).toEqual([row('Pizza Muçarela', 2)]));
  });

  test('a business without channels is offered to add the channel, and nothing is asked', async () => {
    const { choose } = await show(pizzeriaServer());
    await choose('Canal;Produto;Qtde\niFood;Pizza Muçarela;2\n');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'iFood' }).selectedOptions[0]?.textContent).toBe(
      'Com todas as outras vendas',
    );
    expect(page()).not.toContain('Diga que canal é este.');
    expect(button('Trazer as vendas').disabled).toBe(false);
  });
});

describe('a report that cannot be imported', () => {
  test('an unreadable file is reported at the field for choosing a file', async () => {
    await show(pizzeriaServer());
    const input = await screen.findByLabelText('Arquivo do relatório');
    fireEvent.change(input, { target: { files: [new File([Uint8Array.from([0x50, 0x4b, 3, 4, 0])], 'x.xlsx')] } });
    expect((await screen.findByRole('alert')).textContent).toContain('Não deu para abrir este arquivo do Excel.');
  });

  test('a refusal of the server keeps all answers', async () => {
    const server = pizzeriaServer();
    const { user, choose } = await show(server);
    await choose(REPORT);
    await user.click(button('Piza Calabreza é Pizza Calabresa'));
    await user.click(button('Taxa de entrega não é um prato'));
    server.failNext('importSales', problem(422, 'invalid', 'Não deu.', { 'sets.0.rows.1.quantity': 'Não deu.' }));
    await user.click(importButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Nada foi trazido. Em março de 2026: Não deu.');
    expect(server.state().sales.size).toBe(0);
    await user.click(importButton());
    await waitFor(() => expect(rowsOf(server, '2026-03')).toHaveLength(2));
  });

  test('missing columns are asked for at their fields', async () => {
    const { user } = await show(pizzeriaServer());
    const input = await screen.findByLabelText('Arquivo do relatório');
    fireEvent.change(input, { target: { files: [new File(['A;B\nx;y\nz;w\n'], 'a.csv')] } });
    await screen.findByRole('heading', { level: 2, name: 'a.csv' });
    expect(page()).toContain('Diga qual é a coluna.');
    await user.selectOptions(select('Quantidade'), '1');
    expect(await screen.findByText(/Nenhuma venda encontrada|fica de fora|ficam de fora/)).toBeTruthy();
  });

  test('when the report is too much for one change, nothing is sent', async () => {
    const server = pizzeriaServer();
    const { business, api } = await openBusiness(server);
    const memory = new ImportMemoryStore({ api, storage: () => localStorage });
    const draft = new ReportDraft({ business, reader: reportReader(), memory, month: '2026-10', lastMonths: MONTHS });
    const lines = Array.from({ length: 900 }, (_, month) =>
      [...business.state.dishes.values()].map(
        ({ name }) =>
          `${name};1;10,00;01/${String((month % 12) + 1).padStart(2, '0')}/${2010 + Math.floor(month / 12)}`,
      ),
    ).flat();
    draft.source.type(['Produto;Qtde;Valor total;Data', ...lines].join('\n'));
    await draft.source.readText();
    expect(await draft.submit()).toBe(false);
    expect(draft.source.problem).toContain('São vendas demais para trazer de uma vez.');
    expect(server.changes()).toEqual([]);
  });
});
