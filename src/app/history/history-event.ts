import type { BusinessEvent } from '#domain/business/events.ts';
import type { Actor, EventMeta } from '#domain/event.ts';
import { businessEventFrom, textIn } from '#eventstore/codec.ts';
import type { EventText } from '#eventstore/port.ts';

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
