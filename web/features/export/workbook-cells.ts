import { comparedName } from '#domain/names.ts';
import { type FieldTypes, keysOf, type Table, type Values } from '#domain/business/field.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import { componentOf, type Recipe, unitOf } from '#domain/business/recipe/components.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { decimalText, MAX_UNITS, numberFromUnits, type Units } from '#domain/decimal.ts';
import { costOf, NOTHING, type RatedLine } from '#domain/figures/cost.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { type Fraction, shortened } from '#domain/fraction.ts';
import {
  type ColumnKey,
  type Counts,
  LAYOUT,
  placedColumns,
  type RepeatedColumn,
  SETTINGS,
  type SheetName,
} from '../files/workbook-layout.ts';

/** A formula in the file's syntax (English, with commas) and its current value. */
interface Formula {
  readonly formula: string;
  readonly value: number;
}

/** A cell; null if empty. */
export type WorkbookCell = string | number | Formula | null;

export interface WorkbookSheet {
  readonly name: SheetName;
  /** The rows, headings first. */
  readonly rows: readonly (readonly WorkbookCell[])[];
}

export interface BusinessWorkbook {
  readonly sheets: readonly WorkbookSheet[];
  /**
   * `YYYY-MM`: the oldest exported month of sales, where older ones exceeded the row limit; null if all are exported.
   */
  readonly salesFrom: string | null;
  /** `YYYY-MM-DD`: older purchases stayed out, for want of rows; null: all of them are in. */
  readonly purchasesFrom: string | null;
}

export type RowOf<Name extends SheetName> = {
  readonly [Key in ColumnKey<Name>]: (typeof LAYOUT)[Name][Key] extends RepeatedColumn
    ? readonly WorkbookCell[]
    : WorkbookCell;
};

export const FIRST_ROW = 2;
/** The bound of all figures, in reais and percent. */
export const BOUND = decimalText(MAX_UNITS);

export const computed = (formula: string, value: number): Formula => ({ formula, value });
export const figure = (formula: string, units: Units): Formula => computed(formula, numberFromUnits(units));
export const rounded = (formula: string): string => `ROUND(${formula},4)`;
export const atMost = (formula: string): string => `MIN(${formula},${BOUND})`;
export const atLeast = (formula: string): string => `MAX(${formula},-${BOUND})`;
export const filled = (cell: string, otherwise: string): string => `IF(${cell}="",${otherwise},${cell})`;

export const plain = (fraction: Fraction): number => costOf(shortened(fraction)).near;

export type Book = ReturnType<typeof createBook>;

interface PlacedLine {
  readonly of: Recipe;
  readonly isOfDish: boolean;
  readonly line: RecipeLine;
}

/** The places of all rows and columns. */
export function createBook(state: Business) {
  const channels = [...state.channels.values()];
  const lines: readonly PlacedLine[] = [...state.preparations.values(), ...state.dishes.values()].flatMap((of) =>
    of.lines.map((line) => ({ of, isOfDish: 'salePrice' in of, line })),
  );
  const counts: Counts = {
    channel: channels.length,
    elsewhere: Math.max(channels.length - 1, 0),
    conversion: Math.max(
      0,
      ...[...state.ingredients.values(), ...state.preparations.values()].map((row) => row.conversions?.length ?? 0),
    ),
  };
  const numbers = new Map<string, number>();
  const rowOf = new Map<string, number>();
  const lists = [state.ingredients, state.preparations, state.dishes, state.fixedCosts, state.variableCosts];
  for (const list of [...lists, state.channels, state.suppliers]) numberEqualNames([...list.values()], numbers, rowOf);
  const spans = new Map<string, readonly [first: number, last: number]>();
  lines.forEach(({ of }, index) => {
    spans.set(of.id, [spans.get(of.id)?.[0] ?? index + FIRST_ROW, index + FIRST_ROW]);
  });
  const placeOf = (sheet: SheetName, key: string): number =>
    placedColumns(sheet, counts).find((column) => column.key === key)?.place ?? 0;
  const letters = new Map<string, string>();
  /** 'Insumos!D5' */
  const at = <Name extends SheetName>(sheet: Name, key: ColumnKey<Name> & string, row: number, nth = 0): string => {
    const column = `${sheet} ${key} ${nth}`;
    const letter = letters.get(column) ?? columnLetters(placeOf(sheet, key) + nth);
    letters.set(column, letter);
    return `${prefixOf(sheet)}${letter}${row}`;
  };
  return {
    state,
    channels,
    main: mainChannelOf(state),
    counts,
    lines,
    costing: createCosting(state),
    at,
    noOf: (id: string): number | null => numbers.get(id) ?? null,
    /** The row number in the sheet of its list. */
    rowOf: (id: string): number => rowOf.get(id) ?? 0,
    spanOf: (id: string) => spans.get(id),
    /** 'Insumos!D5:D9' */
    range: <Name extends SheetName>(
      sheet: Name,
      key: ColumnKey<Name> & string,
      [first, last]: readonly [number, number],
      nth = 0,
    ): string => `${at(sheet, key, first, nth)}:${at(sheet, key, last, nth).slice(prefixOf(sheet).length)}`,
  };
}

