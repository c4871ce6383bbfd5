import type { Business } from '#domain/business/state.ts';
import { type Move, type MoveKind, movesByPercent, type PercentMove } from '#domain/consequences/move.ts';
import { movablesOf } from './movables.ts';

/** A move with the name of its entity, which may have been removed when the plan is shown again. */
export interface NamedMove extends Move {
  readonly name: string;
}

type MoveTarget = Pick<Move, 'kind' | 'id'>;

/** At most one move for each amount, in the order in which they were first made. */
export type Moves = ReadonlyMap<string, NamedMove>;

const keyOf = ({ kind, id }: MoveTarget): string => `${kind} ${id}`;

export const toMoves = (moves: readonly NamedMove[]): Moves => new Map(moves.map((move) => [keyOf(move), move]));

export const findMove = (moves: Moves, target: MoveTarget): NamedMove | undefined => moves.get(keyOf(target));

/** Merges two plans; the moves of the second win. */
export const mergedMoves = (moves: Moves, newerMoves: Moves): Moves => new Map([...moves, ...newerMoves]);

/** The plan without the moves of these amounts. */
export function withoutMoves(moves: Moves, targets: readonly MoveTarget[]): Moves {
  const remaining = new Map(moves);
  for (const target of targets) remaining.delete(keyOf(target));
  return remaining;
}

/** The plan with all amounts of a kind moved by the same percentage, replacing their earlier moves. */
export function withAllMoved(
  moves: Moves,
  {
    kind,
    percentMove,
    state,
  }: { readonly kind: MoveKind; readonly percentMove: PercentMove; readonly state: Business },
): Moves {
  const movables = movablesOf(kind, state);
  const names = new Map(movables.map(({ id, name }) => [id, name]));
  const others = [...moves.values()].filter((move) => move.kind !== kind);
  const newMoves = movesByPercent(movables, percentMove).map((move) => ({ ...move, name: names.get(move.id) ?? '' }));
  return toMoves([...others, ...newMoves]);
}
