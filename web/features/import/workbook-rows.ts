import { type AmountRule, AMOUNTS, type CountReading, readAmount } from '#domain/amounts.ts';
import {
  type EntityField,
  type FieldType,
  type FieldTypes,
  keysOf,
  type FieldTable,
  type Values,
} from '#domain/business/field.ts';
import type { WithoutNulls } from '#domain/business/message.ts';
import { isDay } from '#contract/instants.ts';
import { optionalText, readUnit } from '#domain/names.ts';
import { decimalText, type TenThousandths } from '#domain/decimal.ts';
import { QUOTAS } from '#domain/limits.ts';
import type { Conversions } from '#domain/units/conversions.ts';
import { monthIn, numberIn } from '../files/cell-values.ts';
import type { Cell, Sheet } from '../files/sheet.ts';
import { type ColumnKey, LAYOUT, type SheetName } from '../files/workbook-layout.ts';
import { textCell } from '../fields/columns.ts';
import type { CellReading } from '../fields/import-kind.ts';

interface RowLocation {
  readonly sheet: SheetName;
  /** The row number in the spreadsheet, from 1. */
  readonly line: number;
}

/** A row of our workbook. Its columns are found by their headings, in any order. */
export class WorkbookRow<Name extends SheetName = SheetName> implements RowLocation {
  readonly sheet: SheetName;
  readonly line: number;
  /** The problem of its first unreadable cell. */
  problem: string | undefined = undefined;
  readonly #places: ReadonlyMap<string, number>;
  readonly #cells: readonly Cell[];

  constructor({ sheet, line }: RowLocation, places: ReadonlyMap<string, number>, cells: readonly Cell[]) {
    this.sheet = sheet;
    this.line = line;
    this.#places = places;
    this.#cells = cells;
  }

  /** @param repetition the repetition of a repeated column, from 0 */
  text(key: ColumnKey<Name>, repetition?: number): string {
    const cell = this.#cells[this.#places.get(this.heading(key, repetition)) ?? -1];
    if (cell?.error !== undefined)
      this.problem ??= `${this.heading(key, repetition)}: a conta está quebrada (${cell.error}).`;
    if (cell?.isUnknown)
      this.problem ??= `${this.heading(key, repetition)}: a conta não tem valor. Abra no Excel e salve.`;
    return cell?.text ?? '';
  }

  /** The value of a cell; an unreadable cell gives the row a problem and the empty value. */
  value<Value, Empty>(
    key: ColumnKey<Name>,
    read: (text: string) => CellReading<Value>,
    { empty, repetition }: { readonly empty: Empty; readonly repetition?: number },
  ): Value | Empty {
    const text = this.text(key, repetition);
    if (text === '') return empty;
    const reading = read(text);
    if (reading.ok) return reading.value;
    this.problem ??= `${this.heading(key, repetition)}: ${reading.sentence}`;
    return empty;
  }

  /** Tells whether the sheet has the column; older workbooks have fewer. */
  hasColumn(key: ColumnKey<Name>): boolean {
    return this.#places.has(this.heading(key));
  }

  /** The value of a required cell. */
  required<Value>(key: ColumnKey<Name>, read: (text: string) => CellReading<Value>): Value | undefined {
    if (this.text(key) === '') this.problem ??= `${this.heading(key)}: preencha esta célula.`;
    return this.value(key, read, { empty: undefined });
  }

  private heading(key: ColumnKey<Name>, repetition?: number): string {
    const { heading } = (LAYOUT[this.sheet] as Readonly<Record<string, { readonly heading: string }>>)[
      key as string
    ] as { readonly heading: string };
    return repetition === undefined ? heading : `${heading} ${repetition + 1}`;
  }
}

export type WorkbookTables = { readonly [Name in SheetName]: readonly WorkbookRow<Name>[] };

