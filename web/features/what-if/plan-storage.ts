import * as v from 'valibot';
import { createStoredValue } from '#web/stores/stored-value.ts';
import type { NamedSimulatedAmount } from './simulated-amounts.ts';

/** A store for the plan until the next load of its page. */
export interface PlanStorage {
  read(): readonly NamedSimulatedAmount[];
  write(amounts: readonly NamedSimulatedAmount[]): void;
}

const FORMAT_VERSION = 1;
const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const StoredAmounts = v.array(
  v.object({
    kind: v.picklist(['ingredient', 'dish', 'channelPrice', 'fixedCost', 'variableCost', 'month', 'sold']),
    id: v.string(),
    name: v.string(),
    from: Amount,
    to: Amount,
  }),
);

/** A store in the session storage, with the account in its key. */
export function createPlanStorage(storage: () => Storage, account: string): PlanStorage {
  const draftStore = createStoredValue({
    storage,
    name: 'what-if',
    account,
    formatVersion: FORMAT_VERSION,
    schema: StoredAmounts,
  });
  return {
    read: () => draftStore.read() ?? [],
    write: (amounts) => draftStore.write(amounts.length === 0 ? undefined : [...amounts]),
  };
}
