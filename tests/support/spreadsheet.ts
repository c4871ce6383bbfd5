import type { WorkbookCell, WorkbookSheet } from '#web/features/export/workbook-cells.ts';

type Value = string | number | null;
/** A range, or one value. */
type Operand = Value | readonly Value[];

/** Returns the value of a cell of a workbook, by its sheet and the indexes of its row and column from 0. */
export type Recalculation = (sheet: string, row: number, column: number) => Value;

/**
 * Calculates a workbook like a spreadsheet, only from the typed cells, without the stored values of formulas. It knows
 * the functions that our formulas use; any other one throws.
 */
export function recalculation(sheets: readonly WorkbookSheet[]): Recalculation {
  const tables = new Map<string, WorkbookSheet['rows']>(sheets.map(({ name, rows }) => [name, rows]));
  const known = new Map<WorkbookCell, Value>();
  const valueAt: Recalculation = (sheet, row, column) => {
    const cell = tables.get(sheet)?.[row]?.[column] ?? null;
    if (cell === null || typeof cell !== 'object') return cell;
    if (!known.has(cell)) known.set(cell, single(evaluated(cell.formula, sheet, valueAt)));
    return known.get(cell) ?? null;
  };
  return valueAt;
}

const TOKEN =
  /\s*(?:((?:'[^']+'|[\p{L}]+)!)?([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?|(\d+(?:\.\d+)?)|([A-Z]+)\(|("")|(<=|>=|<>|[-+*/=<>(),]))/uy;

function evaluated(formula: string, ownSheet: string, valueAt: Recalculation): Operand {
  const tokens: RegExpExecArray[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < formula.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(formula);
    if (!token) throw new Error(`not understood: ${formula.slice(at)} in ${formula}`);
    tokens.push(token);
  }
  let next = 0;
  const sign = (): string | undefined => tokens[next]?.[9];
  const takeSign = (...signs: readonly string[]): string | undefined => {
    const found = sign();
    if (found === undefined || !signs.includes(found)) return undefined;
    next += 1;
    return found;
  };

  function comparison(): Operand {
    const left = sum();
    const how = takeSign('=', '<>', '<', '>', '<=', '>=');
    return how === undefined ? left : Number(compared(single(left), how, single(sum())));
  }

  function sum(): Operand {
    let left = product();
    for (let how = takeSign('+', '-'); how !== undefined; how = takeSign('+', '-')) {
      const right = numeric(product());
      left = how === '+' ? numeric(left) + right : numeric(left) - right;
    }
    return left;
  }

  function product(): Operand {
    let left = factor();
    for (let how = takeSign('*', '/'); how !== undefined; how = takeSign('*', '/')) {
      const right = numeric(factor());
      if (how === '/' && right === 0) throw new Error(`#DIV/0! in ${formula}`);
      left = how === '*' ? numeric(left) * right : numeric(left) / right;
    }
    return left;
  }

  function factor(): Operand {
    if (takeSign('-')) return -numeric(factor());
    if (takeSign('(')) {
      const inside = comparison();
      if (!takeSign(')')) throw new Error(`no end: ${formula}`);
      return inside;
    }
    const [, sheet, letters, row, lastLetters, lastRow, number, name, text] = tokens[next] ?? [];
    next += 1;
    if (number !== undefined) return Number(number);
    if (text !== undefined) return '';
    if (letters !== undefined) {
      const of = sheet?.slice(0, -1).replaceAll("'", '') ?? ownSheet;
      if (lastLetters === undefined) return valueAt(of, Number(row) - 1, columnOf(letters));
      return cellsOf(of, [columnOf(letters), Number(row) - 1], [columnOf(lastLetters), Number(lastRow) - 1]);
    }
    if (name === 'IF') return chosen();
    if (name === undefined) throw new Error(`not understood: ${formula}`);
    return called(name, argumentsOf());
  }

  const cellsOf = (
    sheet: string,
    [left, top]: readonly [number, number],
    [right, bottom]: readonly [number, number],
  ): readonly Value[] =>
    Array.from({ length: (bottom - top + 1) * (right - left + 1) }, (_, i) =>
      valueAt(sheet, top + Math.floor(i / (right - left + 1)), left + (i % (right - left + 1))),
    );

  function argumentsOf(): readonly Operand[] {
    const all = [comparison()];
    while (takeSign(',')) all.push(comparison());
    if (!takeSign(')')) throw new Error(`no end: ${formula}`);
    return all;
  }

  /** The branch that is not chosen is not calculated, because it may divide by zero. */
  function chosen(): Operand {
    const isSo = numeric(comparison()) !== 0;
    if (!takeSign(',')) throw new Error(`no choice: ${formula}`);
    const yes = isSo ? comparison() : skipped();
    if (!takeSign(',')) throw new Error(`no other choice: ${formula}`);
    const no = isSo ? skipped() : comparison();
    if (!takeSign(')')) throw new Error(`no end: ${formula}`);
    return isSo ? yes : no;
  }

  function skipped(): null {
    for (let depth = 0; depth > 0 || (sign() !== ',' && sign() !== ')'); next += 1) {
      if (sign() === '(' || tokens[next]?.[7] !== undefined) depth += 1;
      if (sign() === ')') depth -= 1;
    }
    return null;
  }

  const value = comparison();
  if (next < tokens.length) throw new Error(`more than one formula: ${formula}`);
  return value;
}

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const isRange = (operand: Operand): operand is readonly Value[] => Array.isArray(operand);

function single(operand: Operand): Value {
  if (isRange(operand)) throw new Error('a range where one value belongs');
  return operand;
}

function numeric(operand: Operand): number {
  const value = single(operand);
  if (typeof value === 'string') throw new Error(`#VALUE!: ${value}`);
  return value ?? 0;
}

function compared(left: Value, how: string, right: Value): boolean {
  // An empty cell equals both 0 and ''.
  const [a, b] = [left ?? (typeof right === 'string' ? '' : 0), right ?? (typeof left === 'string' ? '' : 0)];
  switch (how) {
    case '=':
      return a === b;
    case '<>':
      return a !== b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    default:
      return a >= b;
  }
}

const numbersIn = (operand: Operand | undefined): readonly number[] =>
  (operand !== undefined && isRange(operand) ? operand : [operand ?? null]).filter(
    (value) => typeof value === 'number',
  );

const inPlaces = (operand: Operand): readonly number[] =>
  (isRange(operand) ? operand : [operand]).map((value) => (typeof value === 'number' ? value : 0));

function called(name: string, given: readonly Operand[]): number {
  const all = given.flatMap(numbersIn);
  switch (name) {
    case 'SUM':
      return all.reduce((total, each) => total + each, 0);
    case 'COUNT':
      return all.length;
    case 'MIN':
      return Math.min(...all);
    case 'MAX':
      return Math.max(...all);
    case 'ROUND':
      return inDigits(numeric(given[0] ?? null), numeric(given[1] ?? null), Math.round);
    case 'ROUNDUP':
      return inDigits(numeric(given[0] ?? null), numeric(given[1] ?? null), Math.ceil);
    case 'SUMPRODUCT': {
      const [first = [], ...others] = given.map(inPlaces);
      return first.reduce(
        (total, each, i) => total + others.reduce((product, other) => product * (other[i] ?? 0), each),
        0,
      );
    }
    default:
      throw new Error(`unknown function: ${name}`);
  }
}

/** Spreadsheets consider fifteen digits: 1,00005 is a tie, whatever it is in base two. */
function inDigits(value: number, digits: number, how: (value: number) => number): number {
  const scaled = Number((Math.abs(value) * 10 ** digits).toPrecision(15));
  return (Math.sign(value) * how(scaled)) / 10 ** digits;
}
