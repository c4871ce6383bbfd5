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

export const movesOf = (moves: readonly NamedMove[]): Moves => new Map(moves.map((move) => [keyOf(move), move]));

export const moveOf = (moves: Moves, thing: MoveTarget): NamedMove | undefined => moves.get(keyOf(thing));

/** The moves of both plans; those of the second win. */
export const together = (moves: Moves, more: Moves): Moves => new Map([...moves, ...more]);

export function without(moves: Moves, things: readonly MoveTarget[]): Moves {
  const rest = new Map(moves);
  for (const thing of things) rest.delete(keyOf(thing));
  return rest;
}

/** The plan with all amounts of a kind moved by the same percentage, replacing their earlier moves. */
export function withAllMoved(
  moves: Moves,
  { kind, by, state }: { readonly kind: MoveKind; readonly by: PercentMove; readonly state: Business },
): Moves {
  const things = movablesOf(kind, state);
  const names = new Map(things.map(({ id, name }) => [id, name]));
  const others = [...moves.values()].filter((move) => move.kind !== kind);
  const moved = movesByPercent(things, by).map((move) => ({ ...move, name: names.get(move.id) ?? '' }));
  return movesOf([...others, ...moved]);
}
