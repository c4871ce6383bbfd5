import type { RecordedEvent, RequestMark } from '#domain/event.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import type { Aggregate } from './aggregate.ts';

/** The maximum number of idempotency keys that one stream remembers. */
const MAX_REMEMBERED_KEYS = 500;

export interface HandledRequest {
  readonly hash: string;
  /** Revision of the last event that the request appended. */
  readonly revision: bigint;
  readonly position: Position;
}

/** The last requests that changed a stream, folded from the metadata of its events. */
export class HandledRequests {
  readonly #byKey = new Map<string, HandledRequest>();

  find(request: RequestMark): HandledRequest | undefined {
    return this.#byKey.get(nameOf(request));
  }

  remember({ meta, revision, position }: Pick<RecordedEvent, 'meta' | 'revision' | 'position'>): void {
    if (!meta.request) return;
    const name = nameOf(meta.request);
    this.#byKey.delete(name);
    this.#byKey.set(name, { hash: meta.request.hash, revision, position });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > MAX_REMEMBERED_KEYS && oldest !== undefined) this.#byKey.delete(oldest);
  }
}

const nameOf = ({ scope, key }: RequestMark): string => `${scope} ${key}`;

/** A stream folded up to one of its events: the state on which its next command is decided. */
export interface CommandState<State> {
  readonly state: State;
  readonly revision: bigint | 'none';
  readonly position: Position | null;
  /** `at` of the last event: the next event is never earlier, whatever the clock does. */
  readonly at: string;
  /** Shared by all states of the stream and changed in place, because only the newest state is decided on. */
  readonly requests: HandledRequests;
}

/**
 * States of recently used streams. A cached state may be older than the log: then an append on it is refused, and
 * `refresh` reads the newer events.
 */
export interface CommandStateCache<State> {
  get(stream: string): CommandState<State> | undefined;
  /**
   * Folds the events of the log after `from`, or all events of an uncached stream.
   * @throws LogUnavailable · UnreadableEvent
   */
  refresh(stream: string, from?: CommandState<State>): Promise<CommandState<State>>;
  /** Caches a state, unless a newer one is cached. */
  put(stream: string, state: CommandState<State>): void;
  forget(stream: string): void;
  /** The state right after one event, from the log. @throws LogUnavailable · UnreadableEvent */
  stateAt(stream: string, revision: bigint): Promise<State>;
}

interface CommandStateCacheOptions<State, Event> {
  readonly log: Pick<EventLog, 'read'>;
  readonly aggregate: Pick<Aggregate<State, never, Event, unknown>, 'empty' | 'read' | 'fold' | 'sizeOf'>;
  /** The maximum number of cached streams. */
  readonly size: number;
  /**
   * The maximum size of all cached states, as measured by `sizeOf`: years of sales take as much as a thousand
   * pizzerias.
   */
  readonly capacity?: number;
}

type CacheLimits = Required<Pick<CommandStateCacheOptions<unknown, unknown>, 'size' | 'capacity'>>;

export const nextRevision = ({ revision }: { readonly revision: bigint | 'none' }): bigint =>
  revision === 'none' ? 0n : revision + 1n;

/** States of recently used streams, as many as fit. */
class RecentStates<State> {
  /** The most recently used one is last. */
  readonly #streams = new Map<string, CommandState<State>>();
  readonly #sizes = new Map<string, number>();
  readonly #limits: CacheLimits;
  readonly #sizeOf: ((state: State) => number) | undefined;
  #total = 0;

  constructor(limits: CacheLimits, sizeOf: ((state: State) => number) | undefined) {
    this.#limits = limits;
    this.#sizeOf = sizeOf;
  }

  get(stream: string): CommandState<State> | undefined {
    const cached = this.#streams.get(stream);
    if (cached) {
      this.#streams.delete(stream);
      this.#streams.set(stream, cached);
    }
    return cached;
  }

  /** A slower reader must not overwrite a newer state: the newer of the two is cached and returned. */
  putNewest(stream: string, state: CommandState<State>): CommandState<State> {
    const cached = this.#streams.get(stream);
    if (cached && nextRevision(cached) > nextRevision(state)) return cached;
    this.remove(stream);
    this.#streams.set(stream, state);
    const taken = this.#sizeOf?.(state.state) ?? 0;
    this.#sizes.set(stream, taken);
    this.#total += taken;
    const { size, capacity } = this.#limits;
    for (const oldest of this.#streams.keys()) {
      if (this.#streams.size <= Math.max(size, 1) && (this.#total <= capacity || this.#streams.size === 1)) break;
      this.remove(oldest);
    }
    return state;
  }

  remove(stream: string): void {
    this.#total -= this.#sizes.get(stream) ?? 0;
    this.#streams.delete(stream);
    this.#sizes.delete(stream);
  }
}

export function createCommandStateCache<State, Event>(
  options: CommandStateCacheOptions<State, Event>,
): CommandStateCache<State> {
  const { log, aggregate, size, capacity = 600_000 } = options;
  const recent = new RecentStates<State>({ size, capacity }, aggregate.sizeOf);
  /** The last answer of `stateAt`, because a client that repeats a request in a loop needs the same one. */
  let lastAnswer: { readonly stream: string; readonly revision: bigint; readonly state: State } | undefined;

  const unreadStream = (): CommandState<State> => ({
    state: aggregate.empty,
    revision: 'none',
    position: null,
    at: '',
    requests: new HandledRequests(),
  });

  function foldOnto(from: CommandState<State>, events: readonly RecordedEvent[]): CommandState<State> {
    const last = events.at(-1);
    if (!last) return from;
    const state = aggregate.fold(readable(events), from.state);
    for (const event of events) from.requests.remember(event);
    return { state, revision: last.revision, position: last.position, at: last.meta.at, requests: from.requests };
  }

  const readable = (events: readonly RecordedEvent[]): readonly Event[] =>
    events.map(aggregate.read).filter((event) => event !== undefined);

  return {
    get: (stream) => recent.get(stream),
    async refresh(stream, from = unreadStream()) {
      const events: RecordedEvent[] = [];
      for await (const event of log.read(stream, nextRevision(from))) events.push(event);
      return recent.putNewest(stream, foldOnto(from, events));
    },
    put: (stream, state) => void recent.putNewest(stream, state),
    forget(stream) {
      recent.remove(stream);
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
