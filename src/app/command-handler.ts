import type { Actor, EventMeta, JsonObject, NewEvent, RecordedEvent, RequestMark } from '#domain/event.ts';
import { SCHEMA_VERSION } from '#eventstore/codec.ts';
import { type Appended, type EventLog, LogUnavailable, type Position, RevisionConflict } from '#eventstore/port.ts';
import { v5 as uuidFrom } from 'uuid';
import type { Aggregate } from './aggregate.ts';
import { HandledRequests } from './handled-requests.ts';

/** Who asks, in which request, and when. Time and ids come in as data. */
export interface CommandContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** Names this command: the ids of its events follow from it, so that a repeat makes the very same events. */
  readonly changeId: string;
  readonly causationId?: string;
  /** Set when the caller sent an Idempotency-Key. */
  readonly request?: RequestMark;
}

export type Outcome<State, Refusal> =
  | {
      readonly kind: 'done';
      /** The state right after this command; of a repeat: right after its first time. */
      readonly state: State;
      /** Where a reader must be to see it; null when the stream is empty and nothing changed. */
      readonly position: Position | null;
      readonly changed: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly state: State }
  /** The same Idempotency-Key came with another body. */
  | { readonly kind: 'key_reused' };

/** The log stayed out of reach, or others kept changing the stream: try again later. */
export class CommandNotDone extends Error {
  override readonly name = 'CommandNotDone';
}

interface Held<State> {
  readonly state: State;
  readonly revision: bigint | 'none';
  readonly position: Position | null;
  /** `at` of the last event: the next one is never earlier, whatever the clock does. */
  readonly at: string;
  readonly requests: HandledRequests;
}

interface Options<State, Command, Event, Refusal> {
  readonly log: EventLog;
  readonly aggregate: Aggregate<State, Command, Event, Refusal>;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Streams whose state is kept in memory. */
  readonly cacheSize?: number;
}

export interface CommandHandler<State, Command, Refusal> {
  /** @throws CommandNotDone · StreamErased · EventTooLarge · UnreadableEvent */
  handle(id: string, command: Command, context: CommandContext): Promise<Outcome<State, Refusal>>;
  /** The state as the log has it now. @throws LogUnavailable */
  current(id: string): Promise<State>;
}

const ATTEMPTS = 6;

const nextRevision = ({ revision }: { readonly revision: bigint | 'none' }): bigint =>
  revision === 'none' ? 0n : revision + 1n;

/**
 * Commands of one kind of stream: load, decide, append. Commands on one stream queue up in this process, so they never
 * conflict with each other; a conflict with another process, like any "no" said from memory, is decided again on the
 * stream's last state.
 */
export function createCommandHandler<
  State,
  Command,
  Event extends { type: string; data: object },
  Refusal extends object,
