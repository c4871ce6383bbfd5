import * as v from 'valibot';
import { keptText, keptValue } from '#web/stores/kept-text.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import type { NamedMove } from './moves.ts';

/** Where a plan waits for the next load of its page. */
export interface KeptPlan {
  read(): readonly NamedMove[];
  write(moves: readonly NamedMove[]): void;
}

const SHAPE = 1;
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

/**
 * In the session storage, under the account whose business it is about: cleared at log-out with everything personal, and
 * never shown to another account. A storage that is blocked or holds something else keeps nothing.
 */
export function createKeptPlan(storage: () => Storage, account: string): KeptPlan {
  const key = `${PERSONAL_PREFIX}what-if.${account}`;
  return {
    read() {
      try {
        const kept = v.safeParse(Moves, keptValue(SHAPE, storage().getItem(key)));
        return kept.success ? kept.output : [];
      } catch {
        return [];
      }
    },
    write(moves) {
      try {
        if (moves.length === 0) storage().removeItem(key);
        else storage().setItem(key, keptText(SHAPE, moves));
      } catch {
        // It lasts as long as the page, then.
      }
    },
  };
}
