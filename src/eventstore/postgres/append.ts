import type { Draft, DraftEvent } from '../draft.ts';
import { InvalidAppend, LogUnavailable, RevisionConflict, StreamErased } from '../port.ts';
import type { Line, Statement } from './line.ts';

/** What one append came to. `position` counts events of the whole log from 1; both are those of its last event. */
export interface Stored {
  readonly revision: number;
  readonly position: number;
  /** Appended by this very call, not by an earlier one with the same event ids. */
  readonly isNew: boolean;
}
export type Answer = Stored | RevisionConflict | StreamErased | InvalidAppend;

const ONE: Statement = { name: 'log_append_one', text: 'select log.append_one($1, $2, $3, $4, $5, $6, $7)' };
const MANY: Statement = { name: 'log_append_many', text: 'select log.append_many($1, $2, $3, $4, $5, $6, $7, $8)' };

/** Between the entries of a list. JSON text and checked names never contain it. */
const SEPARATOR = '\x1f';

function textOf(rows: readonly (readonly (string | null)[])[]): string {
  const text = rows[0]?.[0];
  if (typeof text !== 'string') throw new LogUnavailable('unknown', new Error('the log gave no answer'));
  return text;
}

/** `new 4 17` · `before 4 17` · `conflict 3` · `erased` · `taken`, as the functions in the database say it. */
function answerOf(draft: Draft, text: string): Answer {
  const [word, revision, position] = text.split(' ');
  if (word === 'new' || word === 'before')
    return { revision: Number(revision), position: Number(position), isNew: word === 'new' };
  if (word === 'conflict')
    return new RevisionConflict(draft.stream, revision === '-1' ? 'none' : BigInt(revision ?? ''));
  if (word === 'erased') return new StreamErased(draft.stream);
  return new InvalidAppend('an event id is taken by another event');
}

/**
 * One append with one event: the cheapest way.
 * @throws LogUnavailable
 */
async function appendOne(line: Line, draft: Draft, event: DraftEvent): Promise<Answer[]> {
  const { stream, expected } = draft;
  const rows = await line.query(ONE, [stream, expected, event.id, event.type, event.at, event.meta, event.data]);
  return [answerOf(draft, textOf(rows))];
}

function listsOf(drafts: readonly Draft[]): string[] {
  const streams: string[] = [];
  const expected: string[] = [];
  const revisions: string[] = [];
  for (const draft of drafts)
    for (let i = 0; i < draft.events.length; i += 1) {
      streams.push(draft.stream);
      expected.push(i === 0 ? String(draft.expected) : '');
      revisions.push(String(draft.expected + 1 + i));
    }
  const events = drafts.flatMap((draft) => draft.events);
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
async function appendMany(line: Line, drafts: readonly Draft[]): Promise<Answer[]> {
  const [head, ...pairs] = textOf(await line.query(MANY, listsOf(drafts))).split(SEPARATOR);
  const notNow = new Map<string, string>();
  for (let i = 0; i < pairs.length; i += 2) notNow.set(pairs[i] ?? '', pairs[i + 1] ?? '');
  let position = Number(head);
  return drafts.map((draft) => {
    const answer = notNow.get(draft.stream);
    if (answer !== undefined) return answerOf(draft, answer);
    position += draft.events.length;
    return { revision: draft.expected + draft.events.length, position, isNew: true };
  });
}

/** @throws LogUnavailable for all of them */
export function appendAll(line: Line, drafts: readonly Draft[]): Promise<Answer[]> {
  const [first] = drafts;
  const [event, ...more] = first?.events ?? [];
  if (first && event && drafts.length === 1 && more.length === 0) return appendOne(line, first, event);
  return appendMany(line, drafts);
}
