import type { Endpoint } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { PastName } from '#contract/routes/owner.ts';
import { figuresOverTime } from './figures-over-time.ts';
import type { HistoryCall } from './business-history.ts';
import { listChanges } from './list-changes.ts';
import { listSales, mix } from './sales-calls.ts';
import { listPurchases, listStockValues, listSuppliers, monthCmv, purchase } from './purchase-calls.ts';
import { profitChange } from './profit-change.ts';

/** Every read of the history in the contract; a missing one does not compile. */
export const historyCalls: { readonly [Name in PastName]: HistoryCall<OwnerContract[Name]> } = {
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
export const historyCallOf = (name: PastName): HistoryCall<Endpoint> => historyCalls[name];
