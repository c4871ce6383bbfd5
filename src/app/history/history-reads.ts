import type { Endpoint } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { PastReadName } from '#contract/routes/owner.ts';
import { figuresOverTime } from './figures-over-time.ts';
import type { HistoryRead } from './business-history.ts';
import { listChanges } from './list-changes.ts';
import { listSales, mix } from './sales-reads.ts';
import { listPurchases, listStockValues, listSuppliers, monthCmv, purchase } from './purchase-reads.ts';
import { profitChange } from './profit-change.ts';

/** Every read of the history in the contract; a missing one does not compile. */
export const historyReads: { readonly [Name in PastReadName]: HistoryRead<OwnerContract[Name]> } = {
  history: figuresOverTime,
  listChanges,
  profitChange,
  listSales,
  mix,
  listPurchases,
  purchase,
  listSuppliers,
  listStockValues,
  monthCmv,
};

/** The call of a name that is known only at run time: its input has been checked by its schemas. */
export const historyReadOf = (name: PastReadName): HistoryRead<Endpoint> => historyReads[name];
