import type { Business } from '#domain/business/state.ts';
import { amountOf, type Move } from '#domain/consequences/move.ts';
import type { Units } from '#domain/decimal.ts';

/** What became of a move in the meantime. */
export type MoveStatus =
  | { readonly kind: 'fits' }
  /** The thing is not there any more. */
  | { readonly kind: 'gone' }
  /** It already is what was to be tried. */
  | { readonly kind: 'done' }
  /** Somebody changed it; `now` is what stands, and the move goes from there. */
  | { readonly kind: 'drifted'; readonly now: Units };

export function statusOf({ kind, id, from, to }: Move, state: Business): MoveStatus {
  const now = amountOf({ kind, id }, state);
  // A month that nobody has filled in is there all the same.
  if (now === undefined && kind !== 'month') return { kind: 'gone' };
  if ((now ?? 0) === to) return { kind: 'done' };
  return (now ?? 0) === from ? { kind: 'fits' } : { kind: 'drifted', now: now ?? 0 };
}
