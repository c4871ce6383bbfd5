import { supplierFields } from '#domain/business/supplier/fields.ts';
import { ingredientNow } from '#domain/business/purchase/prices.ts';
import type { Purchase } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { MAX_WORKBOOK_ROWS } from '../files/workbook-layout.ts';
import { type Book, cellsOf, type RowOf } from './workbook-cells.ts';

export const supplierRows = ({ state, noOf }: Book): readonly RowOf<'Fornecedores'>[] =>
  [...state.suppliers.values()].map((supplier) => ({
    ...cellsOf(supplierFields, supplier),
    no: noOf(supplier.id),
  }));

export const stockRows = ({ state }: Book): readonly RowOf<'Estoque'>[] =>
  [...state.stockValues]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, value]) => ({ month, value: numberFromUnits(value) }));

/** Purchases and sales share what the sheet's limit leaves. */
const MAX_LINES = MAX_WORKBOOK_ROWS / 3;

interface PurchaseRows {
  readonly rows: readonly RowOf<'Compras'>[];
  /** YYYY-MM-DD: older purchases did not fit; null: all of them did. */
  readonly purchasesFrom: string | null;
}

/** The newest purchases as far as there are rows, by their day. */
export function purchaseRows(book: Book): PurchaseRows {
  const all = [...book.state.purchases.values()].toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  let lines = 0;
  const first = all.findLastIndex((purchase) => (lines += purchase.lines.length) > MAX_LINES) + 1;
  const shown = all.slice(first);
  return {
    rows: shown.flatMap((purchase, index) => rowsOf(book, purchase, index + 1)),
    purchasesFrom: first === 0 ? null : (shown[0]?.date ?? null),
  };
}

function rowsOf({ state, noOf }: Book, purchase: Purchase, no: number): readonly RowOf<'Compras'>[] {
  const { date, supplierId, supplierName, number, freight, discount, source, confirmed, lines } = purchase;
  const supplier = supplierId === null ? undefined : state.suppliers.get(supplierId);
  return lines.map((line) => {
    const id = line.ingredientId === null ? null : ingredientNow(state, line.ingredientId);
    const ingredient = id === null ? undefined : state.ingredients.get(id);
    return {
      purchase: no,
      date,
      supplier: supplier?.name ?? supplierName,
      supplierNo: supplierId === null ? null : noOf(supplierId),
      number,
      freight: numberFromUnits(freight),
      discount: numberFromUnits(discount),
      source,
      isUnconfirmed: confirmed ? null : 'sim',
      item: ingredient?.name ?? line.name,
      itemNo: id === null ? null : noOf(id),
      kind: id === null ? 'outro' : ingredient ? 'insumo' : 'removido',
      packs: numberFromUnits(line.packs),
      packQuantity: numberFromUnits(line.packQuantity),
      packUnit: line.packUnit,
      total: numberFromUnits(line.total),
      code: line.code,
      gtin: line.gtin,
      billedUnit: line.billedUnit,
      description: line.description,
      cfop: line.cfop,
    };
  });
}
