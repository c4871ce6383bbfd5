import type { EventType } from '#domain/any-event.ts';
import type { RecordedEvent } from '#domain/event.ts';

/** A side effect of events, run by one reactor. The same event may be delivered twice, and late. */
export interface Reaction {
  /** Never changes, because the progress is stored under this name. */
  readonly name: string;
  /** The types of events that are handled. */
  readonly types: readonly EventType[];
  /** Handles some of those events, in the order of the log. */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>;
}
