import type { Business } from '#domain/business/state.ts';
import { amountOf, type Move } from '#domain/consequences/move.ts';
import type { TenThousandths } from '#domain/decimal.ts';

/** The state of a move after changes of the business. */
export type MoveStatus =
  | { readonly kind: 'fits' }
  /** The entity has been removed. */
  | { readonly kind: 'gone' }
  /** The amount already has the simulated value. */
  | { readonly kind: 'done' }
  /** The amount was changed by somebody; `now` is its current value, on which the move is based from now on. */
  | { readonly kind: 'drifted'; readonly now: TenThousandths };

/** Compares a move with the current amount. */
export function statusOf({ kind, id, from, to }: Move, state: Business): MoveStatus {
  const now = amountOf({ kind, id }, state);
  // An empty month still exists.
  if (now === undefined && kind !== 'month') return { kind: 'gone' };
  if ((now ?? 0) === to) return { kind: 'done' };
  return (now ?? 0) === from ? { kind: 'fits' } : { kind: 'drifted', now: now ?? 0 };
}
