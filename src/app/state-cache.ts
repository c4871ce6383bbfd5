import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import type { Aggregate } from './aggregate.ts';
import { HandledRequests } from './handled-requests.ts';

/** A stream folded up to one of its events: what its next command is decided on. */
export interface StreamState<State> {
  readonly state: State;
  readonly revision: bigint | 'none';
  readonly position: Position | null;
  /** `at` of the last event: the next one is never earlier, whatever the clock does. */
  readonly at: string;
  readonly requests: HandledRequests;
}

/** The states of the streams used last. A cached state may be older than the log: an append or a refresh shows it. */
export interface StateCache<State> {
  get(stream: string): StreamState<State> | undefined;
  /** `from`, or a stream never seen, with all that the log has beyond it. @throws LogUnavailable · UnreadableEvent */
  refreshed(stream: string, from?: StreamState<State>): Promise<StreamState<State>>;
  /** Caches a state, unless a newer one is there. */
  put(stream: string, state: StreamState<State>): void;
  forget(stream: string): void;
  /** The state right after one event, from the log. @throws LogUnavailable · UnreadableEvent */
  stateAt(stream: string, revision: bigint): Promise<State>;
}

interface Options<State, Event> {
  readonly log: Pick<EventLog, 'read'>;
  readonly aggregate: Pick<Aggregate<State, never, Event, unknown>, 'empty' | 'read' | 'fold' | 'sizeOf'>;
  /** How many streams are cached. */
  readonly size: number;
  /** How much all of them may take together, as `sizeOf` has it: years of sales are as much as a thousand pizzerias. */
  readonly capacity?: number;
}

export const nextRevision = ({ revision }: { readonly revision: bigint | 'none' }): bigint =>
  revision === 'none' ? 0n : revision + 1n;

export function createStateCache<State, Event>(options: Options<State, Event>): StateCache<State> {
  const { log, aggregate, size, capacity = 600_000 } = options;
  /** The one used last stands last. */
  const streams = new Map<string, StreamState<State>>();
  const sizes = new Map<string, number>();
  let total = 0;
  /** The answer of `stateAt` last given: whoever repeats a request in a hurry asks for the same one again and again. */
  let lastAnswer: { readonly stream: string; readonly revision: bigint; readonly state: State } | undefined;

  const nothing = (): StreamState<State> => ({
    state: aggregate.empty,
    revision: 'none',
    position: null,
    at: '',
    requests: new HandledRequests(),
  });

  /** A slower reader must not put an older state back: the newer of the two is cached, and given. */
  function newest(stream: string, state: StreamState<State>): StreamState<State> {
    const cached = streams.get(stream);
    if (cached && nextRevision(cached) > nextRevision(state)) return cached;
    remove(stream);
    streams.set(stream, state);
    const taken = aggregate.sizeOf?.(state.state) ?? 0;
    sizes.set(stream, taken);
    total += taken;
    for (const oldest of streams.keys()) {
      if (streams.size <= Math.max(size, 1) && (total <= capacity || streams.size === 1)) break;
      remove(oldest);
    }
    return state;
  }

  function remove(stream: string): void {
    total -= sizes.get(stream) ?? 0;
    streams.delete(stream);
    sizes.delete(stream);
  }

  function advanced(from: StreamState<State>, events: readonly RecordedEvent[]): StreamState<State> {
    const last = events.at(-1);
    if (!last) return from;
    const state = aggregate.fold(readable(events), from.state);
    for (const event of events) from.requests.remember(event);
    return { state, revision: last.revision, position: last.position, at: last.meta.at, requests: from.requests };
  }

  const readable = (events: readonly RecordedEvent[]): readonly Event[] =>
    events.map(aggregate.read).filter((event) => event !== undefined);

  return {
    get(stream) {
      const cached = streams.get(stream);
      if (cached) {
        streams.delete(stream);
        streams.set(stream, cached);
      }
      return cached;
    },
    async refreshed(stream, from = nothing()) {
      const events: RecordedEvent[] = [];
      for await (const event of log.read(stream, nextRevision(from))) events.push(event);
      return newest(stream, advanced(from, events));
    },
    put: (stream, state) => void newest(stream, state),
    forget(stream) {
      remove(stream);
      if (lastAnswer?.stream === stream) lastAnswer = undefined;
    },
    async stateAt(stream, revision) {
      if (lastAnswer?.stream === stream && lastAnswer.revision === revision) return lastAnswer.state;
      const events: RecordedEvent[] = [];
      for await (const event of log.read(stream)) {
        if (event.revision > revision) break;
        events.push(event);
      }
      const state = aggregate.fold(readable(events), aggregate.empty);
      lastAnswer = { stream, revision, state };
      return state;
    },
  };
}
