import { csvFile } from '#contract/csv.ts';
import type { PurchaseBody } from '#contract/entities/purchase.schema.ts';
import { dayText } from '#contract/instants.ts';
import { requireTenThousandths } from '#domain/decimal.ts';
import { formatForInput } from '#domain/numerals.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { fileName, saveFile } from '../export/save-file.ts';
import { readAllPurchases } from '../fields/purchasing.ts';
import { type PurchaseFilter, queryOf } from './purchases-list.ts';

const HEADINGS = [
  'Data',
  'Fornecedor',
  'CNPJ',
  'Número da nota',
  'Item',
  'É insumo',
  'Quantidade',
  'Cada um tem',
  'Unidade',
  'Total do item',
  'Custo com frete e desconto',
];

const csvNumber = (reais: number): string => formatForInput(requireTenThousandths(reais));

/** One row for each line, oldest purchase first; the last column adds up to the paid amount. */
export function purchaseRows(
  purchases: readonly PurchaseBody[],
  cnpjs: ReadonlyMap<string, string | null>,
): readonly (readonly string[])[] {
  const rows = purchases
    .toReversed()
    .flatMap(({ date, supplier, number: receiptNumber, lines }) =>
      lines.map((line) => [
        dayText(date),
        supplier?.name ?? '',
        (supplier && cnpjs.get(supplier.id)) ?? '',
        receiptNumber ?? '',
        line.name,
        line.ingredient_id === null ? 'não' : 'sim',
        csvNumber(line.packs),
        csvNumber(line.pack_quantity),
        line.pack_unit,
        csvNumber(line.total),
        csvNumber(line.cost),
      ]),
    );
  return [HEADINGS, ...rows];
}

/** Saves the listed purchases as a file for the accountant. @throws ApiProblem · NetworkFailure */
export async function downloadPurchases(business: BusinessStore, filter: PurchaseFilter): Promise<void> {
  const [purchases, suppliers] = await Promise.all([
    readAllPurchases(business, queryOf(filter)),
    business.readHistory('listSuppliers', {}),
  ]);
  const rows = purchaseRows(purchases, new Map(suppliers.map(({ id, cnpj }) => [id, cnpj])));
  const month = filter.month === '' ? '' : `-de-${filter.month}`;
  const supplier = filter.supplierId === '' ? '' : '-de-um-fornecedor';
  const name = fileName(`compras${month}${supplier}`, 'csv', new Date());
  saveFile(new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' }), name);
}
