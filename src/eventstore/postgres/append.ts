import type { SerialisedAppend, SerialisedEvent } from '../serialised-append.ts';
import { InvalidAppend, LogUnavailable, RevisionConflict, ErasedStreamError } from '../port.ts';
import type { ReconnectingClient, Statement } from './reconnecting-client.ts';

/**
 * The result of one append, about its last event. `index` is the count of an event in the whole log, from 1: the
 * number in its Position.
 */
export interface StoredAppend {
  readonly revision: number;
  readonly index: number;
  /** Tells whether this very call appended the events, not an earlier one with the same event ids. */
  readonly isNew: boolean;
}
export type AppendOutcome = StoredAppend | RevisionConflict | ErasedStreamError | InvalidAppend;

const APPEND_ONE: Statement = { name: 'log_append_one', text: 'select log.append_one($1, $2, $3, $4, $5, $6, $7)' };
const APPEND_MANY: Statement = {
  name: 'log_append_many',
  text: 'select log.append_many($1, $2, $3, $4, $5, $6, $7, $8)',
};

/** Separates the entries of a list. JSON text and checked names never contain this character. */
const SEPARATOR = '\x1f';

function firstText(rows: readonly (readonly (string | null)[])[]): string {
  const text = rows[0]?.[0];
  if (typeof text !== 'string') throw new LogUnavailable('unknown', new Error('the log gave no answer'));
  return text;
}

/**
 * Parses `new 4 17` · `before 4 17` · `conflict 3` · `erased` · `taken`, the results of the database functions.
 * `before` means that an earlier call with the same event ids has appended them.
 */
function parseOutcome(append: SerialisedAppend, text: string): AppendOutcome {
  const [kind, revision, index] = text.split(' ');
  if (kind === 'new' || kind === 'before')
    return { revision: Number(revision), index: Number(index), isNew: kind === 'new' };
  if (kind === 'conflict')
    return new RevisionConflict(append.stream, revision === '-1' ? 'none' : BigInt(revision ?? ''));
  if (kind === 'erased') return new ErasedStreamError(append.stream);
  return new InvalidAppend('an event id is taken by another event');
}

/** Sends one append with one event, the cheapest statement. @throws LogUnavailable */
async function appendOne(
  client: ReconnectingClient,
  append: SerialisedAppend,
  event: SerialisedEvent,
): Promise<AppendOutcome[]> {
  const { stream, expected } = append;
  const rows = await client.query(APPEND_ONE, [
    stream,
    expected,
    event.id,
    event.type,
    event.at,
    event.meta,
    event.data,
  ]);
  return [parseOutcome(append, firstText(rows))];
}

function listParameters(appends: readonly SerialisedAppend[]): string[] {
  const streams: string[] = [];
  const expected: string[] = [];
  const revisions: string[] = [];
  for (const append of appends)
    for (let i = 0; i < append.events.length; i += 1) {
      streams.push(append.stream);
      expected.push(i === 0 ? String(append.expected) : '');
      revisions.push(String(append.expected + 1 + i));
    }
  const events = appends.flatMap((append) => append.events);
  const lists = [
    streams,
    expected,
    revisions,
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => String(event.at)),
    events.map((event) => event.meta),
    events.map((event) => event.data),
  ];
  return lists.map((list) => list.join(SEPARATOR));
}

/**
 * Sends many appends in one transaction: at most one per stream, no event id twice. Results in the same order.
 * @throws LogUnavailable for all of them
 */
async function appendMany(client: ReconnectingClient, appends: readonly SerialisedAppend[]): Promise<AppendOutcome[]> {
  // The last index before these appends, then a pair of stream and outcome for each rejected one.
  const answer = firstText(await client.query(APPEND_MANY, listParameters(appends)));
  const [lastIndexBefore, ...rejections] = answer.split(SEPARATOR);
  const rejected = new Map<string, string>();
  for (let i = 0; i < rejections.length; i += 2) rejected.set(rejections[i] ?? '', rejections[i + 1] ?? '');
  let lastIndex = Number(lastIndexBefore);
  return appends.map((append) => {
    const text = rejected.get(append.stream);
    if (text !== undefined) return parseOutcome(append, text);
    lastIndex += append.events.length;
    return { revision: append.expected + append.events.length, index: lastIndex, isNew: true };
  });
}

/** Sends the appends in one transaction. @throws LogUnavailable for all of them */
export function appendAll(client: ReconnectingClient, appends: readonly SerialisedAppend[]): Promise<AppendOutcome[]> {
  const [first] = appends;
  const [event, ...otherEvents] = first?.events ?? [];
  if (first && event && appends.length === 1 && otherEvents.length === 0) return appendOne(client, first, event);
  return appendMany(client, appends);
}
