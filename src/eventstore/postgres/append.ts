import type { SerialisedAppend, SerialisedEvent } from '../serialised-append.ts';
import { InvalidAppend, LogUnavailable, RevisionConflict, StreamErased } from '../port.ts';
import type { ReconnectingClient, Statement } from './reconnecting-client.ts';

/**
 * The result of one append. `position` counts events of the whole log from 1; both numbers are those of its last event.
 */
export interface StoredAppend {
  readonly revision: number;
  readonly position: number;
  /** Whether this very call appended the events, not an earlier one with the same event ids. */
  readonly isNew: boolean;
}
export type AppendAnswer = StoredAppend | RevisionConflict | StreamErased | InvalidAppend;

const ONE: Statement = { name: 'log_append_one', text: 'select log.append_one($1, $2, $3, $4, $5, $6, $7)' };
const MANY: Statement = { name: 'log_append_many', text: 'select log.append_many($1, $2, $3, $4, $5, $6, $7, $8)' };

/** Separates the entries of a list. JSON text and checked names never contain this character. */
const SEPARATOR = '\x1f';

function textOf(rows: readonly (readonly (string | null)[])[]): string {
  const text = rows[0]?.[0];
  if (typeof text !== 'string') throw new LogUnavailable('unknown', new Error('the log gave no answer'));
  return text;
}

/** Parses `new 4 17` · `before 4 17` · `conflict 3` · `erased` · `taken`, the results of the database functions. */
function answerOf(append: SerialisedAppend, text: string): AppendAnswer {
  const [word, revision, position] = text.split(' ');
  if (word === 'new' || word === 'before')
    return { revision: Number(revision), position: Number(position), isNew: word === 'new' };
  if (word === 'conflict')
    return new RevisionConflict(append.stream, revision === '-1' ? 'none' : BigInt(revision ?? ''));
  if (word === 'erased') return new StreamErased(append.stream);
  return new InvalidAppend('an event id is taken by another event');
}

/** One append with one event, the cheapest statement. @throws LogUnavailable */
async function appendOne(
  client: ReconnectingClient,
  append: SerialisedAppend,
  event: SerialisedEvent,
): Promise<AppendAnswer[]> {
  const { stream, expected } = append;
  const rows = await client.query(ONE, [stream, expected, event.id, event.type, event.at, event.meta, event.data]);
  return [answerOf(append, textOf(rows))];
}

function listsOf(appends: readonly SerialisedAppend[]): string[] {
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
 * Many appends in one transaction: at most one per stream, no event id twice. Answers in the same order.
 * @throws LogUnavailable for all of them
 */
async function appendMany(client: ReconnectingClient, appends: readonly SerialisedAppend[]): Promise<AppendAnswer[]> {
  const [head, ...pairs] = textOf(await client.query(MANY, listsOf(appends))).split(SEPARATOR);
  const notNow = new Map<string, string>();
  for (let i = 0; i < pairs.length; i += 2) notNow.set(pairs[i] ?? '', pairs[i + 1] ?? '');
  let position = Number(head);
  return appends.map((append) => {
    const answer = notNow.get(append.stream);
    if (answer !== undefined) return answerOf(append, answer);
    position += append.events.length;
    return { revision: append.expected + append.events.length, position, isNew: true };
  });
}

/** @throws LogUnavailable for all of them */
export function appendAll(client: ReconnectingClient, appends: readonly SerialisedAppend[]): Promise<AppendAnswer[]> {
  const [first] = appends;
  const [event, ...more] = first?.events ?? [];
  if (first && event && appends.length === 1 && more.length === 0) return appendOne(client, first, event);
  return appendMany(client, appends);
}
