import { type Growth, pauseAfter } from '#runtime/back-off.ts';
import { atMost, pause, within } from '#runtime/waiting.ts';
import { LogUnavailable, type Patience } from '../port.ts';
import type { Address } from './address.ts';
import type { LogClient } from './log-client.ts';
import { failureOf, isAnswer, isReferral, isSilence, mayPass } from './failures.ts';
import type { Caller } from './reading.ts';

/**
 * A client that is replaced when it is of no use any more. While the server is known to be away every call fails at once,
 * so that nobody hangs and nothing piles up; it is looked for in the background.
 */
export interface ReconnectingClient {
  /** False while the server is known to be away. */
  readonly isUp: () => boolean;
  /** Waits until it is back. @returns false when it is not within that time */
  readonly untilUp: (milliseconds: number) => Promise<boolean>;
  /** @throws LogUnavailable none of the nodes answers, or has within what it may take */
  readonly connect: (patience?: Patience) => Promise<void>;
  /**
   * One call. `signal` aborts when it has taken too long, longer than one call may unless told; the call is then given up
   * whatever it does.
   * @throws LogUnavailable · what the server answers about the stream
   */
  readonly call: <T>(work: (caller: Caller) => Promise<T>, milliseconds?: number) => Promise<T>;
  /** The client for something that goes on for long. @throws LogUnavailable */
  readonly client: () => LogClient;
  readonly close: () => Promise<void>;
}

export interface ReconnectingClientOptions {
  readonly address: Address;
  /** What one call may take. */
  readonly timeoutMs: number;
  /** Whether it is our log that answers there. */
  readonly probe: (caller: Caller) => Promise<void>;
}

/** What a first answer may take where there is patience for it: a server that has just been started is slow. */
const FIRST_ANSWER_MS = 10_000;
const REFERRAL_MS = 5;
/** How long one attempt in a cluster is waited for before the next begins beside it. */
const OVERTAKEN_MS = 500;

/** 5–10 ms after the first failure, doubling up to 2.5–5 s; the jitter keeps processes from knocking in step. */
export const RETRY_MS: Growth = { first: 10, max: 5_000, spread: 0.5 };
/** A cluster is not away but electing, which it may have done the moment after it was asked. */
const CLUSTER_RETRY_MS: Growth = { ...RETRY_MS, max: 500 };
/** Between attempts to connect for the first time. */
const START_RETRY_MS: Growth = { ...RETRY_MS, max: 1_000 };