>(options: Options<State, Command, Event, Refusal>): CommandHandler<State, Command, Refusal> {
  const { log, aggregate, now, wait, cacheSize = 5_000 } = options;
  const cache = new Map<string, Held<State>>();
  const queues = new Map<string, Promise<unknown>>();

  const nothing = (): Held<State> => ({
    state: aggregate.empty,
    revision: 'none',
    position: null,
    at: '',
    requests: new HandledRequests(),
  });

  function keep(stream: string, held: Held<State>): Held<State> {
    const cached = cache.get(stream);
    if (cached && cached.revision !== 'none' && (held.revision === 'none' || held.revision < cached.revision))
      return cached; // a slower reader must not put an older state back
    cache.delete(stream);
    cache.set(stream, held);
    const [oldest] = cache.keys();
    if (cache.size > cacheSize && oldest !== undefined) cache.delete(oldest);
    return held;
  }

  /** Folds what the log has beyond `held`. */
  async function refreshed(stream: string, held: Held<State>): Promise<Held<State>> {
    const events: RecordedEvent[] = [];
    for await (const event of log.read(stream, nextRevision(held))) events.push(event);
    return keep(stream, advanced(held, events));
  }

  function advanced(held: Held<State>, events: readonly RecordedEvent[]): Held<State> {
    const last = events.at(-1);
    if (!last) return held;
    for (const event of events) held.requests.remember(event);
    const readable = events.map(aggregate.read).filter((event) => event !== undefined);
    return {
      state: aggregate.fold(readable, held.state),
      revision: last.revision,
      position: last.position,
      at: last.meta.at,
      requests: held.requests,
    };
  }

  async function stateAt(stream: string, revision: bigint): Promise<State> {
    const events: Event[] = [];
    for await (const recorded of log.read(stream)) {
      if (recorded.revision > revision) break;
      const event = aggregate.read(recorded);
      if (event) events.push(event);
    }
    return aggregate.fold(events, aggregate.empty);
  }

  function newEvents(held: Held<State>, events: readonly Event[], context: CommandContext): readonly NewEvent[] {
    const clock = now().toISOString();
    const meta: EventMeta = {
      at: clock < held.at ? held.at : clock,
      actor: context.actor,
      requestId: context.requestId,
      changeId: context.changeId,
      ...(context.causationId === undefined ? {} : { causationId: context.causationId }),
      ...(context.request ? { request: context.request } : {}),
      schema: SCHEMA_VERSION,
    };
    return events.map(({ type, data }, index) => ({
      id: uuidFrom(`event ${index}`, context.changeId),
      type,
      data: data as JsonObject,
      meta,
    }));
  }

  /** Repeats an append whose outcome is unknown with the same ids and the same expected revision. */
  async function append(stream: string, held: Held<State>, events: readonly NewEvent[]): Promise<Appended> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await log.append(stream, held.revision, events);
      } catch (error) {
        if (!(error instanceof LogUnavailable) || attempt === 3) throw error;
        await wait(50 * attempt);
      }
    }
  }

  async function attempt(id: string, command: Command, context: CommandContext): Promise<Outcome<State, Refusal>> {
    const stream = aggregate.streamOf(id);
    const cached = cache.get(stream);
    let held = cached ?? (await refreshed(stream, nothing()));
    let isLatest = cached === undefined;
    for (let round = 1; round <= ATTEMPTS; round += 1) {
      const handled = context.request && held.requests.find(context.request);
      if (handled && handled.hash !== context.request?.hash) return { kind: 'key_reused' };
      if (handled) {
        const state = handled.revision === held.revision ? held.state : await stateAt(stream, handled.revision);
        return { kind: 'done', state, position: handled.position, changed: false };
      }
      const decision = aggregate.decide(held.state, command);
      const events = Array.isArray(decision) ? (decision as readonly Event[]) : undefined;
      if (!events || events.length === 0) {
        // A "no" or "nothing to do" from memory may rest on an old state: look once more.
        if (!isLatest) {
          const before = held.revision;
          held = await refreshed(stream, held);
          isLatest = true;
          if (held.revision !== before) continue;
        }
        if (!events) return { kind: 'refused', refusal: decision as Refusal, state: held.state };
        return { kind: 'done', state: held.state, position: held.position, changed: false };
      }
      const fresh = newEvents(held, events, context);
      try {
        const { revision, position } = await append(stream, held, fresh);
        // Known ids: the log had done this long ago, before the keys it remembers, and gives its first answer.
        if (revision !== nextRevision(held) + BigInt(events.length - 1))
          return { kind: 'done', state: await stateAt(stream, revision), position, changed: false };
        const at = fresh.at(-1)?.meta.at ?? held.at;
        const meta = fresh.at(-1)?.meta;
        if (meta) held.requests.remember({ meta, revision, position });
        held = keep(stream, { ...held, state: aggregate.fold(events, held.state), revision, position, at });
        return { kind: 'done', state: held.state, position, changed: true };
      } catch (error) {
        if (!(error instanceof RevisionConflict)) cache.delete(stream);
        if (error instanceof LogUnavailable) throw new CommandNotDone('the event log is away', { cause: error });
        if (!(error instanceof RevisionConflict)) throw error;
        held = await refreshed(stream, held);
        isLatest = true;
      }
    }
    throw new CommandNotDone('others kept changing the stream');
  }

  return {
    async handle(id, command, context) {
      const stream = aggregate.streamOf(id);
      const before = queues.get(stream) ?? Promise.resolve();
      const result = before.then(
        () => attempt(id, command, context),
        () => attempt(id, command, context),
      );
      queues.set(stream, result);
      try {
        return await result;
      } finally {
        if (queues.get(stream) === result) queues.delete(stream);
      }
    },
    async current(id) {
      const stream = aggregate.streamOf(id);
      const { state } = await refreshed(stream, cache.get(stream) ?? nothing());
      return state;
    },
  };
}
