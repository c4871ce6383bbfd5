import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { decimalMarkOf, monthIn, numberIn } from '#web/features/files/cell-values.ts';
import type { ChosenFile } from '#web/features/files/read-file.ts';
import { findLayout } from '#web/features/sales-report/find-layout.ts';
import { NO_COLUMNS } from '#web/features/sales-report/report-columns.ts';
import { type ReportOpenResult, reportReader } from '#web/features/sales-report/report-reader.ts';
import type { ReadReportOptions } from '#web/features/sales-report/read-report.ts';
import { runs } from '#tests/support/property-runs.ts';
import { sheetXml, xlsxFile } from './support/xlsx-files.ts';

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const fileOf = (content: string | Uint8Array, name = 'vendas.csv'): ChosenFile => ({
  name,
  content: bufferOf(typeof content === 'string' ? new TextEncoder().encode(content) : content),
});
const open = (content: string | Uint8Array): Promise<ReportOpenResult> => reportReader().open([fileOf(content)]);

/** Opens a file and reads it by the columns that its headings suggest. */
async function read(content: string | Uint8Array, asked: Partial<ReadReportOptions> = {}) {
  const reader = reportReader();
  const opening = await reader.open([fileOf(content)]);
  if (!opening.ok) throw new Error('sentence' in opening ? opening.sentence : 'the letters are not known');
  const { columns } = opening.report;
  return reader.readContents({ columns, month: '2026-10', dishes: [], ...asked });
}

const TILL = [
  'Cantina da Ana;;;',
  'Rua das Flores, 12;;;',
  'Vendas por produto de 01/10/2026 a 31/10/2026;;;',
  '',
  'Código;Produto;Qtde;Valor unit.;Valor total',
  'PIZZAS;;;;',
  '12;Pizza Muçarela;120;52,90;6.348,00',
  '13;Pizza  Calabresa;1.080,00;R$ 49,90;R$ 53.892,00',
  'BEBIDAS;;;;',
  '40;Água;30,000;4,00;120,00',
  ';Total geral;1.230;;60.360,00',
  'Emitido em 01/11/2026 08:12;;;;',
].join('\r\n');

