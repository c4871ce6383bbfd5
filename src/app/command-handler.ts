import type { RecordedEvent } from '#domain/event.ts';
import {
  type AppendResult,
  type EventLog,
  InvalidAppend,
  LogUnavailable,
  type Position,
  RevisionConflict,
} from '#eventstore/port.ts';
import type { Aggregate } from './aggregate.ts';
import { type CommandContext, newEvents } from './new-events.ts';
import {
  createCommandStateCache,
  nextRevision,
  type CommandStateCache,
  type CommandState,
  type HandledRequest,
} from './command-state-cache.ts';

interface SuccessOutcome<State> {
  readonly kind: 'done';
  /** The state right after this command; for a repeat, the state right after its first execution. */
  readonly state: State;
  /**
   * The position that a reader must have reached to see the change; null when the stream is empty and nothing changed.
   */
  readonly position: Position | null;
  /**
   * Tells whether this very execution appended events: false for a repeat, although `changeId` names its first change.
   */
  readonly changed: boolean;
  /** The change that this command made, now or at its first execution; null for a command without effect. */
  readonly changeId: string | null;
}

export type Outcome<State, Refusal> =
  | SuccessOutcome<State>
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly state: State }
  /** The same Idempotency-Key came with another body; impossible for a command without a key. */
  | { readonly kind: 'key_reused' };

/** The log stayed out of reach, or other writers kept changing the stream: the caller may try again later. */
export class CommandNotDone extends Error {
  override readonly name = 'CommandNotDone';
}

interface EventContent {
  readonly type: string;
  readonly data: object;
}

interface CommandHandlerOptions<State, Command, Event, Refusal> {
  readonly log: EventLog;
  readonly aggregate: Aggregate<State, Command, Event, Refusal>;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The maximum number of streams whose state is cached. */
  readonly cacheSize?: number;
  /** Milliseconds since an arbitrary moment; unlike `now` it never jumps. */
  readonly monotonicNow?: () => number;
  /** Yields the thread to other work; without it, a command is decided in one go. */
  readonly yieldThread?: () => Promise<void>;
}

export interface CommandHandler<State, Command, Refusal> {
  /** @throws CommandNotDone · ErasedStreamError · EventTooLarge · UnreadableEvent */
  handle(id: string, command: Command, context: CommandContext): Promise<Outcome<State, Refusal>>;
  /**
   * The state as the log has it now. A caller who has just read the stream's last revision from the log passes it to
   * save a read.
   * @throws LogUnavailable
   */
  currentState(id: string, lastRevision?: bigint): Promise<State>;
}

/**
 * The maximum number of attempts at one command before the caller is told to try again later. Another process that
 * writes the same stream without a pause wins about every other round, but not twenty in a row.
 */
const MAX_ATTEMPTS = 20;
/**
 * The maximum time, in milliseconds, that a command waits for earlier commands and for other writers of the stream
 * before the caller is told to try again later: an answer is due within three seconds, and "later" is a valid one as
 * long as nothing was done.
 */
const COMMAND_TIMEOUT_MS = 2_000;
/**
 * The timeout after a failed command, shorter because learning that the log does not answer takes a second and a half.
 */
const TIMEOUT_AFTER_FAILURE_MS = 1_000;
/** The maximum time, in milliseconds, that one command uses the thread without a pause. */
const SLICE_MS = 10;
/** The maximum number of attempts at one append while the log cannot be reached. */
const MAX_APPENDS = 3;

/**
 * Handles commands on one kind of stream: load, decide, append. Commands on one stream queue up in this process, so
 * they never conflict with each other. After a conflict with another process, and after a refusal decided on a cached
 * state, the command is decided again on the stream's last state.
 */
export const createCommandHandler = <State, Command, Event extends EventContent, Refusal extends object>(
  options: CommandHandlerOptions<State, Command, Event, Refusal>,
): CommandHandler<State, Command, Refusal> => new StreamCommands(options);

/** An attempt to carry out a command, on one state of the stream. */
interface Attempt<State> {
  readonly stream: string;
  readonly context: CommandContext;
  readonly streamState: CommandState<State>;
}

