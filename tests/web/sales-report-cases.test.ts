import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reportReader } from '#web/features/sales-report/report-reader.ts';
import { checkSentence, rowsSentence } from '#web/features/sales-report/report-sentences.ts';
import { sortReport } from '#web/features/sales-report/report-sets.ts';
import type { ReadReportOptions, ReportContents } from '#web/features/sales-report/read-report.ts';
import { runs } from '#tests/support/property-runs.ts';
import { sheetXml, xlsxWorkbook } from './support/xlsx-files.ts';

type Content = string | Uint8Array;
const bytesOf = (content: Content): ArrayBuffer =>
  new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content).buffer;
const sample = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(`${import.meta.dirname}/../samples/import/${name}`));

/** Opens the files and reads them by the columns that their headings suggest. */
async function readAll(contents: readonly Content[], asked: Partial<ReadReportOptions> = {}, withHidden = false) {
  const reader = reportReader();
  const files = contents.map((content, index) => ({ name: `${index + 1}.csv`, content: bytesOf(content) }));
  const opening = await reader.open(files, { withHidden });
  if (!opening.ok) throw new Error('sentence' in opening ? opening.sentence : 'the letters are not known');
  const { report } = opening;
  const parts = report.parts.flatMap(({ isIncludedByDefault }, place) => (isIncludedByDefault ? [place] : []));
  const understood = await reader.readContents({
    columns: report.columns,
    month: '2026-10',
    dishes: ['pizza', 'outra'],
    parts,
    ...asked,
  });
  return { report, understood };
}
const read = async (content: Content, asked?: Partial<ReadReportOptions>, withHidden?: boolean) =>
  (await readAll([content], asked, withHidden)).understood;

/** Sorts a report in which every name is a dish. */
const sortAsDishes = (understood: ReportContents) =>
  sortReport({
    contents: understood,
    dishOf: (product) => `dish ${product}`,
    channelOf: () => 'main',
    ruleOf: () => 'replace',
    sales: new Map(),
  });
const reais = (value: number): bigint => BigInt(Math.round(value * 10_000));
const sums = (quantity: number, revenue: number | null) => ({
  quantity,
  revenue: revenue === null ? null : reais(revenue),
});

describe('the sample reports with one difficulty each', () => {
  test.each([
    ['gross and net values', 1, 50, 'b9-bruto-e-liquido.csv'],
    ['tabs between the cells', 3, 150, 'c2d-relatorio-tab.csv'],
    ['a product whose name begins like a total', 3, 81.8, 'c6b-produto-total.csv'],
    ['times in UTC', 1, 49.9, 'c7-utc.csv'],
    ['a merged cell', 5, 269.5, 'c11a-celula-mesclada.xlsx'],
    ['a hidden row', 3, 149.7, 'c11d-linha-escondida.xlsx'],
  ])('give, despite %s, %s pieces and R$ %s in October (%s)', async (_difficulty, quantity, revenue, name) => {
    const understood = await read(sample(name));
    expect(understood.salesTotals).toEqual(sums(quantity, revenue));
    expect(understood.months.map(({ month }) => month)).toEqual(['2026-10']);
  });

  test('leave out a line with one negative number until it is answered (c6-valor-negativo.csv)', async () => {
    const name = 'c6-valor-negativo.csv';
    const open = await read(sample(name));
    expect(open).toMatchObject({
      salesTotals: sums(3, 149.7),
      signQuestionCount: 1,
      rows: { unanswered: 1, sale: 1, total: 1 },
    });
    expect(open.signQuestions).toMatchObject([{ line: 2, product: 'Pizza', answer: undefined, ...sums(2, -119.8) }]);
    const { key = '' } = open.signQuestions[0] ?? {};
    const countedAsReturn = await read(sample(name), { signAnswers: { [key]: 'return' } });
    expect(countedAsReturn.salesTotals).toEqual(sums(1, 29.9));
    expect(checkSentence(countedAsReturn)).toEqual({
      isRight: false,
      sentence: 'Não confere: o total do arquivo diz 5 vendas e as linhas somam 1 venda.',
    });
    const leftOut = await read(sample(name), { signAnswers: { '': 'out' } });
    expect(leftOut).toMatchObject({ salesTotals: sums(3, 149.7), rows: { dropped: 1 } });
  });

  test('count a product whose name begins like a total (c6b-produto-total.csv)', async () => {
    expect((await read(sample('c6b-produto-total.csv'))).products.map(({ name }) => name)).toEqual([
      'Pizza',
      'Total Mix açaí',
    ]);
  });

  test('list a row without a product with its content (c11a-sem-nome.csv)', async () => {
    const { problems, rows, salesTotals: sum } = await read(sample('c11a-sem-nome.csv'));
    expect(problems).toMatchObject([
      { line: 3, sentence: expect.stringMatching(/^Sem produto: quantidade 2, R\$\s100,00\.$/) },
    ]);
    expect(rows).toMatchObject({ problem: 1, sale: 1 });
    expect(sum).toEqual(sums(1, 50));
  });

  test('give a formula without a stored value an unknown revenue, and not zero (c11b-formula-sem-valor.xlsx)', async () => {
    const { report, understood } = await readAll([sample('c11b-formula-sem-valor.xlsx')]);
    expect(understood.salesTotals.revenue).toBeNull();
    expect(understood.salesTotals.quantity).toBeGreaterThan(0);
    expect(report.notes.join()).toContain('fórmulas sem valor guardado');
    expect(
      JSON.stringify([checkSentence(understood), rowsSentence(understood, sortAsDishes(understood))]),
    ).not.toContain('R$');
  });

  test('leave out a broken row (c11d-ref.xlsx), and a hidden one that can be included (c11d-linha-escondida.xlsx)', async () => {
    const broken = await read(sample('c11d-ref.xlsx'));
    expect(broken.problems).toMatchObject([{ sentence: expect.stringContaining('#REF!') }]);
    const { report, understood } = await readAll([sample('c11d-linha-escondida.xlsx')]);
    expect(report.notes).toEqual(['Fica de fora o que está escondido: 1 linha.']);
    expect(understood.rows.hidden).toBe(1);
    expect((await read(sample('c11d-linha-escondida.xlsx'), {}, true)).salesTotals).toEqual(sums(8, 199.7));
  });
});

