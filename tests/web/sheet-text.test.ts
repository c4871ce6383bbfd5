import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFile, csvLine, removeGuard } from '#contract/csv.ts';
import { toOneLine } from '#domain/text.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import { isError } from '#web/features/files/sheet.ts';
import { columnsIn, COLUMN_NAMES } from '#web/features/fields/columns.ts';
import { runs } from '#tests/support/property-runs.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import { IMPORTS, entityImportKind } from '#web/features/fields/entity-imports.ts';
import { pastedCells, pastedRows } from './support/pasted-rows.ts';

/** Cells as people write them, with every character that a spreadsheet interprets. */
const anyCell = fc.oneof(
  fc.constantFrom(
    '',
    'Farinha de trigo',
    'R$ 4,90',
    '=2+2',
    "'=2+2",
    "''@x",
    '-5',
    '+55',
    '\tx',
    '"',
    '""',
    'a;b',
    'a,b',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(';', ',', '\t', '"', "'", '\n', '\r', ' ', '=', 'a'), maxLength: 8 }),
);
/** Sheets below known headings, of at least two columns; other tests cover a single column. */
const anySheet = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.constant(['Nome', 'Unidade', 'Preço', 'Comprado em', 'Canais'].slice(0, width)),
      fc.array(fc.array(anyCell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
    ),
  )
  .map(([heading, rows]) => [heading, ...rows.map((row) => row.map((cell) => toOneLine(removeGuard(cell))))])
  .filter((rows) => rows.every((row) => row.at(-1) !== '' && !row.some(isError)));
const ingredients = entityImportKind(IMPORTS.ingredients, () => emptyBusiness);
const cells = (text: string) => pastedCells(text, columnsIn(ingredients));

describe('the text of a sheet', () => {
  test('is read unchanged when it is a CSV file of ours', () => {
    fc.assert(
      fc.property(anySheet, (rows) => {
        expect(cells(csvFile(rows))).toEqual(rows);
      }),
      runs(300),
    );
  });

  test.each(['\t', ';', ',', '|'])(
    'is read unchanged when it is written by others with %j between cells',
    (delimiter) => {
      const written = (cell: string): string => (/["\t;,|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      fc.assert(
        fc.property(anySheet, fc.constantFrom('\n', '\r\n', '\r'), (rows, end) => {
          // An apostrophe before a sign is written only by us, and the reader removes it.
          fc.pre(!rows.flat().some((cell) => /^'+[=+\-@]/.test(cell)));
          expect(cells(rows.map((row) => row.map(written).join(delimiter)).join(end))).toEqual(rows);
        }),
        runs(300),
      );
    },
  );

  test('never makes the reader throw or take long', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ';', '\n', 'a', ' '), maxLength: 400 }), (text) => {
        const letters = (source: string): string => source.replaceAll(/[^a]/g, '');
        expect(letters(cells(text).flat().join(''))).toBe(letters(text));
      }),
      runs(200),
    );
    const ms = stopwatch();
    pastedCells('"a;\n'.repeat(1_000));
    expect(ms()).toBeLessThan(2_000);
  });
});

test('a written CSV line escapes a cell that a spreadsheet would run as a formula', () => {
  for (const cell of ['=2+2', '+1', '-1+2', '@SUM(A1)', '\tx', '\rx', "'=2+2", '=HYPERLINK("https://evil.example")'])
    expect(csvLine([cell])).toMatch(/^"?'/);
  expect(csvLine(['-12,34', 'Queijo', ''])).toBe('-12,34;Queijo;\r\n');
});

describe('a pasted text', () => {
  test('is read without empty lines and outer spaces, and with a quotation mark that is only a character', () => {
    expect(pastedCells('  Pão 5" ; un ;1,20\n\n;;\n"Especial" da casa;un;3\n"meia lua;un;2')).toEqual([
      ['Pão 5"', 'un', '1,20'],
      ['"Especial" da casa', 'un', '3'],
      ['"meia lua', 'un', '2'],
    ]);
  });

  test('is read as one cell in each line of a single column', () => {
    expect(pastedCells('Farinha\nOvo\n')).toEqual([['Farinha'], ['Ovo']]);
    expect(pastedCells('')).toEqual([]);
    expect(pastedCells(' \n\t\n')).toEqual([]);
  });
});

const EMPTY = Object.fromEntries(COLUMN_NAMES.map((column) => [column, '']));
const row = (name: string, unit: string, amount: string) => ({ ...EMPTY, name, unit, amount });
const read = (text: string, hasUnit = true) =>
  pastedRows(
    text,
    entityImportKind(hasUnit ? IMPORTS.ingredients : IMPORTS.fixedCosts, () => emptyBusiness),
  );

describe('the columns of a sheet', () => {
  test.each([
    ['Insumo\tUnidade\tPreço\nFarinha\tkg\t4,90', row('Farinha', 'kg', '4,90')],
    ['Preço (R$);Unid.;Descrição do produto\nR$ 4,90;kg;Farinha', row('Farinha', 'kg', '4,90')],
    ['Código;Produto;Valor unitário;Un\n17;Farinha;R$ 1.004,90;kg', row('Farinha', 'kg', '1.004,90')],
    ['NOME,UNIDADE,VALOR\nFarinha,kg,"4,90"', row('Farinha', 'kg', '4,90')],
    ['Farinha\tkg\t4,90', row('Farinha', 'kg', '4,90')],
    ['Farinha\tR$ 4,90\tkg', row('Farinha', 'kg', '4,90')],
    ['Farinha;R$ 4,90 / kg', row('Farinha', 'kg', '4,90')],
    ['Farinha;4,90', row('Farinha', '', '4,90')],
    ['Farinha;kg;a combinar', row('Farinha', 'kg', '')],
  ])('are recognised in %j', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test('are recognised in a sheet of costs', () => {
    expect(read('Despesa;Valor mensal\nAluguel;R$ 3.500,00\nLuz;890,45', false)).toEqual([
      row('Aluguel', '', '3.500,00'),
      row('Luz', '', '890,45'),
    ]);
    expect(read('Taxa;Percentual\nCartão;3,2 %', false)).toEqual([row('Cartão', '', '3,2')]);
    expect(read('Cartão\t3,2%\nImposto\t6%', false)).toEqual([row('Cartão', '', '3,2'), row('Imposto', '', '6')]);
  });

  test('keep the text of a cell that is no number, so that it can be corrected', () => {
    expect(read('Nome;Unidade;Preço\nFarinha;kg;a combinar\nOvo;un;0,75')[0]).toEqual(
      row('Farinha', 'kg', 'acombinar'),
    );
  });
});