const prefixOf = (sheet: SheetName): string => (sheet.includes(' ') ? `'${sheet}'!` : `${sheet}!`);

/** The letters of a column: 0 is A, 26 is AA. */
const columnLetters = (place: number): string =>
  (place < 26 ? '' : columnLetters(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));

/** The first and last row of a list; its first row twice if it is empty. */
export const wholeList = (length: number): readonly [number, number] => [
  FIRST_ROW,
  FIRST_ROW + Math.max(length, 1) - 1,
];

function numberEqualNames(
  rows: readonly { readonly id: string; readonly name: string }[],
  numbers: Map<string, number>,
  rowOf: Map<string, number>,
): void {
  const equal = new Map<string, string[]>();
  rows.forEach(({ id, name }, index) => {
    rowOf.set(id, index + FIRST_ROW);
    const ids = equal.get(comparedName(name)) ?? [];
    ids.push(id);
    equal.set(comparedName(name), ids);
  });
  for (const ids of equal.values()) if (ids.length > 1) ids.forEach((id, index) => numbers.set(id, index + 1));
}

export function sheetOf({ counts }: Book, name: SheetName, rows: readonly object[]): WorkbookSheet {
  const columns = placedColumns(name, counts);
  const own = prefixOf(name);
  const headings = columns.flatMap(({ heading, times, count }) =>
    Array.from({ length: count }, (_, nth) => (times ? `${heading} ${nth + 1}` : heading)),
  );
  const cells = rows.map((row) => {
    const values = row as Readonly<Record<string, WorkbookCell | readonly WorkbookCell[]>>;
    return columns.flatMap(({ key, times, count }) => {
      const value = values[key];
      const all = times ? (value as readonly WorkbookCell[]) : [value as WorkbookCell];
      return Array.from({ length: count }, (_, nth) => within(all[nth] ?? null, own));
    });
  });
  return { name, rows: [headings, ...cells] };
}

/** The cell with references to its own sheet made local. */
const within = (cell: WorkbookCell, own: string): WorkbookCell =>
  cell !== null && typeof cell === 'object' ? { ...cell, formula: cell.formula.replaceAll(own, '') } : cell;

export const optional = (units: Units | null | undefined): number | null =>
  units === null || units === undefined ? null : numberFromUnits(units);

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly (keyof typeof SETTINGS)[];
export const settingAt = ({ at }: Book, key: keyof typeof SETTINGS): string =>
  at('Ajustes', 'value', FIRST_ROW + SETTING_KEYS.indexOf(key));

export function ratedLine({ state, costing }: Book, { ingredientId, quantity, ownUnit }: RecipeLine): RatedLine {
  const component = componentOf(state, ingredientId);
  return { quantity, one: component ? costing.costOfOne(ingredientId, ownUnit ?? unitOf(component)) : NOTHING };
}

/** The cells of a field table. */
export const cellsOf = <T extends FieldTypes<T>>(table: Table<T>, row: Values<T>) =>
  Object.fromEntries(keysOf(table).map((key) => [key, table[key].toWire(row[key])])) as {
    readonly [Key in keyof T]: Extract<T[Key]['sent'], WorkbookCell>;
  };
