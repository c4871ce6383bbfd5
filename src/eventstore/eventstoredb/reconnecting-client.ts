import { type BackOffPolicy, pauseAfter } from '#runtime/back-off.ts';
import { waitAtMost, pause, withTimeout } from '#runtime/waiting.ts';
import { LogUnavailable, type OpenOptions } from '../port.ts';
import type { ServerAddress } from './address.ts';
import type { LogClient } from './log-client.ts';
import { failureOf, isStreamResponse, isNotLeader, isTimeout, isTemporary } from './failures.ts';
import type { ReadCaller } from './reading.ts';

/**
 * A client that is replaced after a failure. While the server is known to be unavailable every call fails immediately,
 * so that no caller hangs and nothing piles up; reconnecting goes on in the background.
 */
export interface ReconnectingClient {
  /** Tells whether the server may be available: false while it is known not to be. */
  readonly isUp: () => boolean;
  /** Waits for the server. @returns false when it stays unavailable for that time */
  readonly untilUp: (milliseconds: number) => Promise<boolean>;
  /** Connects. @throws LogUnavailable when no node answers, or none within the given time */
  readonly connect: (patience?: OpenOptions) => Promise<void>;
  /**
   * Makes one call. `signal` aborts at the deadline, which is by default that of every call; the call is then
   * abandoned.
   * @throws LogUnavailable · the server's answer about the stream
   */
  readonly call: <T>(work: (caller: ReadCaller) => Promise<T>, milliseconds?: number) => Promise<T>;
  /** The client for a long-running read. @throws LogUnavailable */
  readonly client: () => LogClient;
  readonly close: () => Promise<void>;
}

export interface ReconnectingClientOptions {
  readonly address: ServerAddress;
  /** The maximum duration of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** Checks that the answering log is ours. */
  readonly probe: (caller: ReadCaller) => Promise<void>;
}

/**
 * The maximum wait for the first answer where the caller has patience, in milliseconds: a server that has just started
 * is slow.
 */
const FIRST_CALL_TIMEOUT_MS = 10_000;
const LEADER_RETRY_MS = 5;
/** The delay, in a cluster, before the next attempt starts beside a running one, in milliseconds. */
const NEXT_ATTEMPT_MS = 500;

/** 5–10 ms after the first failure, doubling up to 2.5–5 s; the jitter keeps processes from retrying in step. */
export const RETRY_MS: BackOffPolicy = { firstPause: 10, longestPause: 5_000, jitter: 0.5 };
/** A cluster without a leader is usually electing one, which may be done a moment after the last attempt. */
const CLUSTER_RETRY_MS: BackOffPolicy = { ...RETRY_MS, longestPause: 500 };
/** Delay between attempts to connect for the first time. */
const START_RETRY_MS: BackOffPolicy = { ...RETRY_MS, longestPause: 1_000 };

class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** Makes a call with a timer of ours, because not every one respects its deadline. @throws CallTimeout */
const callWithTimeout = <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeout(milliseconds, work, () => new CallTimeout(milliseconds));

interface ConnectAttempt {
  readonly node: number;
  readonly client: LogClient;
}

/** The clients that have not been closed yet. */
function createClients(address: ServerAddress, timeoutMs: number) {
  const clients = new Set<LogClient>();

  async function retire(client: LogClient): Promise<void> {
    if (clients.delete(client)) await client.end().catch(() => undefined);
  }

  function connectTo(node: number): ConnectAttempt {
    const client = address.connect(node);
    clients.add(client);
    return { node, client };
  }

  return {
    retire,
    attemptAt: connectTo,
    connectToAll: () => Array.from({ length: address.nodeCount }, (_, node) => connectTo(node)),
    /** Running calls get the maximum duration of one call. */
    retireLater: (client: LogClient): void => void setTimeout(() => void retire(client), timeoutMs).unref(),
    retireAll: () => Promise.all([...clients].map(retire)),
  };
}

interface SearchOptions {
  readonly nodes: number;
  readonly clients: ReturnType<typeof createClients>;
  readonly reach: (client: LogClient) => Promise<void>;
  readonly onFound: (attempt: ConnectAttempt) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Calls every node until one answers or `signal` aborts. The client of `previous` gets one more attempt.
 * Every further attempt uses a new client, because an old one may cache the failure, or wait before it tries.
 *
 * Until a cluster has elected a leader, its nodes may refer to one that is dead and silent. So the next attempt does
 * not wait for the end of the previous one: the election is known a second later, however long that one still waits.
 */
function searchNodes(
  { nodes, clients, reach, onFound, onFailed }: SearchOptions,
  previous: ConnectAttempt | undefined,
  signal: AbortSignal,
): void {
  const isCluster = nodes > 1;

  async function tryClient(attempt: ConnectAttempt): Promise<void> {
    try {
      await reach(attempt.client);
      if (!signal.aborted) return onFound(attempt);
    } catch (error) {
      onFailed(error);
    }
    if (attempt === previous) clients.retireLater(attempt.client);
    else void clients.retire(attempt.client);
  }

  async function searchNode(node: number): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      await pause(pauseAfter(attempts, isCluster ? CLUSTER_RETRY_MS : RETRY_MS), signal);
      if (signal.aborted) return;
      const attempting = tryClient(attempts === 1 && previous?.node === node ? previous : clients.attemptAt(node));
      await (isCluster ? waitAtMost(NEXT_ATTEMPT_MS, attempting) : attempting);
    }
  }

  for (let node = 0; node < nodes; node += 1) void searchNode(node);
}

