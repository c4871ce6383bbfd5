import type { BusinessEvent } from '#domain/business/events.ts';
import type { Actor, EventMeta } from '#domain/event.ts';
import { businessEventFrom, metaField } from '#eventstore/codec.ts';
import type { EventText } from '#eventstore/port.ts';
import { sentenceOf } from '#contract/event-sentences.ts';

/** One event of a business with the data of its envelope. */
export interface HistoryEvent {
  /** @throws UnreadableEvent */
  readonly event: BusinessEvent;
  /** Its index in the business's stream, from 0. */
  readonly revision: number;
  /** ISO instant, never before that of the previous event. */
  readonly at: string;
  readonly actor: Actor;
  /** Shared by all events of one command. */
  readonly changeId: string;
  /** The change that this one undoes. */
  readonly undoes: string | null;
}

/** Parsed lazily: the state as of a past moment needs the events up to then and few envelopes after it. */
class TextEvent implements HistoryEvent {
  readonly #text: EventText;
  #event: BusinessEvent | undefined;

  constructor(text: EventText) {
    this.#text = text;
  }

  get event(): BusinessEvent {
    return (this.#event ??= businessEventFrom(this.#text));
  }

  get revision(): number {
    return this.#text.revision;
  }

  get at(): string {
    return metaField(this.#text.meta, 'at') ?? '';
  }

  get actor(): Actor {
    return (JSON.parse(this.#text.meta) as EventMeta).actor;
  }

  get changeId(): string {
    return metaField(this.#text.meta, 'changeId') ?? '';
  }

  get undoes(): string | null {
    return metaField(this.#text.meta, 'undoes') ?? null;
  }
}

export const historyEvent = (text: EventText): HistoryEvent => new TextEvent(text);

/** One change: all events of one command, in order. */
export type ChangeEvents = readonly [HistoryEvent, ...HistoryEvent[]];

/** The changes among the first `before` events, newest first. Events of one change are adjacent. */
export function* changesBackwards(events: readonly HistoryEvent[], before = events.length): Iterable<ChangeEvents> {
  let end = Math.min(before, events.length);
  for (let index = end - 1; index >= 0; index -= 1) {
    const first = events[index];
    if (!first || events[index - 1]?.changeId === first.changeId) continue;
    yield [first, ...events.slice(index + 1, end)];
    end = index;
  }
}

/** Describes an event in a sentence for the account or guest that asks; their own acts read "você". */
export const describeFor = (userId: string, { event, actor }: HistoryEvent, ingredientId?: string): string =>
  sentenceOf(event, { actorName: nameOf(actor, userId), nameOf: () => 'outra conta', ingredientId });

/** A guest who has become an account is the same person: only the system and the administration have other names. */
function nameOf(actor: Actor, userId: string): string {
  if (actor.kind === 'system') return 'O sistema';
  if (actor.kind === 'admin') return 'A administração';
  return actor.id === userId || actor.kind === 'guest' ? 'Você' : 'Outra pessoa';
}
