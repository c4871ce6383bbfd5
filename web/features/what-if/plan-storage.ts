import * as v from 'valibot';
import { createStoredValue } from '#web/stores/stored-value.ts';
import type { NamedMove } from './moves.ts';

/** A store for the plan until the next load of its page. */
export interface PlanStorage {
  read(): readonly NamedMove[];
  write(moves: readonly NamedMove[]): void;
}

const FORMAT_VERSION = 1;
const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Moves = v.array(
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
    schema: Moves,
  });
  return {
    read: () => draftStore.read() ?? [],
    write: (moves) => draftStore.write(moves.length === 0 ? undefined : [...moves]),
  };
}
