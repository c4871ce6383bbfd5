import { supplierFields } from '#domain/business/supplier/fields.ts';
import { currentIngredientId } from '#domain/business/purchase/prices.ts';
import type { Purchase } from '#domain/business/state.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { MAX_WORKBOOK_ROWS } from '../files/workbook-layout.ts';
import { type WorkbookContext, fieldCells, type RowOf } from './workbook-cells.ts';

export const supplierRows = ({ state, numberOf }: WorkbookContext): readonly RowOf<'Fornecedores'>[] =>
  [...state.suppliers.values()].map((supplier) => ({
    ...fieldCells(supplierFields, supplier),
    sameNameNumber: numberOf(supplier.id),
  }));

export const stockRows = ({ state }: WorkbookContext): readonly RowOf<'Estoque'>[] =>
  [...state.stockValues]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, value]) => ({ month, value: fromTenThousandths(value) }));

/** The largest number of purchase lines: purchases and sales share the row limit of the workbook. */
const MAX_LINES = MAX_WORKBOOK_ROWS / 3;

interface PurchaseRows {
  readonly rows: readonly RowOf<'Compras'>[];
  /** `YYYY-MM-DD`: the oldest exported day, where older purchases exceeded the row limit; null if all are exported. */
  readonly purchasesFrom: string | null;
}

/** The rows of the newest purchases that fit, oldest first. */
export function purchaseRows(context: WorkbookContext): PurchaseRows {
  const ordered = [...context.state.purchases.values()].toSorted((a, b) =>
    a.date < b.date ? -1 : Number(a.date > b.date),
  );
  let lines = 0;
  const firstIndex = ordered.findLastIndex((purchase) => (lines += purchase.lines.length) > MAX_LINES) + 1;
  const purchases = ordered.slice(firstIndex);
  return {
    rows: purchases.flatMap((purchase, index) => rowsOf(context, purchase, index + 1)),
    purchasesFrom: firstIndex === 0 ? null : (purchases[0]?.date ?? null),
  };
}

function rowsOf(
  { state, numberOf }: WorkbookContext,
  purchase: Purchase,
  purchaseNumber: number,
): readonly RowOf<'Compras'>[] {
  const { date, supplierId, supplierName, number, freight, discount, source, confirmed, lines } = purchase;
  const supplier = supplierId === null ? undefined : state.suppliers.get(supplierId);
  return lines.map((line) => {
    const id = line.ingredientId === null ? null : currentIngredientId(state, line.ingredientId);
    const ingredient = id === null ? undefined : state.ingredients.get(id);
    return {
      purchase: purchaseNumber,
      date,
      supplier: supplier?.name ?? supplierName,
      supplierNumber: supplierId === null ? null : numberOf(supplierId),
      number,
      freight: fromTenThousandths(freight),
      discount: fromTenThousandths(discount),
      source,
      isUnconfirmed: confirmed ? null : 'sim',
      item: ingredient?.name ?? line.name,
      itemNumber: id === null ? null : numberOf(id),
      kind: id === null ? 'outro' : ingredient ? 'insumo' : 'removido',
      packs: fromTenThousandths(line.packs),
      packQuantity: fromTenThousandths(line.packQuantity),
      packUnit: line.packUnit,
      total: fromTenThousandths(line.total),
      code: line.code,
      gtin: line.gtin,
      billedUnit: line.billedUnit,
      description: line.description,
      cfop: line.cfop,
    };
  });
}
