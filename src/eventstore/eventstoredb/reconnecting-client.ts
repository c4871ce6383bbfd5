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

/** Not every call of the client keeps to its deadline, so each gets a timer of ours. @throws TooSlow */
const inTime = <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  within(milliseconds, work, () => new TooSlow(milliseconds));

interface Attempt {
  readonly node: number;
  readonly client: LogClient;
}

/** The clients that have not been ended yet. */
function createClients(address: Address, timeoutMs: number) {
  const clients = new Set<LogClient>();

  async function retire(client: LogClient): Promise<void> {
    if (clients.delete(client)) await client.end().catch(() => undefined);
  }

  function attemptAt(node: number): Attempt {
    const client = address.connect(node);
    clients.add(client);
    return { node, client };
  }

  return {
    retire,
    attemptAt,
    toAllNodes: () => Array.from({ length: address.nodes }, (_, node) => attemptAt(node)),
    /** What is under way on it has the time that one call may take. */
    retireLater: (client: LogClient): void => void setTimeout(() => void retire(client), timeoutMs).unref(),
    retireAll: () => Promise.all([...clients].map(retire)),
  };
}

interface SearchOptions {
  readonly nodes: number;
  readonly clients: ReturnType<typeof createClients>;
  readonly reach: (client: LogClient) => Promise<void>;
  readonly onFound: (attempt: Attempt) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Asks every node until it answers or `signal` aborts. `lost` is the way to one of them that there was: it may do once
 * more. Then each attempt is made with a new client: an old one may cache what went wrong, or wait before it tries.
 *
 * Until a cluster has elected its nodes may refer to a leader that is dead and silent. So there the next attempt does not
 * wait for the end of the one before: the election is known a second later, however long that one still waits.
 */
function search(
  { nodes, clients, reach, onFound, onFailed }: SearchOptions,
  lost: Attempt | undefined,
  signal: AbortSignal,
): void {
  const inCluster = nodes > 1;

  async function tryOut(attempt: Attempt): Promise<void> {
    try {
      await reach(attempt.client);
      if (!signal.aborted) return onFound(attempt);
    } catch (error) {
      onFailed(error);
    }
    if (attempt === lost) clients.retireLater(attempt.client);
    else void clients.retire(attempt.client);
  }

  async function seek(node: number): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      await pause(pauseAfter(attempts, inCluster ? CLUSTER_RETRY_MS : RETRY_MS), signal);
      if (signal.aborted) return;
      const ended = tryOut(attempts === 1 && lost?.node === node ? lost : clients.attemptAt(node));
      await (inCluster ? atMost(OVERTAKEN_MS, ended) : ended);
    }
  }

  for (let node = 0; node < nodes; node += 1) void seek(node);
}

/** The first of them that answers; the others are ended. @throws LogUnavailable none does */
async function firstToAnswer(
  tried: readonly Attempt[],
  reach: (client: LogClient) => Promise<void>,
  retire: (client: LogClient) => Promise<void>,
): Promise<Attempt> {
  let first: Attempt | undefined;
  const reached = tried.map(async (attempt) => {
    await reach(attempt.client);
    return attempt;
  });
  try {
    first = await Promise.any(reached);
    return first;
  } catch (error) {
    throw new LogUnavailable('not_appended', (error as AggregateError).errors[0]);
  } finally {
    for (const [i, { client }] of tried.entries())
      void Promise.allSettled([reached[i]]).then(() => (client === first?.client ? undefined : retire(client)));
  }
}

/** Asks, and if the answer is that somebody else leads, once more: the client has turned there then. */
async function askLeader(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!isReferral(error)) throw error;
    await pause(REFERRAL_MS);
    await ask();
  }
}

/** Again and again, if there is patience, until it works: each time is told what it may take. */
async function patiently(
  connectOnce: (milliseconds: number) => Promise<void>,
  { patienceMs, signal }: Patience,
  timeoutMs: number,
): Promise<void> {
  if (patienceMs === undefined) return connectOnce(timeoutMs);
  const deadline = Date.now() + patienceMs;
  for (let failures = 1; ; failures += 1)
    try {
      const left = Math.max(timeoutMs, deadline - Date.now());
      return await connectOnce(Math.min(left, FIRST_ANSWER_MS));
    } catch (error) {
      if (!mayPass((error as LogUnavailable).cause) || Date.now() >= deadline) throw error;
      await pause(pauseAfter(failures, START_RETRY_MS), signal);
      if (signal?.aborted === true) throw error;
    }
}

/**
 * Who leads a cluster is known to whoever answers, so where there are several nodes all of them are asked at once, and the
 * first that answers, or refers us to one that does, is the one to speak to.
 */
export function createReconnectingClient({ address, timeoutMs, probe }: ReconnectingClientOptions): ReconnectingClient {
  const clients = createClients(address, timeoutMs);
  let current: Attempt | undefined;
  /** Under way while the server is away. */
  let quest: AbortController | undefined;
  let lastError: unknown;
  let closed = false;
  const isUp = (): boolean => current !== undefined && !closed && quest === undefined;

  /** @throws LogUnavailable */
  function currentClient(): LogClient {
    if (current && isUp()) return current.client;
    throw new LogUnavailable('not_appended', lastError);
  }

  async function reach(client: LogClient, milliseconds = timeoutMs): Promise<void> {
    await askLeader(() => inTime(milliseconds, (signal) => probe({ client, signal })));
    await client.onLost(() => lose(client, new Error('the connection was lost')));
  }

  const onFailed = (error: unknown): void => void (lastError = error);
  function onFound(attempt: Attempt): void {
    if (current && current.client !== attempt.client) clients.retireLater(current.client);
    current = attempt;
    quest?.abort();
    quest = undefined;
  }

  /** The first one to notice; the others who meet the same trouble are not counted. */
  function lose(client: LogClient, error: unknown): void {
    if (!isUp() || client !== current?.client) return;
    onFailed(error);
    quest = new AbortController();
    // After silence the connection may be gone without a word, and to ask on it again takes as long again.
    const isDead = error instanceof TooSlow || isSilence(error);
    if (isDead) clients.retireLater(client);
    search({ nodes: address.nodes, clients, reach, onFound, onFailed }, isDead ? undefined : current, quest.signal);
  }

  async function connectOnce(milliseconds: number): Promise<void> {
    current = await firstToAnswer(clients.toAllNodes(), (client) => reach(client, milliseconds), clients.retire);
  }

  return {
    isUp,
    async untilUp(milliseconds) {
      if (!closed && quest) await pause(milliseconds, quest.signal);
      return isUp();
    },
    connect: (patience = {}) => patiently(connectOnce, patience, timeoutMs),
    async call(work, milliseconds = timeoutMs) {
      const client = currentClient();
      try {
        return await inTime(milliseconds, (signal) => work({ client, signal }));
      } catch (error) {
        if (isAnswer(error)) throw error;
        const { outcome, isAway } = failureOf(error);
        if (isAway) lose(client, error);
        throw new LogUnavailable(outcome, error);
      }
    },
    client: currentClient,
    async close() {
      closed = true;
      lastError = new Error('the log is closed');
      quest?.abort();
      await clients.retireAll();
    },
  };
}
