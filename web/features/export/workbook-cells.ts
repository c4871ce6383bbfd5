import { normalizeName } from '#domain/names.ts';
import { type FieldTypes, keysOf, type FieldTable, type Values } from '#domain/business/field.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import { componentOf, type Recipe, unitOf } from '#domain/business/recipe/components.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { decimalText, MAX_TEN_THOUSANDTHS, fromTenThousandths, type TenThousandths } from '#domain/decimal.ts';
import { toCost, ZERO_COST, type LineWithUnitCost } from '#domain/figures/cost.ts';
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
  /** `YYYY-MM-DD`: the oldest exported day of purchases, in the same way. */
  readonly purchasesFrom: string | null;
}

export type RowOf<Name extends SheetName> = {
  readonly [Key in ColumnKey<Name>]: (typeof LAYOUT)[Name][Key] extends RepeatedColumn
    ? readonly WorkbookCell[]
    : WorkbookCell;
};

export const FIRST_ROW = 2;
/** The largest value of a figure, in reais or percent, as a text for formulas. */
export const MAX_FIGURE = decimalText(MAX_TEN_THOUSANDTHS);

export const formulaCell = (formula: string, value: number): Formula => ({ formula, value });
export const amountCell = (formula: string, amount: TenThousandths): Formula =>
  formulaCell(formula, fromTenThousandths(amount));
export const roundedFormula = (formula: string): string => `ROUND(${formula},4)`;
export const cappedFormula = (formula: string): string => `MIN(${formula},${MAX_FIGURE})`;
export const flooredFormula = (formula: string): string => `MAX(${formula},-${MAX_FIGURE})`;
export const withDefault = (cell: string, otherwise: string): string => `IF(${cell}="",${otherwise},${cell})`;

export const fractionNumber = (fraction: Fraction): number => toCost(shortened(fraction)).approximate;

/** The workbook that is being written: a business with the addresses of all its rows and columns. */
export type WorkbookContext = ReturnType<typeof createWorkbookContext>;

interface PlacedLine {
  readonly recipe: Recipe;
  readonly isDishLine: boolean;
  readonly line: RecipeLine;
}

/** Finds the rows and columns of everything in the business, so that formulas can refer to them. */
export function createWorkbookContext(state: Business) {
  const channels = [...state.channels.values()];
  const lines: readonly PlacedLine[] = [...state.preparations.values(), ...state.dishes.values()].flatMap((recipe) =>
    recipe.lines.map((line) => ({ recipe, isDishLine: 'salePrice' in recipe, line })),
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
  lines.forEach(({ recipe }, index) => {
    spans.set(recipe.id, [spans.get(recipe.id)?.[0] ?? index + FIRST_ROW, index + FIRST_ROW]);
  });
  const columnIndex = (sheet: SheetName, key: string): number =>
    placedColumns(sheet, counts).find((column) => column.key === key)?.index ?? 0;
  const letters = new Map<string, string>();
  /** The address of a cell: 'Insumos!D5'. @param repetition the index of a repeated column */
  const addressOf = <Name extends SheetName>(
    sheet: Name,
    key: ColumnKey<Name> & string,
    row: number,
    repetition = 0,
  ): string => {
    const column = `${sheet} ${key} ${repetition}`;
    const letter = letters.get(column) ?? columnLetters(columnIndex(sheet, key) + repetition);
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
    addressOf,
    numberOf: (id: string): number | null => numbers.get(id) ?? null,
    /** The row number in the sheet of its list. */
    rowOf: (id: string): number => rowOf.get(id) ?? 0,
    spanOf: (id: string) => spans.get(id),
    /** The address of a part of a column: 'Insumos!D5:D9'. */
    range: <Name extends SheetName>(
      sheet: Name,
      key: ColumnKey<Name> & string,
      [first, last]: readonly [number, number],
      repetition = 0,
    ): string =>
      `${addressOf(sheet, key, first, repetition)}:${addressOf(sheet, key, last, repetition).slice(prefixOf(sheet).length)}`,
  };
}

const prefixOf = (sheet: SheetName): string => (sheet.includes(' ') ? `'${sheet}'!` : `${sheet}!`);

/** The letters of a column: 0 is A, 26 is AA. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The first and last row number of a list; its first row twice if it is empty. */
export const listSpan = (length: number): readonly [number, number] => [FIRST_ROW, FIRST_ROW + Math.max(length, 1) - 1];

function numberEqualNames(
  rows: readonly { readonly id: string; readonly name: string }[],
  numbers: Map<string, number>,
  rowOf: Map<string, number>,
): void {
  const idsByName = new Map<string, string[]>();
  rows.forEach(({ id, name }, index) => {
    rowOf.set(id, index + FIRST_ROW);
    const ids = idsByName.get(normalizeName(name)) ?? [];
    ids.push(id);
    idsByName.set(normalizeName(name), ids);
  });
  for (const ids of idsByName.values()) if (ids.length > 1) ids.forEach((id, index) => numbers.set(id, index + 1));
}

export function buildSheet({ counts }: WorkbookContext, name: SheetName, rows: readonly object[]): WorkbookSheet {
  const columns = placedColumns(name, counts);
  const prefix = prefixOf(name);
  const headings = columns.flatMap(({ heading, times, count }) =>
    Array.from({ length: count }, (_, repetition) => (times ? `${heading} ${repetition + 1}` : heading)),
  );
  const cells = rows.map((row) => {
    const values = row as Readonly<Record<string, WorkbookCell | readonly WorkbookCell[]>>;
    return columns.flatMap(({ key, times, count }) => {
      const value = values[key];
      const all = times ? (value as readonly WorkbookCell[]) : [value as WorkbookCell];
      return Array.from({ length: count }, (_, repetition) => withLocalReferences(all[repetition] ?? null, prefix));
    });
  });
  return { name, rows: [headings, ...cells] };
}

/** The cell with references to its own sheet made local. */
const withLocalReferences = (cell: WorkbookCell, prefix: string): WorkbookCell =>
  cell !== null && typeof cell === 'object' ? { ...cell, formula: cell.formula.replaceAll(prefix, '') } : cell;

export const numberOrNull = (amount: TenThousandths | null | undefined): number | null =>
  amount === null || amount === undefined ? null : fromTenThousandths(amount);

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly (keyof typeof SETTINGS)[];
export const settingAddress = ({ addressOf }: WorkbookContext, key: keyof typeof SETTINGS): string =>
  addressOf('Ajustes', 'value', FIRST_ROW + SETTING_KEYS.indexOf(key));

/** A recipe line with the cost of one unit; an unknown component costs nothing. */
export function lineWithUnitCost(
  { state, costing }: WorkbookContext,
  { ingredientId, quantity, ownUnit }: RecipeLine,
): LineWithUnitCost {
  const component = componentOf(state, ingredientId);
  return { quantity, unitCost: component ? costing.costOfOne(ingredientId, ownUnit ?? unitOf(component)) : ZERO_COST };
}

/** The cells of a field table. */
export const fieldCells = <T extends FieldTypes<T>>(table: FieldTable<T>, row: Values<T>) =>
  Object.fromEntries(keysOf(table).map((key) => [key, table[key].toWire(row[key])])) as {
    readonly [Key in keyof T]: Extract<T[Key]['sent'], WorkbookCell>;
  };
