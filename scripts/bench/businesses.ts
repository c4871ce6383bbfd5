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

/** One owner with a business, before any events are written. */
export interface OwnerWithBusiness {
  readonly userId: string;
  readonly businessId: string;
  readonly events: readonly BusinessEvent[];
}

const NAMESPACE = '0b9f1c52-6c1b-4b7e-9a53-7d0f2f6f7c22';

/** The events that follow from these commands, in order. */
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

/** The standard pizzeria, followed by price changes of its ingredients until there are `count` events. */
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

/** Makes owners; the same numbers give the same owners. @param first number of the first owner */
export function makeOwners(count: number, eventsEach: number, first = 0): OwnerWithBusiness[] {
  return Array.from({ length: count }, (_, i) => {
    const userId = uuidFrom(`owner ${first + i}`, NAMESPACE);
    const businessId = firstBusinessIdOf(userId);
    return { userId, businessId, events: pizzeriaEvents(userId, businessId, eventsEach) };
  });
}

/** Minutes between two events of a stream: twenty thousand events make a year. */
const PAUSE_MINUTES = 26;
const FIRST_AT = Date.parse('2025-11-21T12:34:56.789Z');

/** The time of the event at this index of a stream. */
const instantOf = (index: number): string => new Date(FIRST_AT + index * PAUSE_MINUTES * 60_000).toISOString();

/** @param first index of the first event in its stream: later events happened later */
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

const ACCOUNT = [
  { type: 'AccountRegistered', data: { issuer: 'urn:prumo:bench' } },
  { type: 'AccessSourceAdded', data: { source: { kind: 'grant', id: 'bench' }, reason: 'bench' } },
];
/** Number of events that an owner appends before the next owner has a turn. */
const EVENTS_PER_TURN = 5;
const WRITERS = 100;

/** Writes all events: owners take turns, a few events each. */
export async function writeAll(log: EventLog, owners: readonly OwnerWithBusiness[]): Promise<void> {
  await forEachInParallel(owners, async ({ userId }) => {
    await log.append(accountStream(userId), 'none', toNewEvents(ACCOUNT));
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
  await Promise.all(Array.from({ length: WRITERS }, worker));
}