describe('a line of a sales report', () => {
  test('is a return when both numbers are negative', async () => {
    expect((await read('Produto;Qtde;Total\nPizza;5;50,00\nPizza;-1;-10,00\nPizza;(1);10,00-\n')).salesTotals).toEqual(
      sums(3, 30),
    );
  });

  test('is left out when it was cancelled, and can be included', async () => {
    const text =
      'Produto;Qtde;Total;Status\nPizza;5;50,00;Concluído\nPizza;1;10,00;CANCELADO\nPizza;2;20,00;Estornada\nPizza;1;9,00;não cancelado\n';
    expect(await read(text)).toMatchObject({
      salesTotals: sums(6, 59),
      cancelled: sums(3, 30),
      rows: { cancelled: 2, sale: 2 },
    });
    expect((await read(text, { includesCancelled: true })).salesTotals).toEqual(sums(9, 89));
  });

  test('has its discount subtracted from the gross value, but not from the net one', async () => {
    const body = 'Pizza;2;100,00;10,00\nOutra;-1;-50,00;-5,00\nTotal;1;50,00;5,00\n';
    const gross = await read(`Produto;Qtde;Valor bruto;Desconto\n${body}`);
    expect(gross).toMatchObject({ salesTotals: sums(1, 45), fileTotals: sums(1, 45) });
    expect((await read(`Produto;Qtde;Valor líquido;Desconto\n${body}`)).salesTotals).toEqual(sums(1, 50));
  });

  test('counts only by quantity when the values lack the app’s commission', async () => {
    const text = 'Produto;Qtde;Total líquido\nPizza;2;70,00\nTotal;2;70,00\n';
    expect(await read(text, { ignoresValues: true })).toMatchObject({
      salesTotals: sums(2, null),
      fileTotals: sums(2, null),
    });
  });

  test('called a total is that of a group, of everything, or of neither, as its numbers show', async () => {
    const head = 'Produto;Qtde;Total\n';
    const groups = 'Pizza;1;10,00\nOutra;2;20,00\nSubtotal;3;30,00\nSuco;1;5,00\nÁgua;1;5,00\nTotal bebidas;2;10,00\n';
    expect(await read(`${head}${groups}`)).toMatchObject({
      salesTotals: sums(5, 40),
      fileTotals: null,
      wrongTotals: [],
    });
    expect(await read(`${head}${groups};5;40,00\n`)).toMatchObject({
      salesTotals: sums(5, 40),
      fileTotals: sums(5, 40),
    });
    expect(await read(`${head}Pizza;1;10,00\nTotal:;9;90,00\nOutra;2;20,00\nTotal geral;3;30,00\n`)).toMatchObject({
      wrongTotals: [{ line: 3 }],
      fileTotals: sums(3, 30),
    });
  });
});

test('fractions of quantities are added up first and then rounded half up', async () => {
  const understood = await read(
    'Produto;Qtde;Total\nPizza;0,5;25,00\nPizza;0,5;25,00\nOutra;1,5;60,00\nPeixe;0,35;9,00\n',
  );
  const { sets, refusals } = sortAsDishes(understood);
  expect(sets[0]?.rows.map(({ quantity }) => quantity)).toEqual([1, 2]);
  expect(sets[0]?.rounded).toEqual([{ dishId: 'dish 1', from: 1.5, to: 2 }]);
  expect(refusals).toMatchObject([{ sentence: 'A soma é 0,35: menos de meia venda não conta.' }]);
});

