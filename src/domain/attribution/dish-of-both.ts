import type { Dish } from '../business/state.ts';
import type { Point } from './diagonal.ts';
import type { TwoStates } from './factors.ts';
import type { Both } from './two-kitchens.ts';

/** A dish in two states: of both, or one that came or went. */
export interface DishOfBoth {
  readonly id: string;
  readonly kind: 'kept' | 'came' | 'went';
  /** Twice the same where only one state has it. */
  readonly rows: Both<Dish>;
}

export const dishesOf = ({ before, after }: TwoStates): readonly DishOfBoth[] =>
  [...new Set([...before.dishes.keys(), ...after.dishes.keys()])].flatMap((id) => {
    const [old, now] = [before.dishes.get(id), after.dishes.get(id)];
    const rows = old && now ? ([old, now] as const) : old ? ([old, old] as const) : now && ([now, now] as const);
    return rows ? [{ id, kind: !old ? 'came' : !now ? 'went' : 'kept', rows }] : [];
  });

/** How far a dish is there at a point, over `of`. */
export const presenceAt = (kind: DishOfBoth['kind'], { old, now, of }: Point): bigint =>
  kind === 'kept' ? of : kind === 'came' ? now : old;

/** What its presence changes by with the cause that it came or went. */
export const presenceChange = (kind: DishOfBoth['kind']): bigint => (kind === 'kept' ? 0n : kind === 'came' ? 1n : -1n);
