import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import type { Aggregate } from './aggregate.ts';
import { HandledRequests } from './handled-requests.ts';

/** One stream's past as far as this process knows it: what its next command is decided on. */
export interface Held<State> {
  readonly state: State;
  readonly revision: bigint | 'none';
  readonly position: Position | null;
  /** `at` of the last event: the next one is never earlier, whatever the clock does. */
  readonly at: string;
  readonly requests: HandledRequests;
}

/** The streams used last, folded. What is recalled may be older than the log: an append or a refresh shows it. */
export interface StreamMemory<State> {
  recall(stream: string): Held<State> | undefined;
  /** `held`, or a stream never seen, with all that the log has beyond it. @throws LogUnavailable · UnreadableEvent */
  refreshed(stream: string, held?: Held<State>): Promise<Held<State>>;
  /** Remembers `held`, unless something newer is there. */
  keep(stream: string, held: Held<State>): void;
  forget(stream: string): void;
  /** The state right after one event, from the log. @throws LogUnavailable · UnreadableEvent */
  stateAt(stream: string, revision: bigint): Promise<State>;
}

interface Options<State, Event> {
  readonly log: Pick<EventLog, 'read'>;
  readonly aggregate: Pick<Aggregate<State, never, Event, unknown>, 'empty' | 'read' | 'fold'>;
  /** How many streams are remembered. */
  readonly size: number;
}

export const nextRevision = ({ revision }: { readonly revision: bigint | 'none' }): bigint =>
  revision === 'none' ? 0n : revision + 1n;

export function createStreamMemory<State, Event>({ log, aggregate, size }: Options<State, Event>): StreamMemory<State> {
  const streams = new Map<string, Held<State>>();
  /** Asked for last: whoever repeats a request in a hurry asks for the same one again and again. */
  let past: { readonly stream: string; readonly revision: bigint; readonly state: State } | undefined;

  const nothing = (): Held<State> => ({
    state: aggregate.empty,
    revision: 'none',
    position: null,
    at: '',
    requests: new HandledRequests(),
  });

  /** A slower reader must not put an older state back: the newer of the two is kept, and given. */
  function newest(stream: string, held: Held<State>): Held<State> {
    const known = streams.get(stream);
    if (known && nextRevision(known) > nextRevision(held)) return known;
    streams.delete(stream);
    streams.set(stream, held);
    const [oldest] = streams.keys();
    if (streams.size > size && oldest !== undefined) streams.delete(oldest);
    return held;
  }

  function advanced(held: Held<State>, events: readonly RecordedEvent[]): Held<State> {
    const last = events.at(-1);
    if (!last) return held;
    const state = aggregate.fold(readable(events), held.state);
    for (const event of events) held.requests.remember(event);
    return { state, revision: last.revision, position: last.position, at: last.meta.at, requests: held.requests };
  }

  const readable = (events: readonly RecordedEvent[]): readonly Event[] =>
    events.map(aggregate.read).filter((event) => event !== undefined);

  return {
    recall(stream) {
      const held = streams.get(stream);
      if (held) {
        streams.delete(stream); // to the young end
        streams.set(stream, held);
      }
      return held;
    },
    async refreshed(stream, held = nothing()) {
      const events: RecordedEvent[] = [];
      for await (const event of log.read(stream, nextRevision(held))) events.push(event);
      return newest(stream, advanced(held, events));
    },
    keep: (stream, held) => void newest(stream, held),
    forget(stream) {
      streams.delete(stream);
      if (past?.stream === stream) past = undefined;
    },
    async stateAt(stream, revision) {
      if (past?.stream === stream && past.revision === revision) return past.state;
      const events: RecordedEvent[] = [];
      for await (const event of log.read(stream)) {
        if (event.revision > revision) break;
        events.push(event);
      }
      const state = aggregate.fold(readable(events), aggregate.empty);
      past = { stream, revision, state };
      return state;
    },
  };
}
