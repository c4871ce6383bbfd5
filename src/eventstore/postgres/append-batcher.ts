import type { SerialisedAppend } from '../serialised-append.ts';
import { LogUnavailable } from '../port.ts';
import { createUnansweredAppends } from '../unanswered-appends.ts';
import type { AppendOutcome, StoredAppend } from './append.ts';

interface WaitingAppend {
  readonly append: SerialisedAppend;
  readonly resolve: (result: StoredAppend) => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendBatcherOptions {
  /** Tells whether the log may be available. If it is known not to be, an append is refused immediately. */
  readonly isUp: () => boolean;
  readonly send: (appends: readonly SerialisedAppend[]) => Promise<readonly AppendOutcome[]>;
  readonly onStored: (append: SerialisedAppend, result: StoredAppend) => void;
}

export interface AppendBatcher {
  /** @throws RevisionConflict · ErasedStreamError · InvalidAppend · LogUnavailable */
  readonly append: (append: SerialisedAppend) => Promise<StoredAppend>;
  /** Resolves when no append is waiting. */
  readonly drained: () => Promise<void>;
}

const BATCH_EVENTS = 1_000;
const BATCH_CHARACTERS = 2_097_152;

/**
 * Splits the queue into the next transaction and the rest: in order of arrival, at most one append per stream and no
 * event id twice, so that no append of a batch depends on another.
 */
function nextBatch(queue: readonly WaitingAppend[]): {
  readonly batch: WaitingAppend[];
  readonly remaining: WaitingAppend[];
} {
  const batch: WaitingAppend[] = [];
  const remaining: WaitingAppend[] = [];
  const streams = new Set<string>();
  const ids = new Set<string>();
  let events = 0;
  let size = 0;
  for (const waiting of queue) {
    const { append } = waiting;
    const isFull =
      batch.length > 0 && (events + append.events.length > BATCH_EVENTS || size + append.size > BATCH_CHARACTERS);
    const isIndependent = !streams.has(append.stream) && !append.events.some((event) => ids.has(event.id));
    // The stream is added even when the append stays in the queue, because later appends to its stream must not overtake it.
    streams.add(append.stream);
    if (isFull || !isIndependent) {
      remaining.push(waiting);
      continue;
    }
    batch.push(waiting);
    events += append.events.length;
    size += append.size;
    for (const event of append.events) ids.add(event.id);
  }
  return { batch, remaining };
}

/**
 * Batches appends: while one transaction is running, new ones wait and share the next one, with one commit. There are
 * no timers: without a running transaction, an append is sent at the end of the current turn of the event loop.
 */
export function createAppendBatcher({ isUp, send, onStored }: AppendBatcherOptions): AppendBatcher {
  let queue: WaitingAppend[] = [];
  let isSending = false;
  const unanswered = createUnansweredAppends();

  function resolveAppend({ append, resolve, reject }: WaitingAppend, answer: AppendOutcome | undefined): void {
    if (!answer) return reject(new LogUnavailable('unknown', new Error('an append got no answer')));
    if (answer instanceof Error) return reject(answer);
    if (answer.isNew) onStored(append, answer);
    resolve(answer);
  }

  async function sendBatch(): Promise<void> {
    const { batch, remaining } = nextBatch(queue);
    queue = remaining;
    try {
      const outcomes = await send(batch.map(({ append }) => append));
      batch.forEach((waiting, i) => resolveAppend(waiting, outcomes[i]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
      if (isUp()) return;
      for (const { reject } of queue) reject(new LogUnavailable('not_appended', error));
      queue = [];
    }
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    while (queue.length > 0) {
      await new Promise(setImmediate);
      await sendBatch();
    }
    isSending = false;
  }

  const enqueue = (append: SerialisedAppend): Promise<StoredAppend> =>
    new Promise((resolve, reject) => {
      queue.push({ append, resolve, reject });
      if (!isSending) void sendAll();
    });

  return {
    async append(append) {
      if (!isUp()) throw new LogUnavailable('not_appended', new Error('the event log is away'));
      return unanswered.track(append, () => enqueue(append));
    },
    drained: unanswered.drained,
  };
}