class TooSlow extends Error {
  override readonly name = 'TooSlow';
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

interface Attempt {
  readonly node: number;
  readonly client: LogClient;
}

/**
 * Who leads a cluster is known to whoever answers, so where there are several nodes all of them are asked at once, and the
 * first that answers, or refers us to one that does, is the one to speak to.
 */
export function createReconnectingClient({ address, timeoutMs, probe }: ReconnectingClientOptions): ReconnectingClient {
  /** Not ended yet. */
  const clients = new Set<LogClient>();
  const waiting = new Set<() => void>();
  let current: Attempt = attemptAt(0);
  /** Under way while the server is away. */
  let search: AbortController | undefined;
  let lastError: unknown;
  let closed = false;

  /** Not every call of the client keeps to its deadline, so each gets a timer of ours. @throws TooSlow */
  const inTime = <T>(work: (signal: AbortSignal) => Promise<T>, milliseconds = timeoutMs): Promise<T> =>
    within(milliseconds, work, () => new TooSlow(milliseconds));
  const away = (): LogUnavailable => new LogUnavailable('not_appended', lastError);
  const isUp = (): boolean => !closed && search === undefined;

  function attemptAt(node: number): Attempt {
    const client = address.connect(node);
    clients.add(client);
    return { node, client };
  }

  async function retire(client: LogClient): Promise<void> {
    if (clients.delete(client)) await client.end().catch(() => undefined);
  }

  /** What is under way on it has the time that one call may take. */
  function retireLater(client: LogClient): void {
    setTimeout(() => void retire(client), timeoutMs).unref();
  }

  function tell(): void {
    for (const done of waiting) done();
  }

  /** Asks the node, or the leader to which it refers us: the client has turned there when it is asked again. */
  async function reach(client: LogClient, milliseconds?: number): Promise<void> {
    const ask = (): Promise<void> => inTime((signal) => probe({ client, signal }), milliseconds);
    try {
      await ask();
    } catch (error) {
      if (!isReferral(error)) throw error;
      await pause(REFERRAL_MS);
      await ask();
    }
    await client.onLost(() => lose(client, new Error('the connection was lost')));
  }

  /** The first one to notice; the others who meet the same trouble are not counted. */
  function lose(client: LogClient, error: unknown): void {
    if (!isUp() || client !== current.client) return;
    lastError = error;
    search = new AbortController();
    // After silence the connection may be gone without a word, and to ask on it again takes as long again.
    const isDead = error instanceof TooSlow || isSilence(error);
    if (isDead) retireLater(client);
    for (let node = 0; node < address.nodes; node += 1)
      void seek(node, search, !isDead && node === current.node ? current : undefined);
  }

  /**
   * Asks one node until it answers or another one has. `lost` is the way to it that there was: it may do once more. Then
   * each attempt is made with a new client: an old one may cache what went wrong, or wait before it tries.
   *
   * Until a cluster has elected its nodes may refer to a leader that is dead and silent. So there the next attempt does not
   * wait for the end of the one before: the election is known a second later, however long that one still waits.
   */
  async function seek(node: number, quest: AbortController, lost: Attempt | undefined): Promise<void> {
    const inCluster = address.nodes > 1;
    for (let attempts = 1; ; attempts += 1) {
      await pause(pauseAfter(attempts, inCluster ? CLUSTER_RETRY_MS : RETRY_MS), quest.signal);
      if (quest.signal.aborted) return;
      const attempt = (attempts === 1 && lost) || attemptAt(node);
      const ended = tryOut(attempt, quest, attempt === lost ? retireLater : retire);
      await (inCluster ? atMost(OVERTAKEN_MS, ended) : ended);
    }
  }

  async function tryOut(
    attempt: Attempt,
    quest: AbortController,
    giveUp: (client: LogClient) => unknown,
  ): Promise<void> {
    try {
      await reach(attempt.client);
      if (!quest.signal.aborted) return found(attempt, quest);
    } catch (error) {
      lastError = error;
    }
    giveUp(attempt.client);
  }

  function found(attempt: Attempt, quest: AbortController): void {
    if (current.client !== attempt.client) retireLater(current.client);
    current = attempt;
    search = undefined;
    quest.abort();
    tell();
  }

  /** Asks every node once, the first by the client that there is. */
  async function connectOnce(milliseconds?: number): Promise<void> {
    const tried = Array.from({ length: address.nodes }, (_, node) => (node === 0 ? current : attemptAt(node)));
    const reached = tried.map(async (attempt) => {
      await reach(attempt.client, milliseconds);
      return attempt;
    });
    try {
      current = await Promise.any(reached);
    } catch (error) {
      throw new LogUnavailable('not_appended', (error as AggregateError).errors[0]);
    } finally {
      for (const [i, { client }] of tried.entries())
        void Promise.allSettled([reached[i]]).then(() => (client === current.client ? undefined : retire(client)));
    }
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
    async connect({ patienceMs, signal } = {}) {
      if (patienceMs === undefined) return connectOnce();
      const deadline = Date.now() + patienceMs;
      for (let failures = 1; ; failures += 1)
        try {
          const left = Math.max(timeoutMs, deadline - Date.now());
          return await connectOnce(Math.min(left, FIRST_ANSWER_MS));
        } catch (error) {
          if (!mayPass((error as LogUnavailable).cause) || Date.now() >= deadline) throw error;
          await pause(pauseAfter(failures, START_RETRY_MS), signal);
          if (signal?.aborted === true) throw error;
          void retire(current.client);
          current = attemptAt(0);
        }
    },
    async call(work, milliseconds) {
      if (!isUp()) throw away();
      const { client } = current;
      try {
        return await inTime((signal) => work({ client, signal }), milliseconds);
      } catch (error) {
        if (isAnswer(error)) throw error;
        const { outcome, isAway } = failureOf(error);
        if (isAway) lose(client, error);
        throw new LogUnavailable(outcome, error);
      }
    },
    client() {
      if (!isUp()) throw away();
      return current.client;
    },
    async close() {
      closed = true;
      lastError = new Error('the log is closed');
      search?.abort();
      tell();
      await Promise.all([...clients].map(retire));
    },
  };
}