describe('the sales report of a till', () => {
  test('is read below its titles, without group headings, and with its own total', async () => {
    const { products, sales, salesTotals: sum, fileTotals, problems } = await read(TILL);
    expect(products.map(({ name }) => name)).toEqual(['Pizza Muçarela', 'Pizza Calabresa', 'Água']);
    expect(sales.map(({ quantity, revenue, month }) => [quantity, revenue, month])).toEqual([
      [120, 63_480_000n, '2026-10'],
      [1080, 538_920_000n, '2026-10'],
      [30, 1_200_000n, '2026-10'],
    ]);
    expect(sum).toEqual({ quantity: 1230, revenue: 603_600_000n });
    expect(fileTotals).toEqual({ quantity: 1230, revenue: 603_600_000n });
    expect(problems).toEqual([]);
  });

  test.each([
    ['Windows-1252', Uint8Array.from(Array.from(TILL, (sign) => sign.charCodeAt(0)))],
    [
      'UTF-16 with the low byte first',
      Uint8Array.from([0xff, 0xfe, ...Array.from(TILL, (s) => [s.charCodeAt(0) & 255, s.charCodeAt(0) >> 8]).flat()]),
    ],
    [
      'UTF-16 with the high byte first',
      Uint8Array.from([0xfe, 0xff, ...Array.from(TILL, (s) => [s.charCodeAt(0) >> 8, s.charCodeAt(0) & 255]).flat()]),
    ],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${TILL}`)],
  ])('is read the same in %s', async (_name, bytes) => {
    expect((await read(bytes)).products.map(({ name }) => name)).toEqual(['Pizza Muçarela', 'Pizza Calabresa', 'Água']);
  });

  test('adds up the lines of one product in any spelling', async () => {
    const { products, sales } = await read('Item,Qtd,Total\nAcai,2,10.50\nAÇAÍ,3,15.75\n');
    expect(products).toEqual([{ name: 'Acai', key: 'acai' }]);
    expect(sales).toEqual([{ product: 0, month: '2026-10', channel: '', quantity: 5, revenue: 262_500n, lines: 2 }]);
  });

  test('says at each line why it cannot be imported', async () => {
    const { problems, rows } = await read(
      'Produto;Quantidade;Total;Data\nPeixe;0,350;30,00;01/10/2026\nSuco;muitos;5,00;01/10/2026\nÁgua;;4,00;01/10/2026\nChá;1;grátis;01/10/2026\nPão;1;2,00;ontem\nBolo;1;2,00;\nPudim;2;14,00;02/10/2026\n',
    );
    expect(problems.map(({ line, product, sentence }) => `${line} ${product}: ${sentence}`)).toEqual([
      '3 Suco: Não entendi a quantidade “muitos”.',
      '4 Água: Sem quantidade.',
      '5 Chá: Não entendi o valor “grátis”.',
      '6 Pão: Não entendi a data “ontem”.',
      '7 Bolo: Sem data.',
    ]);
    expect(rows).toMatchObject({ heading: 1, problem: 5, sale: 2 });
  });

  test('subtracts cancellations', async () => {
    const { sales, salesTotals: sum } = await read(
      'Produto;Qtde;Total\nPizza;5;50,00\nPizza;-1;-10,00\nPizza;(1);(10,00)\n',
    );
    expect(sales).toMatchObject([{ quantity: 3, revenue: 300_000n }]);
    expect(sum).toEqual({ quantity: 3, revenue: 300_000n });
  });

  test('distinguishes a dish with the name of a total', async () => {
    const text = 'Produto;Qtde\nSuco;7\nÁgua;2\nTotal Mix;9\nTotal;18\n';
    expect((await read(text, { dishes: ['total mix'] })).salesTotals.quantity).toBe(18);
    expect(await read(text)).toMatchObject({ salesTotals: { quantity: 9 }, fileTotals: { quantity: 18 } });
  });

  test('is divided by its dates, channels and orders', async () => {
    const { sales, months, channels } = await read(
      'Pedido;Data do pedido;Canal;Produto;Quantidade;Valor total\n1;30/09/2026 23:50;iFood;Pizza;1;50,00\n2;01/10/2026 00:10;Balcão;Pizza;2;100,00\n2;01/10/2026 00:10;Balcão;Água;2;8,00\n3;02/10/2026;iFood;Pizza;1;50,00\n',
    );
    expect(sales.map(({ month, channel, quantity }) => `${month} ${channel} ${quantity}`)).toEqual([
      '2026-09 iFood 1',
      '2026-10 Balcão 2',
      '2026-10 Balcão 2',
      '2026-10 iFood 1',
    ]);
    expect(channels).toEqual(['iFood', 'Balcão']);
    expect(months).toEqual([
      { month: '2026-09', revenue: 500_000n, orders: 1 },
      { month: '2026-10', revenue: 1_580_000n, orders: 2 },
    ]);
  });

  test('is refused with a sentence when it is empty', async () => {
    expect(await open('\r\n  \r\n')).toMatchObject({ ok: false, sentence: expect.stringContaining('Não há linhas') });
  });
});

describe('the columns of a sales report', () => {
  const columnsOf = (...headings: readonly string[]) => findLayout([headings, headings.map(() => '1')]).columns;
  test.each([
    [['Item', 'Qtd.', 'Total'], { product: 0, quantity: 1, revenue: 2 }],
    [
      ['Cód. produto', 'Descrição', 'Quantidade vendida', 'Preço médio', 'Valor total'],
      { product: 1, quantity: 2, revenue: 4 },
    ],
    [
      ['Data', 'Nº do pedido', 'Nome do item', 'QUANTIDADE', 'VALOR TOTAL (R$)'],
      { date: 0, order: 1, product: 2, quantity: 3, revenue: 4 },
    ],
    [['PRODUTO', 'VENDAS', 'FATURAMENTO'], { product: 0, quantity: 1, revenue: 2 }],
    [
      ['Mês', 'Canal de venda', 'Prato', 'Unidades vendidas', 'Total vendido'],
      { date: 0, channel: 1, product: 2, quantity: 3, revenue: 4 },
    ],
  ])('are recognised by the headings %j', (headings, columns) => {
    expect(columnsOf(...headings)).toEqual({ ...NO_COLUMNS, ...columns });
  });

  test('are recognised without headings by texts and whole numbers', () => {
    expect(
      findLayout([
        ['7891', 'Pizza', '12', '600,00'],
        ['7892', 'Água', '3', '12,00'],
      ]),
    ).toMatchObject({
      headingIndex: -1,
      headings: ['Coluna 1', 'Coluna 2', 'Coluna 3', 'Coluna 4'],
      columns: { product: 1, quantity: 0 },
    });
  });
});

describe('a cell of a sales report', () => {
  test.each([
    ['2', 20_000],
    ['2,00', 20_000],
    ['2,000', 20_000],
    ['1.234', 12_340_000],
    ['R$ 1.234,50', 12_345_000],
    ['1,234.50', 12_345_000],
    ['-3', -30_000],
    ['−3', -30_000],
    ['(12,00)', -120_000],
    ['3 un', 30_000],
    ['12,333333', 123_333],
  ])('with the text “%s” is %s ten-thousandths', (text, units) => {
    expect(numberIn(text)).toBe(units);
  });

  test.each(['', 'Pizza 4', '1/2'])('with the text “%s” is no number', (text) => {
    expect(numberIn(text)).toBeUndefined();
  });

  test('with the text 2.000 is two in a file that also writes 15.90', () => {
    expect(decimalMarkOf(['2.000', '15.90', '1,204.00'])).toBe('.');
    expect(decimalMarkOf(['2.000', '15,90'])).toBe(',');
    expect(decimalMarkOf(['2.000'])).toBe(',');
    expect(numberIn('2.000', '.')).toBe(20_000);
    expect(numberIn('1,204.5', '.')).toBe(12_045_000);
  });

  test.each([
    ['31/10/2026', '2026-10'],
    ['1/10/26 20:15', '2026-10'],
    ['2026-10-31T20:15:00', '2026-10'],
    ['2026-10', '2026-10'],
    ['10/2026', '2026-10'],
    ['31.10.2026', '2026-10'],
    ['out/26', '2026-10'],
    ['Outubro de 2026', '2026-10'],
    ['sáb., 31 de out. de 2026', '2026-10'],
  ])('with the text “%s” is in the month %s', (text, month) => {
    expect(monthIn(text)).toBe(month);
  });

  test.each(['32/10/2026', '31/13/2026', 'hoje', ''])('with the text “%s” names no month', (text) => {
    expect(monthIn(text)).toBeUndefined();
  });
});

const cells = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll(/[\r\n\t]/g, ' ').trim());
const products = fc.uniqueArray(
  fc.record({
    name: cells.filter((name) => /^\p{L}{2}/u.test(name) && !/^(sub|tot|som)/i.test(name)),
    quantity: fc.integer({ min: 0, max: 9_999_999 }),
    cents: fc.integer({ min: 0, max: 99_999_999 }),
  }),
  {
    minLength: 1,
    maxLength: 30,
    selector: ({ name }) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' '),
  },
);
const reais = (cents: number): string => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
const quantitiesAndRevenue = (list: readonly { readonly quantity: number; readonly cents: number }[]) =>
  list.map(({ quantity, cents }) => [quantity, BigInt(cents) * 100n]);

test('a report that was written as a CSV file is read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(products, async (list) => {
      const rows = list.map(({ name, quantity, cents }) => [name, String(quantity), reais(cents)]);
      const { sales, problems } = await read(csvFile([['Produto', 'Quantidade', 'Valor total'], ...rows]));
      expect(problems).toEqual([]);
      expect(sales.map(({ quantity, revenue }) => [quantity, revenue])).toEqual(quantitiesAndRevenue(list));
    }),
    runs(100),
  );
});

describe('a sales report as an Excel file', () => {
  test('is read unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(products, async (list) => {
        const rows = list.map(({ name, quantity, cents }) => [name, quantity, cents / 100, { day: '2026-09-30' }]);
        const { sales, problems } = await read(
          xlsxFile(sheetXml([['Relatório'], [], ['Produto', 'Quantidade', 'Valor total', 'Data'], ...rows])),
        );
        expect(problems).toEqual([]);
        expect(sales.map(({ quantity, revenue }) => [quantity, revenue])).toEqual(quantitiesAndRevenue(list));
        expect(new Set(sales.map(({ month }) => month))).toEqual(new Set(['2026-09']));
      }),
      runs(30),
    );
  });

  const rows = [
    ['Produto', 'Quantidade'],
    ['Pizza', 3],
  ];
  const LARGE = expect.stringContaining('grande demais');
  const UNREADABLE = expect.stringContaining('Não deu para abrir');
  test.each([
    [
      'unpacks to a hundred megabytes',
      xlsxFile(sheetXml(rows), { 'xl/sharedStrings.xml': new Uint8Array(100_000_000) }),
      LARGE,
    ],
    [
      'has a thousand entries',
      xlsxFile(sheetXml(rows), Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`x${i}`, strToU8('')]))),
      LARGE,
    ],
    [
      'has a cell in the last row of the last column',
      xlsxFile('<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'),
      LARGE,
    ],
    [
      'has an impossible row number',
      xlsxFile('<worksheet><sheetData><row r="99999999999"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'),
      LARGE,
    ],
    [
      'hides such a number behind a prefix',
      xlsxFile(
        '<worksheet xmlns:q="q"><sheetData><row q:r="99999999"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
      ),
      LARGE,
    ],
    [
      'hides such a number behind a character reference',
      xlsxFile('<worksheet><sheetData><row r="&#57;9999999"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'),
      LARGE,
    ],
    ['is cut off', xlsxFile(sheetXml(rows)).slice(0, 400), UNREADABLE],
    [
      'is another kind of ZIP file',
      Uint8Array.from([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)]),
      UNREADABLE,
    ],
    ['contains no XML', xlsxFile('<<<<'), UNREADABLE],
    ['has the old Excel format', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), expect.stringContaining('Excel antigo')],
  ])('is refused with a sentence when it %s', async (_name, bytes, sentence) => {
    expect(await open(bytes)).toEqual({ ok: false, sentence });
  });

  test('is refused unread when it is too large', async () => {
    expect(await open(new Uint8Array(10_000_001))).toEqual({ ok: false, sentence: LARGE });
  });
});