test('a date with the month first decides the order for its whole column', async () => {
  const { months, isMonthFirst } = await read('Produto;Qtde;Data\nPizza;1;10/05/2026\nPizza;1;10/31/2026\n');
  expect(months.map(({ month }) => month)).toEqual(['2026-10']);
  expect(isMonthFirst).toBe(true);
});

describe('several files of one report', () => {
  const week = (day: string) => `Produto;Qtde;Total;Data\nPizza;2;100,00;${day}/10/2026\nTotal;2;100,00;\n`;
  test('are read as one report, in which equal files count once', async () => {
    const { report, understood } = await readAll([week('01'), week('08'), week('01')]);
    expect(report.notes).toEqual(['“3.csv” é igual a outro arquivo e conta uma vez só.']);
    expect(report.parts.map(({ name }) => name)).toEqual(['1.csv', '2.csv']);
    expect(understood).toMatchObject({ salesTotals: sums(4, 200), fileTotals: sums(4, 200) });
  });

  test('may have different columns and can be left out one by one', async () => {
    const files = [week('01'), 'Canal;Item;Quantidade\niFood;Outra;3\n'];
    expect((await readAll(files)).understood.salesTotals.quantity).toBe(5);
    expect((await readAll(files, { parts: [1] })).understood.salesTotals.quantity).toBe(3);
  });

  test('have only the sheets with equal columns chosen by default', async () => {
    const sheet = (quantity: number) =>
      sheetXml([
        ['Produto', 'Qtde'],
        ['Pizza', quantity],
      ]);
    const summary = sheetXml([
      ['Item', 'Quantidade'],
      ['Pizza', 3],
    ]);
    const { report, understood } = await readAll([
      xlsxWorkbook([
        ['Semana 1', sheet(1)],
        ['Semana 2', sheet(2)],
        ['Resumo', summary],
      ]),
    ]);
    expect(report.parts).toEqual([
      { name: 'Semana 1', isIncludedByDefault: true },
      { name: 'Semana 2', isIncludedByDefault: true },
      { name: 'Resumo', isIncludedByDefault: false },
    ]);
    expect(understood.salesTotals.quantity).toBe(3);
  });
});

test('a report of orders gives revenue and number of orders', async () => {
  const { report, understood } = await readAll([
    'Pedido;Data;Cliente;Valor total;Situação\n1;01/10/2026;Ana;50,00;ok\n2;02/10/2026;Bia;70,00;ok\n3;02/10/2026;Caio;70,00;Cancelado\nTotal;;;120,00;\n',
  ]);
  expect(report.columns.product).toBeNull();
  expect(understood).toMatchObject({
    isPerOrder: true,
    months: [{ month: '2026-10', revenue: reais(120), orders: 2 }],
    rows: { sale: 2, cancelled: 1, total: 1 },
  });
});

const cell = fc.constantFrom(
  '',
  'Pizza',
  'Outra',
  'Total',
  'Subtotal',
  'Total Mix',
  'x',
  '1',
  '2',
  '0,5',
  '-1',
  '(3)',
  '10,00',
  '#REF!',
);
const status = fc.constantFrom('', 'ok', 'Cancelado');
const randomRow = fc.tuple(cell, cell, cell, status);
const signs = fc.constantFrom<ReadReportOptions['signAnswers']>({}, { '': 'return' }, { '': 'out' });

test('every row of a report is counted exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomRow, { maxLength: 30 }), signs, fc.boolean(), async (body, said, withCancelled) => {
      const lines = [['Relatório'], [], ['Produto', 'Qtde', 'Total', 'Status'], ...body];
      const understood = await read(lines.map((line) => line.join(';')).join('\n'), {
        signAnswers: said ?? {},
        includesCancelled: withCancelled,
      });
      const last = lines.findLastIndex((line) => line.some((text) => text !== '')) + 1;
      expect(Object.values(understood.rows).reduce((all, rows) => all + rows, 0)).toBe(last);
      const places = understood.products.map((_, place) => place);
      const { imported, notDishes, notChannels, refusedTotals, unanswered } = sortReport({
        contents: understood,
        dishOf: (product) => [null, undefined, 'dish'][places.indexOf(product) % 3],
        channelOf: () => 'main',
        ruleOf: () => 'replace',
        sales: new Map(),
      });
      const sales = [imported, notDishes, notChannels, refusedTotals, unanswered];
      expect(sales.reduce((all, each) => all + each.lines, 0)).toBe(understood.rows.sale);
    }),
    runs(200),
  );
});
