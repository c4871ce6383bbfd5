import type { EventType } from '#domain/any-event.ts';
import type { RecordedEvent } from '#domain/event.ts';

/** A side effect of events, run by one reactor. The same event may be delivered twice, and late. */
export interface Reaction {
  /** The name under which the progress is stored, so it never changes. */
  readonly name: string;
  /** The types of events that are handled. */
  readonly types: readonly EventType[];
  /** Handles some of those events, in the order of the log. */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>;
}
