import { v5 as uuidFrom } from 'uuid';
import type { Actor } from '#domain/event.ts';
import { businessStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { businessAggregate } from '../aggregate.ts';
import { createCommandHandler } from '../command-handler.ts';
import { firstBusinessIdOf } from '../ids.ts';
import { pizzeriaYear } from './pizzeria-year.ts';

interface Options {
  readonly log: EventLog;
  readonly ownerId: string;
  /** The actor of all events. */
  readonly actor: Actor;
  readonly now: Date;
  /** The length of the history in months. */
  readonly months: number;
  /** Is awaited between two commands, for a caller that has other work. */
  readonly between?: () => Promise<void>;
}

/**
 * Opens an account's first business as the sample pizzeria with its history: the same commands through the same handler
 * as in normal use, under a clock that runs from the beginning to now. After an interruption it continues.
 * @throws HistoryConflict
 */
export async function openPizzeriaWithHistory({
  log,
  ownerId,
  actor,
  now,
  months,
  between = async () => undefined,
}: Options): Promise<void> {
  const businessId = firstBusinessIdOf(ownerId);
  const datedCommands = pizzeriaYear({ idOf: createIdOf(businessId), now, months });
  const changeIdOf = (index: number): string => uuidFrom(`sample year ${index}`, businessId);
  const done = await changeIdsIn(log, businessId);
  if (done.size > 0 && !done.has(changeIdOf(0))) throw new HistoryConflict(businessId);

  let clock = datedCommands[0]?.at ?? now.toISOString();
  const handler = createCommandHandler({
    log,
    aggregate: businessAggregate,
    now: () => new Date(clock),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  const commands = [{ at: clock, command: { type: 'OpenBusiness', ownerId } as const }, ...datedCommands];
  for (const [index, { at, command }] of commands.entries()) {
    await between();
    const changeId = changeIdOf(index);
    if (done.has(changeId)) continue;
    clock = at;
    const outcome = await handler.handle(businessId, { ownerId, command }, { actor, requestId: 'samples', changeId });
    if (outcome.kind !== 'done') throw new Error(`${command.type} in the sample year: ${JSON.stringify(outcome)}`);
  }
}

/** Caches the ids, because the same names occur again and again. */
function createIdOf(businessId: string): (text: string) => string {
  const ids = new Map<string, string>();
  return (text) => {
    const id = ids.get(text) ?? uuidFrom(text, businessId);
    ids.set(text, id);
    return id;
  };
}

/** The business has other events already, so the sample history cannot be added. */
export class HistoryConflict extends Error {
  override readonly name = 'HistoryConflict';
  constructor(businessId: string) {
    super(`business ${businessId} has a past of its own`);
  }
}

async function changeIdsIn(log: EventLog, businessId: string): Promise<ReadonlySet<string>> {
  const changes = new Set<string>();
  for await (const { meta } of log.read(businessStream(businessId))) changes.add(meta.changeId);
  return changes;
}
