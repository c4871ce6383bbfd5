import type { PurchaseBody } from '#contract/entities/purchase.schema.ts';
import { purchasesFrom } from '#contract/entities/purchase.ts';
import { stockValuesFrom } from '#contract/entities/stock-value.ts';
import type { SupplierBody } from '#contract/entities/supplier.schema.ts';
import { suppliersFrom } from '#contract/entities/supplier.ts';
import type { Business } from '#domain/business/state.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';

export type Purchasing = Pick<Business, 'purchases' | 'suppliers' | 'stockValues'>;

/** The filters of the list of purchases. */
export interface PurchaseQuery {
  readonly from?: string;
  readonly to?: string;
  readonly supplier_id?: string;
}

/** Reads all purchases, suppliers and stock values. @throws ApiProblem · NetworkFailure */
export async function readAllPurchasing(business: Pick<BusinessStore, 'readHistory'>): Promise<Purchasing> {
  const [bodies, suppliers, values] = await Promise.all([
    readAllPurchases(business),
    business.readHistory('listSuppliers', { query: {} }),
    business.readHistory('listStockValues', { query: {} }),
  ]);
  return {
    purchases: purchasesFrom(bodies),
    suppliers: suppliersFrom(suppliers),
    stockValues: stockValuesFrom(values),
  };
}

/** The number of purchases in a full answer. */
export const PURCHASE_PAGE_SIZE = 100;

/** All purchases that match the query, newest first. @throws ApiProblem · NetworkFailure */
export async function readAllPurchases(
  { readHistory }: Pick<BusinessStore, 'readHistory'>,
  query: PurchaseQuery = {},
): Promise<readonly PurchaseBody[]> {
  const all: PurchaseBody[] = [];
  for (;;) {
    const before = all.at(-1)?.id;
    const page = await readHistory('listPurchases', { query: before === undefined ? query : { ...query, before } });
    all.push(...page);
    if (page.length < PURCHASE_PAGE_SIZE) return all;
  }
}

/** Reads the suppliers with their prices, and adds them to the loaded business. @throws ApiProblem · NetworkFailure */
export async function readSuppliers(
  business: Pick<BusinessStore, 'readHistory' | 'addPurchasing'>,
): Promise<readonly SupplierBody[]> {
  const bodies = await business.readHistory('listSuppliers', { query: {} });
  business.addPurchasing({ suppliers: suppliersFrom(bodies) });
  return bodies;
}
