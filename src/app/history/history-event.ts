import type { BusinessEvent } from '#domain/business/events.ts';
import type { Actor, EventMeta } from '#domain/event.ts';
import { businessEventFrom, textIn } from '#eventstore/codec.ts';
import type { EventText } from '#eventstore/port.ts';
import { sentenceOf } from '#contract/event-sentences.ts';

/** One event of a business with what its envelope says of it. */
export interface HistoryEvent {
  /** @throws UnreadableEvent */
  readonly event: BusinessEvent;
  /** Its place in the business's stream, from 0. */
  readonly number: number;
  /** ISO instant, never before that of the event before it. */
  readonly at: string;
  readonly actor: Actor;
  /** What one command did has one id. */
  readonly changeId: string;
  /** The change that this one takes back. */
  readonly undoes: string | null;
}

/**
 * Taken apart when somebody looks: how things stood in May is told by what had happened until then, and by no more than
 * a few envelopes.
 */
class TextEvent implements HistoryEvent {
  readonly #text: EventText;
  #event: BusinessEvent | undefined;

  constructor(text: EventText) {
    this.#text = text;
  }

  get event(): BusinessEvent {
    return (this.#event ??= businessEventFrom(this.#text));
  }

  get number(): number {
    return this.#text.number;
  }

  get at(): string {
    return textIn(this.#text.meta, 'at') ?? '';
  }

  get actor(): Actor {
    return (JSON.parse(this.#text.meta) as EventMeta).actor;
  }

  get changeId(): string {
    return textIn(this.#text.meta, 'changeId') ?? '';
  }

  get undoes(): string | null {
    return textIn(this.#text.meta, 'undoes') ?? null;
  }
}

export const historyEvent = (text: EventText): HistoryEvent => new TextEvent(text);

/** One change: all that one command did, in order. */
export type Change = readonly [HistoryEvent, ...HistoryEvent[]];

/** The changes of the first `before` events, the last one first. Events of one change stand side by side. */
export function* changesBackwards(events: readonly HistoryEvent[], before = events.length): Iterable<Change> {
  let end = Math.min(before, events.length);
  for (let index = end - 1; index >= 0; index -= 1) {
    const first = events[index];
    if (!first || events[index - 1]?.changeId === first.changeId) continue;
    yield [first, ...events.slice(index + 1, end)];
    end = index;
  }
}

/** What happened, in a sentence for the account or guest that asks: their own acts are "você". */
export const describeFor = (userId: string, { event, actor }: HistoryEvent, ingredientId?: string): string =>
  sentenceOf(event, { who: nameOf(actor, userId), nameOf: () => 'outra conta', ingredientId });

/** A guest who has become an account is the same person: only the system and the administration are somebody else. */
function nameOf(actor: Actor, userId: string): string {
  if (actor.kind === 'system') return 'O sistema';
  if (actor.kind === 'admin') return 'A administração';
  return actor.id === userId || actor.kind === 'guest' ? 'Você' : 'Outra pessoa';
}
