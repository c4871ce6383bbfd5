import { v5 as uuidFrom } from 'uuid';
import type { Actor } from '#domain/event.ts';
import { businessStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { businessAggregate } from '../aggregate.ts';
import { createCommandHandler } from '../command-handler.ts';
import { firstBusinessOf } from '../ids.ts';
import { pizzeriaYear } from './pizzeria-year.ts';

interface Options {
  readonly log: EventLog;
  readonly ownerId: string;
  /** Who has done it all, as the events tell. */
  readonly actor: Actor;
  readonly now: Date;
  /** How far back it goes. */
  readonly months: number;
  /** Awaited between two commands, by whoever has something else to do besides. */
  readonly between?: () => Promise<void>;
}

/**
 * Opens an account's first business as the sample pizzeria with its past: the same commands through the same handler as
 * everybody's, under a clock that walks from then to now. Begun and cut off it goes on where it was.
 * @throws PastTaken
 */
export async function openPizzeriaWithPast({
  log,
  ownerId,
  actor,
  now,
  months,
  between = async () => undefined,
}: Options): Promise<void> {
  const businessId = firstBusinessOf(ownerId);
  const deeds = pizzeriaYear({ idOf: idsWithin(businessId), now, months });
  const changeIdOf = (index: number): string => uuidFrom(`sample year ${index}`, businessId);
  const done = await changesIn(log, businessId);
  if (done.size > 0 && !done.has(changeIdOf(0))) throw new PastTaken(businessId);

  let clock = deeds[0]?.at ?? now.toISOString();
  const handler = createCommandHandler({
    log,
    aggregate: businessAggregate,
    now: () => new Date(clock),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  const commands = [{ at: clock, command: { type: 'OpenBusiness', ownerId } as const }, ...deeds];
  for (const [index, { at, command }] of commands.entries()) {
    await between();
    const changeId = changeIdOf(index);
    if (done.has(changeId)) continue;
    clock = at;
    const outcome = await handler.handle(businessId, { ownerId, command }, { actor, requestId: 'samples', changeId });
    if (outcome.kind !== 'done') throw new Error(`${command.type} in the sample year: ${JSON.stringify(outcome)}`);
  }
}

/** Each id is made once: the same names come again and again. */
function idsWithin(businessId: string): (text: string) => string {
  const ids = new Map<string, string>();
  return (text) => {
    const id = ids.get(text) ?? uuidFrom(text, businessId);
    ids.set(text, id);
    return id;
  };
}

/** Something else has happened in the business already: nobody can have had another past. */
export class PastTaken extends Error {
  override readonly name = 'PastTaken';
  constructor(businessId: string) {
    super(`business ${businessId} has a past of its own`);
  }
}

async function changesIn(log: EventLog, businessId: string): Promise<ReadonlySet<string>> {
  const changes = new Set<string>();
  for await (const { meta } of log.read(businessStream(businessId))) changes.add(meta.changeId);
  return changes;
}
