import type { ReadWriteSet } from '#contract/entities/command-call.ts';
import { callOf, isSingle } from '#contract/entities/command-calls.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';

/**
 * Do two commands meet in something that one of them writes? Then they are sent in the order in which they were given;
 * all others may travel at the same time.
 */
export const areInConflict = (a: ReadWriteSet, b: ReadWriteSet): boolean =>
  a.writes.some((thing) => b.writes.includes(thing) || b.reads.includes(thing)) ||
  a.reads.some((thing) => b.writes.includes(thing));

/** Lists are things too: additions keep their order, so the server lists them as they were entered. */
export function readWriteSetOf(command: BusinessCommand, state: Business): ReadWriteSet {
  if (isSingle(command)) return callOf(command).readWriteSet(command, state);
  const each = command.type === 'ApplyChangeSet' ? command.commands.map((one) => readWriteSetOf(one, state)) : [];
  return { writes: each.flatMap(({ writes }) => writes), reads: each.flatMap(({ reads }) => reads) };
}