/** The first client that gets an answer; the others are closed. @throws LogUnavailable when none does */
async function firstReachable(
  attempts: readonly ConnectAttempt[],
  reach: (client: LogClient) => Promise<void>,
  retire: (client: LogClient) => Promise<void>,
): Promise<ConnectAttempt> {
  let first: ConnectAttempt | undefined;
  const reaching = attempts.map(async (attempt) => {
    await reach(attempt.client);
    return attempt;
  });
  try {
    first = await Promise.any(reaching);
    return first;
  } catch (error) {
    throw new LogUnavailable('not_appended', (error as AggregateError).errors[0]);
  } finally {
    for (const [i, { client }] of attempts.entries())
      void Promise.allSettled([reaching[i]]).then(() => (client === first?.client ? undefined : retire(client)));
  }
}

/** Calls, and if another node is the leader, calls once more: the client has turned to it by then. */
async function retryAtLeader(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isNotLeader(error)) throw error;
    await pause(LEADER_RETRY_MS);
    await work();
  }
}

/** Repeats an attempt, if the caller has patience, until it succeeds; each attempt gets its maximum duration. */
async function connectPatiently(
  connectOnce: (milliseconds: number) => Promise<void>,
  { maxWaitMs, signal }: OpenOptions,
  timeoutMs: number,
): Promise<void> {
  if (maxWaitMs === undefined) return connectOnce(timeoutMs);
  const deadline = Date.now() + maxWaitMs;
  for (let failures = 1; ; failures += 1)
    try {
      const remainingMs = Math.max(timeoutMs, deadline - Date.now());
      return await connectOnce(Math.min(remainingMs, FIRST_CALL_TIMEOUT_MS));
    } catch (error) {
      if (!isTemporary((error as LogUnavailable).cause) || Date.now() >= deadline) throw error;
      await pause(pauseAfter(failures, START_RETRY_MS), signal);
      if (signal?.aborted === true) throw error;
    }
}

/**
 * Every answering node knows the leader of its cluster, so all nodes are called at once, and the first that answers, or
 * refers to one that does, is used.
 */
export function createReconnectingClient({ address, timeoutMs, probe }: ReconnectingClientOptions): ReconnectingClient {
  const clients = createClients(address, timeoutMs);
  let current: ConnectAttempt | undefined;
  let search: AbortController | undefined;
  let lastError: unknown;
  let isClosed = false;
  const isUp = (): boolean => current !== undefined && !isClosed && search === undefined;

  /** @throws LogUnavailable */
  function currentClient(): LogClient {
    if (current && isUp()) return current.client;
    throw new LogUnavailable('not_appended', lastError);
  }

  async function reach(client: LogClient, milliseconds = timeoutMs): Promise<void> {
    await retryAtLeader(() => callWithTimeout(milliseconds, (signal) => probe({ client, signal })));
    await client.onLost(() => handleLoss(client, new Error('the connection was lost')));
  }

  const onFailed = (error: unknown): void => void (lastError = error);
  function onFound(attempt: ConnectAttempt): void {
    if (current && current.client !== attempt.client) clients.retireLater(current.client);
    current = attempt;
    search?.abort();
    search = undefined;
  }

  /** Reacts to a loss of the connection, once: only the first call that notices it counts. */
  function handleLoss(client: LogClient, error: unknown): void {
    if (!isUp() || client !== current?.client) return;
    onFailed(error);
    search = new AbortController();
    // After silence the connection may be lost without notice, and another call on it would take as long again.
    const mayBeDead = error instanceof CallTimeout || isTimeout(error);
    if (mayBeDead) clients.retireLater(client);
    const options = { nodes: address.nodeCount, clients, reach, onFound, onFailed };
    searchNodes(options, mayBeDead ? undefined : current, search.signal);
  }

  async function connectOnce(milliseconds: number): Promise<void> {
    current = await firstReachable(clients.connectToAll(), (client) => reach(client, milliseconds), clients.retire);
  }

  return {
    isUp,
    async untilUp(milliseconds) {
      if (!isClosed && search) await pause(milliseconds, search.signal);
      return isUp();
    },
    connect: (patience = {}) => connectPatiently(connectOnce, patience, timeoutMs),
    async call(work, milliseconds = timeoutMs) {
      const client = currentClient();
      try {
        return await callWithTimeout(milliseconds, (signal) => work({ client, signal }));
      } catch (error) {
        if (isStreamResponse(error)) throw error;
        const { outcome, isUnavailable } = failureOf(error);
        if (isUnavailable) handleLoss(client, error);
        throw new LogUnavailable(outcome, error);
      }
    },
    client: currentClient,
    async close() {
      isClosed = true;
      lastError = new Error('the log is closed');
      search?.abort();
      await clients.retireAll();
    },
  };
}
