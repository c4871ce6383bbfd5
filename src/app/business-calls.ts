import type { OwnerContract } from '#contract/owner.ts';
import type { ChangingName } from '#contract/routes/owner.ts';
import type { BusinessCall } from './business-call.ts';
import { applyChanges } from './change-set.ts';
import { dataCalls } from './data-calls.ts';
import { importSales } from './import-sales.ts';
import { undoChange } from './undo-change.ts';

/** Every changing call of the contract; a missing one does not compile. */
export const businessCalls: { readonly [Name in ChangingName]: BusinessCall<OwnerContract[Name]> } = {
  ...dataCalls,
  applyChanges,
  importSales,
  undoChange,
};
