import type { Business } from '#domain/business/state.ts';
import { type Move, type MoveKind, movedBy, type PercentMove } from '#domain/consequences/move.ts';
import { movablesOf } from './movables.ts';

/** With the name that the thing had: it may be gone when the move is looked at again. */
export interface NamedMove extends Move {
  readonly name: string;
}

type MoveTarget = Pick<Move, 'kind' | 'id'>;

/** At most one for each thing, in the order in which they were first tried. */
export type Moves = ReadonlyMap<string, NamedMove>;

const keyOf = ({ kind, id }: MoveTarget): string => `${kind} ${id}`;

export const movesOf = (moves: readonly NamedMove[]): Moves => new Map(moves.map((move) => [keyOf(move), move]));

export const moveOf = (moves: Moves, thing: MoveTarget): NamedMove | undefined => moves.get(keyOf(thing));

/** What is in both is as the second has it. */
export const together = (moves: Moves, more: Moves): Moves => new Map([...moves, ...more]);

export function without(moves: Moves, things: readonly MoveTarget[]): Moves {
  const rest = new Map(moves);
  for (const thing of things) rest.delete(keyOf(thing));
  return rest;
}

/** Everything of one kind by the same percentage of what it is today, in place of what was tried for it. */
export function withAllMoved(
  moves: Moves,
  { kind, by, state }: { readonly kind: MoveKind; readonly by: PercentMove; readonly state: Business },
): Moves {
  const things = movablesOf(kind, state);
  const names = new Map(things.map(({ id, name }) => [id, name]));
  const others = [...moves.values()].filter((move) => move.kind !== kind);
  const moved = movedBy(things, by).map((move) => ({ ...move, name: names.get(move.id) ?? '' }));
  return movesOf([...others, ...moved]);
}
