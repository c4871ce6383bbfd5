import { AMOUNTS } from '#domain/amounts.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { PURCHASE_SOURCES, type Purchase } from '#domain/business/purchase/fields.ts';
import { currentIngredientId } from '#domain/business/purchase/prices.ts';
import type { Business } from '#domain/business/state.ts';
import { LIMITS } from '#domain/limits.ts';
import { readUnit } from '#domain/names.ts';
import { textCell } from '../fields/columns.ts';
import { amountReader, readDay, optionalTextReader, type WorkbookRow } from './workbook-rows.ts';

type Row = WorkbookRow<'Compras'>;
export type EnterPurchase = Extract<SingleCommand, { readonly type: 'EnterPurchase' }>;
type Line = EnterPurchase['lines'][number];

/** The fields of a purchase in a group of rows, apart from its supplier and lines. */
export type PurchaseHead = Omit<EnterPurchase, 'type' | 'id' | 'supplier' | 'lines' | 'today'>;

/** Groups the rows by purchase number. A row without a number is a purchase of its own. */
export function purchaseGroups(rows: readonly Row[]): readonly (readonly [Row, ...Row[]])[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const number = row.text('purchase');
    const group = groups.get(number);
    if (group && number !== '') group.push(row);
    else groups.set(number === '' ? `row ${row.line}` : number, [row]);
  }
  return [...groups.values()];
}

/** Reads the fields that all rows of a purchase repeat from one row. */
export function purchaseHead(row: Row): PurchaseHead {
  const money = amountReader(AMOUNTS.purchaseTotal);
  return {
    date: row.required('date', readDay) ?? '',
    number: row.value('number', optionalTextReader(LIMITS.documentText.max, 'O número'), { empty: null }),
    source: PURCHASE_SOURCES.find((source) => source === row.text('source')) ?? 'manual',
    freight: row.value('freight', money, { empty: 0 }),
    discount: row.value('discount', money, { empty: 0 }),
    confirmed: row.text('isUnconfirmed') !== 'sim',
  };
}

export function purchaseLine(row: Row, ingredientId: string | null): Line {
  const text = (key: 'code' | 'gtin' | 'billedUnit' | 'description' | 'cfop', noun: string): string | null =>
    row.value(key, optionalTextReader(LIMITS.documentText.max, noun), { empty: null });
  return {
    ingredient: ingredientId === null ? null : { id: ingredientId },
    packs: row.required('packs', amountReader(AMOUNTS.packs)) ?? 0,
    packQuantity: row.required('packQuantity', amountReader(AMOUNTS.packQuantity)) ?? 0,
    packUnit: row.required('packUnit', textCell(readUnit)) ?? '',
    total: row.required('total', amountReader(AMOUNTS.purchaseTotal)) ?? 0,
    code: text('code', 'O código'),
    gtin: text('gtin', 'O GTIN'),
    billedUnit: text('billedUnit', 'A unidade da nota'),
    description: text('description', 'A descrição'),
    cfop: text('cfop', 'O CFOP'),
  };
}

/** A key of date, number, supplier and lines: purchases with the same key count as the same. */
export const purchaseKey = (
  { date, number }: Pick<Purchase, 'date' | 'number'>,
  supplierId: string | null,
  lines: readonly (readonly [item: string | null, line: Omit<Line, 'ingredient'>])[],
): string =>
  JSON.stringify([
    date,
    number,
    supplierId,
    ...lines.map(([item, { packs, packQuantity, packUnit, total, code, gtin, billedUnit, description, cfop }]) => [
      item,
      packs,
      packQuantity,
      packUnit,
      total,
      [code, gtin, billedUnit, description, cfop],
    ]),
  ]);

/** The item of a line in a key if its ingredient is removed and only the name is left. */
export const removedItem = (name: string): string => `gone: ${name}`;

/** The number of existing purchases by key. */
export function purchaseCounts(state: Business): Map<string, number> {
  const counts = new Map<string, number>();
  for (const purchase of state.purchases.values()) {
    const lines = purchase.lines.map((line) => {
      const id = line.ingredientId === null ? null : currentIngredientId(state, line.ingredientId);
      return [id === null || state.ingredients.has(id) ? id : removedItem(line.name), line] as const;
    });
    const key = purchaseKey(purchase, purchase.supplierId, lines);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