/** The rows of each sheet, without empty ones. A missing sheet has none. */
export function workbookTables(sheets: readonly Sheet[]): WorkbookTables {
  const tables = Object.keys(LAYOUT).map((name) => {
    const [head, ...rows] = sheets.find((sheet) => sheet.name === name)?.rows ?? [];
    const places = new Map((head?.cells ?? []).map(({ text }, place) => [text, place]));
    return [
      name,
      rows.flatMap(({ line, cells }) =>
        cells.every(({ text }) => text === '')
          ? []
          : [new WorkbookRow({ sheet: name as SheetName, line }, places, cells)],
      ),
    ];
  });
  return Object.fromEntries(tables) as WorkbookTables;
}

/** The sheets with the columns of a field table. */
type TableSheet = 'Custos fixos' | 'Custos variáveis' | 'Fornecedores' | 'Insumos' | 'Preparos' | 'Pratos';

/** The fields of a table in a row; an unreadable cell gives the row a problem. */
export const tableValues = <T extends FieldTypes<T>, Name extends TableSheet>(
  row: WorkbookRow<Name>,
  table: FieldTable<T>,
) =>
  Object.fromEntries(
    keysOf(table).flatMap((key) => {
      const { spec, read }: EntityField<FieldType> = table[key];
      const column = key as ColumnKey<Name>;
      if (!spec.isOptional) return [[key, row.required(column, read) ?? (spec.is === 'amount' ? 0 : '')]];
      return row.hasColumn(column) ? [[key, row.value(column, read, { empty: null })]] : [];
    }),
  ) as WithoutNulls<Values<T>>;

export const amountReader =
  (rule: AmountRule) =>
  (text: string): CellReading<TenThousandths> => {
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.tenThousandths } : reading;
  };

/** Reads an amount that is not rounded in its cell, because it is the quotient of a purchase. */
export const roundedAmountReader =
  (rule: AmountRule) =>
  (text: string): CellReading<TenThousandths> => {
    const amount = numberIn(text);
    return amountReader(rule)(amount === undefined ? text : decimalText(amount).replace('.', ','));
  };

export const countReader =
  (read: (text: string) => CountReading) =>
  (text: string): CellReading<number> => {
    const reading = read(text);
    return reading.ok ? { ok: true, value: reading.count } : reading;
  };

const MIX_MONTHS = [1, 3, 6, 12];

export function readMixMonths(text: string): CellReading<number> {
  const months = Number(text);
  return MIX_MONTHS.includes(months)
    ? { ok: true, value: months }
    : { ok: false, sentence: 'Escolha 1, 3, 6 ou 12 meses.' };
}

export function readMonth(text: string): CellReading<string> {
  const month = monthIn(text);
  return month === undefined ? { ok: false, sentence: 'Escreva o mês como 2026-10.' } : { ok: true, value: month };
}

/** Reads a day: '2026-10-31', or '31/10/2026' where a spreadsheet has made a date of it. */
export function readDay(text: string): CellReading<string> {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const isoDate = year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return isDay(isoDate) ? { ok: true, value: isoDate } : { ok: false, sentence: 'Escreva a data como 2026-10-31.' };
}

/** Reads an optional text, which may be a number in the spreadsheet, such as a code. */
export const optionalTextReader =
  (max: number, noun: string) =>
  (text: string): CellReading<string | null> =>
    textCell(optionalText(max, noun))(text);

export function readConversions(row: WorkbookRow<'Insumos'> | WorkbookRow<'Preparos'>): Conversions {
  const conversions: { unit: string; quantity: TenThousandths; equalsUnit: string }[] = [];
  for (let repetition = 0; repetition < QUOTAS.conversions; repetition += 1) {
    if (row.text('conversionUnit', repetition) === '') continue;
    const options = { empty: '', repetition };
    conversions.push({
      unit: row.value('conversionUnit', textCell(readUnit), options),
      quantity: row.value('conversionQuantity', amountReader(AMOUNTS.conversion), { empty: 0, repetition }),
      equalsUnit: row.value('conversionEquals', textCell(readUnit), options),
    });
  }
  return conversions.length === 0 ? null : conversions;
}
