import { utils, write } from '@e965/xlsx';

type Row = readonly (string | number)[];

/** What an owner can import: two lists, and a report of sales. */
export type ImportedKind = 'ingredients' | 'recipes' | 'sales';
export type FileFormat = 'csv' | 'xlsx';

interface FileOptions {
  readonly kind: ImportedKind;
  readonly rows: number;
  readonly format: FileFormat;
}

const UNITS = ['kg', 'g', 'un', 'l'];
const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The headings and rows of each file. Rows are the same in every run, and few of them are equal to each other. */
const TABLES: Readonly<Record<ImportedKind, { readonly heading: Row; readonly row: (i: number) => Row }>> = {
  ingredients: {
    heading: ['Insumo', 'Unidade', 'Preço'],
    row: (i) => [`Insumo número ${i}`, UNITS[i % 4] ?? '', (100 + i * 7) / 100],
  },
  recipes: {
    heading: ['Prato', 'Insumo', 'Quantidade', 'Unidade'],
    row: (i) => [
      `Prato número ${Math.floor(i / 20)}`,
      `Insumo número ${(i * 7) % 60}`,
      (100 + ((i * 7) % 900)) / 10,
      UNITS[i % 4] ?? '',
    ],
  },
  sales: {
    heading: ['Data', 'Pedido', 'Produto', 'Canal', 'Quantidade', 'Valor total'],
    row: (i) => [
      `${twoDigits(1 + (i % 28))}/10/2026`,
      10_000 + Math.floor(i / 3),
      `Pizza número ${(i * 13) % 300}`,
      ['Salão', 'iFood'][i % 2] ?? '',
      1 + (i % 3),
      (1_000 + ((i * 7) % 9_000)) / 100,
    ],
  },
};

/** The bytes of a file as a Brazilian cash register or Excel writes it. @param rows without the heading */
export function importFile({ kind, rows, format }: FileOptions): Uint8Array {
  const { heading, row } = TABLES[kind];
  const table = [heading, ...Array.from({ length: rows }, (_, i) => row(i))];
  if (format === 'csv')
    return new TextEncoder().encode(
      table.map((cells) => cells.map((cell) => String(cell).replace('.', ',')).join(';')).join('\r\n'),
    );
  const workbook = utils.book_new(utils.aoa_to_sheet(table as (string | number)[][]), 'Plan1');
  return new Uint8Array(write(workbook, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
}
