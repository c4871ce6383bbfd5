import { randomUUID } from 'node:crypto';
import { firstBusinessIdOf } from '#app/ids.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { JsonObject, NewEvent } from '#domain/event.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import { schemaOf } from '#eventstore/upcasters.ts';
import type { EventLog } from '#eventstore/port.ts';
import { plainPizzeria } from '#tests/support/plain-pizzeria.ts';
import { v5 as uuidFrom } from 'uuid';

/** An owner with the events of one business, which are not necessarily in a database yet. */
export interface OwnerWithBusiness {
  readonly userId: string;
  readonly businessId: string;
  readonly events: readonly BusinessEvent[];
}

const NAMESPACE = '0b9f1c52-6c1b-4b7e-9a53-7d0f2f6f7c22';

/** The events that the commands lead to, in order. @throws for a refused command */
export function eventsOf(commands: readonly BusinessCommand[]): readonly BusinessEvent[] {
  const events: BusinessEvent[] = [];
  let state = fold([]);
  for (const command of commands) {
    const decision = decide(state, command);
    if (isRefusal(decision)) throw new Error(`${command.type}: ${decision.refusal}`);
    events.push(...decision);
    state = fold(decision, state);
  }
  return events;
}

/** The first `count` events of a pizzeria: its set-up, and then price changes of its ingredients. */
function pizzeriaEvents(userId: string, businessId: string, count: number): readonly BusinessEvent[] {
  const commands: BusinessCommand[] = [
    { type: 'OpenBusiness', ownerId: userId },
    ...plainPizzeria((text) => uuidFrom(text, businessId)),
  ];
  const ingredients = commands.filter((command) => command.type === 'AddIngredient');
  for (let i = 0; commands.length < count; i += 1) {
    const { id } = ingredients[i % ingredients.length] ?? { id: '' };
    commands.push({ type: 'ChangeIngredient', id, unitPrice: 10_000 + i });
  }
  return eventsOf(commands.slice(0, count));
}

/** Makes owners by number; the same number always gives the same owner. @param first number of the first owner */
export function makeOwners(count: number, eventsEach: number, first = 0): OwnerWithBusiness[] {
  return Array.from({ length: count }, (_, i) => {
    const userId = uuidFrom(`owner ${first + i}`, NAMESPACE);
    const businessId = firstBusinessIdOf(userId);
    return { userId, businessId, events: pizzeriaEvents(userId, businessId, eventsEach) };
  });
}

/** The number of events that are made and written before further ones are made, so that they fit in memory. */
const EVENTS_PER_BATCH = 200_000;

export interface OwnerCount {
  readonly businesses: number;
  readonly eventsEach: number;
}

/** Makes owners in batches that fit in memory. */
export function* ownerBatches({ businesses, eventsEach }: OwnerCount): Generator<OwnerWithBusiness[]> {
  const batchSize = Math.ceil(EVENTS_PER_BATCH / eventsEach);
  for (let first = 0; first < businesses; first += batchSize)
    yield makeOwners(Math.min(batchSize, businesses - first), eventsEach, first);
}

/** The interval between two events of a stream, in minutes: twenty thousand events make a year. */
const EVENT_INTERVAL_MINUTES = 26;
const FIRST_AT = Date.parse('2025-11-21T12:34:56.789Z');

/** The time of the event at this index of a stream. */
const instantOf = (index: number): string => new Date(FIRST_AT + index * EVENT_INTERVAL_MINUTES * 60_000).toISOString();

/** @param first index of the first event in its stream, from which the times of the events are derived */
export const toNewEvents = (
  events: readonly { readonly type: string; readonly data: object }[],
  first = 0,
): NewEvent[] =>
  events.map(({ type, data }, index) => ({
    id: randomUUID(),
    type,
    data: data as JsonObject,
    meta: {
      at: instantOf(first + index),
      actor: { kind: 'account', id: NAMESPACE },
      requestId: NAMESPACE,
      changeId: NAMESPACE,
      schema: schemaOf(type),
    },
  }));

const ACCOUNT_EVENTS = [
  { type: 'AccountRegistered', data: { issuer: 'urn:prumo:bench' } },
  { type: 'AccessSourceAdded', data: { source: { kind: 'grant', id: 'bench' }, reason: 'bench' } },
];
/** The number of events that an owner appends before the next owner appends. */
const EVENTS_PER_TURN = 5;
const CONCURRENT_WRITERS = 100;

/** Appends all events to the log, a few of each owner in turn, as if the owners worked at the same time. */
export async function appendAll(log: EventLog, owners: readonly OwnerWithBusiness[]): Promise<void> {
  await forEachInParallel(owners, async ({ userId }) => {
    await log.append(accountStream(userId), 'none', toNewEvents(ACCOUNT_EVENTS));
  });
  const longest = Math.max(...owners.map(({ events }) => events.length));
  for (let from = 0; from < longest; from += EVENTS_PER_TURN)
    await forEachInParallel(owners, async ({ businessId, events }) => {
      const batch = events.slice(from, from + EVENTS_PER_TURN);
      if (batch.length === 0) return;
      await log.append(businessStream(businessId), from === 0 ? 'none' : BigInt(from - 1), toNewEvents(batch, from));
    });
}

async function forEachInParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENT_WRITERS }, worker));
}
