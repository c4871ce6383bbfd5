import type { EventType } from '#domain/any-event.ts';
import type { RecordedEvent } from '#domain/event.ts';

/** What follows from events by itself, without anybody asking. Events may come twice, and late. */
export interface Reaction {
  /** Its name for good: how far it is, is kept under it. */
  readonly name: string;
  /** Events of other types mean nothing to it. */
  readonly types: readonly EventType[];
  /** Some of those events, in the order of the log. */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>;
}
