import { type Growth, pauseAfter } from '#runtime/back-off.ts';
import { pause, within } from '#runtime/waiting.ts';
import { LogUnavailable } from '../port.ts';
import type { Address, LogClient } from './address.ts';
import { failureOf, isAnswer, isReferral, isSilence } from './failures.ts';

/**
 * A client that is replaced when it is of no use any more. While the server is known to be away every call fails at once,
 * so that nobody hangs and nothing piles up; it is looked for in the background.
 */
export interface ReconnectingClient {
  /** False while the server is known to be away. */
  readonly isUp: () => boolean;
  /** Waits until it is back. @returns false when it is not within that time */
  readonly untilUp: (milliseconds: number) => Promise<boolean>;
  /** @throws LogUnavailable none of the nodes answers */
  readonly connect: () => Promise<void>;
  /**
   * One call. `signal` aborts when it has taken too long; the call is then given up whatever it does.
   * @throws LogUnavailable · what the server answers about the stream
   */
  readonly call: <T>(work: (client: LogClient, signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** The client for something that goes on for long. @throws LogUnavailable */
  readonly client: () => LogClient;
  readonly close: () => Promise<void>;
}

export interface ReconnectingClientOptions {
  readonly address: Address;
  /** What one call may take. */
  readonly timeoutMs: number;
  /** Whether it is our log that answers there. */
  readonly probe: (client: LogClient, signal: AbortSignal) => Promise<void>;
}

/**
 * From then on each attempt is made with a new client: an old one may cache what went wrong, or wait before it tries. After
 * silence it is the first one already: the connection may be gone without a word, and to ask it again takes as long again.
 */
const FAILURES_BEFORE_NEW_CLIENT = 2;
const REFERRAL_MS = 5;

/** 5–10 ms after the first failure, doubling up to 2.5–5 s; the jitter keeps processes from knocking in step. */
export const RETRY_MS: Growth = { first: 10, max: 5_000, spread: 0.5 };

class TooSlow extends Error {
  override readonly name = 'TooSlow';
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

export function createReconnectingClient({ address, timeoutMs, probe }: ReconnectingClientOptions): ReconnectingClient {
  let turn = 0;
  let current = address.connect(turn);
  let failures = 0;
  let lastError: unknown;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  /** Replaced, and not ended yet. */
  const retired = new Set<LogClient>();
  const waiting = new Set<() => void>();

  /** Not every call of the client keeps to its deadline, so each gets a timer of ours. @throws TooSlow */
  const inTime = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    within(timeoutMs, work, () => new TooSlow(timeoutMs));
  const away = (): LogUnavailable => new LogUnavailable('not_appended', lastError);
  const isUp = (): boolean => !closed && failures === 0;

  function tell(): void {
    for (const done of waiting) done();
  }

  /** What is under way on the old client has the time that one call may take. */
  function replaceClient(): void {
    const old = current;
    turn += 1;
    current = address.connect(turn);
    retired.add(old);
    setTimeout(() => void retire(old), timeoutMs).unref();
  }

  async function retire(client: LogClient): Promise<void> {
    retired.delete(client);
    await client.end().catch(() => undefined);
  }

  function failed(error: unknown): void {
    failures += 1;
    lastError = error;
    if (closed) return;
    if (failures >= FAILURES_BEFORE_NEW_CLIENT || error instanceof TooSlow || isSilence(error)) replaceClient();
    retry = setTimeout(() => void comeBack(), pauseAfter(failures, RETRY_MS)).unref();
  }

  /** Asks the node, or the leader to which it refers us: the client has turned there when it is asked again. */
  async function reach(client: LogClient): Promise<void> {
    const ask = (): Promise<void> => inTime((signal) => probe(client, signal));
    try {
      await ask();
    } catch (error) {
      if (!isReferral(error)) throw error;
      await pause(REFERRAL_MS);
      await ask();
    }
    await client.onLost(() => lose(client, new Error('the connection was lost')));
  }

  async function comeBack(): Promise<void> {
    try {
      await reach(current);
      failures = 0;
      tell();
    } catch (error) {
      failed(error);
    }
  }

  /** The first one to notice; the others who meet the same trouble are not counted. */
  function lose(client: LogClient, error: unknown): void {
    if (!closed && failures === 0 && client === current) failed(error);
  }

  return {
    isUp,
    async untilUp(milliseconds) {
      if (isUp() || closed) return isUp();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => done(), milliseconds);
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        waiting.add(done);
      });
      return isUp();
    },
    async connect() {
      for (let left = address.nodes; ; left -= 1)
        try {
          return await reach(current);
        } catch (error) {
          if (left === 1) throw new LogUnavailable('not_appended', error);
          replaceClient();
        }
    },
    async call(work) {
      if (!isUp()) throw away();
      const client = current;
      try {
        return await inTime((signal) => work(client, signal));
      } catch (error) {
        if (isAnswer(error)) throw error;
        const { outcome, isAway } = failureOf(error);
        if (isAway) lose(client, error);
        throw new LogUnavailable(outcome, error);
      }
    },
    client() {
      if (!isUp()) throw away();
      return current;
    },
    async close() {
      closed = true;
      lastError = new Error('the log is closed');
      clearTimeout(retry);
      tell();
      await Promise.all([...retired, current].map(retire));
    },
  };
}