/** The command handler of one kind of stream, with its queues and cached states. */
class StreamCommands<State, Command, Event extends EventContent, Refusal extends object> implements CommandHandler<
  State,
  Command,
  Refusal
> {
  readonly #options: CommandHandlerOptions<State, Command, Event, Refusal>;
  readonly #monotonicNow: () => number;
  readonly #cache: CommandStateCache<State>;
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: CommandHandlerOptions<State, Command, Event, Refusal>) {
    const { log, aggregate, cacheSize = 1_000, monotonicNow = () => performance.now() } = options;
    this.#options = options;
    this.#monotonicNow = monotonicNow;
    this.#cache = createCommandStateCache({ log, aggregate, size: cacheSize });
  }

  async handle(id: string, command: Command, context: CommandContext): Promise<Outcome<State, Refusal>> {
    const stream = this.#options.aggregate.streamOf(id);
    const previous = this.#queues.get(stream) ?? Promise.resolve();
    const queuedAt = this.#monotonicNow();
    const handle = (timeoutMs: number): Promise<Outcome<State, Refusal>> =>
      this.#decideWithRetries({ stream, context }, command, queuedAt + timeoutMs).catch(rethrowAsNotDone);
    const result = previous.then(
      () => handle(COMMAND_TIMEOUT_MS),
      () => handle(TIMEOUT_AFTER_FAILURE_MS),
    );
    this.#queues.set(stream, result);
    try {
      return await result;
    } finally {
      if (this.#queues.get(stream) === result) this.#queues.delete(stream);
    }
  }

  async currentState(id: string, lastRevision?: bigint): Promise<State> {
    const stream = this.#options.aggregate.streamOf(id);
    const cached = this.#cache.get(stream);
    if (cached && lastRevision !== undefined && nextRevision(cached) > lastRevision) return cached.state;
    const { state } = await this.#cache.refresh(stream, cached);
    return state;
  }

  /** @param deadline after it the caller is told to come back, in milliseconds of `monotonicNow` */
  async #decideWithRetries(
    { stream, context }: Omit<Attempt<State>, 'streamState'>,
    command: Command,
    deadline: number,
  ): Promise<Outcome<State, Refusal>> {
    if (this.#monotonicNow() > deadline) throw new CommandNotDone('too much is going on in the stream');
    const cached = this.#cache.get(stream);
    let streamState = cached ?? (await this.#cache.refresh(stream));
    let isLatest = cached === undefined;
    for (let attemptNumber = 1; attemptNumber <= MAX_ATTEMPTS; attemptNumber += 1) {
      const attempt = { stream, context, streamState };
      const handled = context.request && streamState.requests.find(context.request);
      if (handled && handled.hash !== context.request?.hash) return { kind: 'key_reused' };
      if (handled) return this.#firstAnswer(attempt, handled);
      const decision = await this.#decide(streamState.state, command);
      const events = Array.isArray(decision) ? (decision as readonly Event[]) : undefined;
      if (events && events.length > 0) {
        const done = await this.#appendDecision(attempt, events);
        if (done) return done;
      } else if (isLatest) {
        if (!events) return this.#refusedOrRepeat(attempt, decision as Refusal);
        return {
          kind: 'done',
          state: streamState.state,
          position: streamState.position,
          changed: false,
          changeId: null,
        };
      }
      // After a conflict, and after a refusal or an empty decision on a cached state, the current state is read from
      // the log.
      if (this.#monotonicNow() > deadline) break;
      streamState = await this.#cache.refresh(stream, streamState);
      isLatest = true;
    }
    throw new CommandNotDone('others kept changing the stream');
  }

  /** A command with a thousand parts is decided in slices. */
  async #decide(state: State, command: Command): Promise<readonly Event[] | Refusal> {
    const { aggregate, yieldThread } = this.#options;
    const steps = aggregate.decideInSteps?.(state, command);
    if (!steps || !yieldThread) return aggregate.decide(state, command);
    for (let sliceStartedAt = this.#monotonicNow(); ;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (this.#monotonicNow() - sliceStartedAt < SLICE_MS) continue;
      await yieldThread();
      sliceStartedAt = this.#monotonicNow();
    }
  }

  async #refusedOrRepeat(attempt: Attempt<State>, refusal: Refusal): Promise<Outcome<State, Refusal>> {
    const canBeRepeat =
      attempt.context.request !== undefined && this.#options.aggregate.canMeanLateRepeat?.(refusal) === true;
    const answer = canBeRepeat ? await this.#answerFromLog(attempt) : undefined;
    return answer ?? { kind: 'refused', refusal, state: attempt.streamState.state };
  }

  /** Appends the events decided on `streamState`; undefined after a conflict with another writer. */
  async #appendDecision(attempt: Attempt<State>, events: readonly Event[]): Promise<SuccessOutcome<State> | undefined> {
    const { aggregate, now } = this.#options;
    const { stream, streamState, context } = attempt;
    const envelopes = newEvents(events, context, laterOf(now().toISOString(), streamState.at));
    try {
      const { revision, position } = await this.#append(stream, streamState.revision, envelopes);
      if (revision !== nextRevision(streamState) + BigInt(events.length - 1))
        return await this.#answerOfRepeat(attempt);
      const state = aggregate.fold(events, streamState.state);
      const meta = envelopes.at(-1)?.meta;
      if (meta) streamState.requests.remember({ meta, revision, position });
      this.#cache.put(stream, {
        state,
        revision,
        position,
        at: meta?.at ?? streamState.at,
        requests: streamState.requests,
      });
      return { kind: 'done', state, position, changed: true, changeId: context.changeId };
    } catch (error) {
      if (error instanceof RevisionConflict) return undefined;
      this.#cache.forget(stream);
      const answer = error instanceof InvalidAppend ? await this.#answerFromLog(attempt) : undefined;
      if (answer) return answer;
      throw error;
    }
  }

  /** Repeats an append whose outcome is unknown with the same ids and the same expected revision. */
  async #append(...[stream, expected, events]: Parameters<EventLog['append']>): Promise<AppendResult> {
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      try {
        return await this.#options.log.append(stream, expected, events);
      } catch (error) {
        if (!(error instanceof LogUnavailable) || attemptNumber === MAX_APPENDS) throw error;
        await this.#options.wait(50 * attemptNumber);
      }
    }
  }

  /** The answer that a request got when it was handled the first time. */
  async #firstAnswer(
    { stream, streamState, context: { changeId } }: Attempt<State>,
    { revision, position }: Pick<HandledRequest, 'revision' | 'position'>,
  ): Promise<SuccessOutcome<State>> {
    const state = revision === streamState.revision ? streamState.state : await this.#cache.stateAt(stream, revision);
    return { kind: 'done', state, position, changed: false, changeId };
  }

  /**
   * The first answer for a repeat so late that its key is forgotten: the log still knows the change; undefined if it
   * does not.
   */
  async #answerFromLog(attempt: Attempt<State>): Promise<SuccessOutcome<State> | undefined> {
    const { changeId, request } = attempt.context;
    let last: RecordedEvent | undefined;
    for await (const event of this.#options.log.read(attempt.stream))
      if (event.meta.changeId === changeId && event.meta.request?.hash === request?.hash) last = event;
    return last && this.#firstAnswer(attempt, last);
  }

  /**
   * The first answer for a repeat of a request that another process handled. The state is cached, because many more
   * repeats may follow.
   */
  async #answerOfRepeat({ stream, context, streamState }: Attempt<State>): Promise<SuccessOutcome<State> | undefined> {
    const latest = await this.#cache.refresh(stream, streamState);
    const attempt = { stream, context, streamState: latest };
    const handled = context.request && latest.requests.find(context.request);
    return handled && handled.hash === context.request?.hash
      ? this.#firstAnswer(attempt, handled)
      : this.#answerFromLog(attempt);
  }
}

/** Instants as ISO text compare as text. */
const laterOf = (a: string, b: string): string => (a < b ? b : a);

function rethrowAsNotDone(error: unknown): never {
  if (error instanceof LogUnavailable) throw new CommandNotDone('the event log is away', { cause: error });
  throw error;
}
