import type pg from 'pg';
import { type SerialisedAppend, serialiseAppend } from '../serialised-append.ts';
import { type EventLog, LogUnavailable, type OpenOptions, type AuditableLog, formatPosition } from '../port.ts';
import { waitUntil } from '#runtime/waiting.ts';
import { createAnnouncer, CHANNEL } from './announcer.ts';
import { appendAll, type StoredAppend } from './append.ts';
import { createAppendBatcher } from './append-batcher.ts';
import { eraseStream } from './erase.ts';
import {
  createReconnectingClient,
  type ReconnectingClient,
  type ReconnectingClientOptions,
} from './reconnecting-client.ts';
import { createStreamReader, readHead } from './read.ts';
import { createHashedReader } from './hashed-events.ts';
import { listStreamNames } from './stream-names.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface PostgresLogOptions extends OpenOptions {
  readonly connectionString: string;
  /**
   * The maximum duration of connecting, and of one call; 1 500 ms by default. A caller waits for at most two of them.
   */
  readonly timeoutMs?: number;
  /** The interval at which a subscription looks for unannounced events; 1 000 ms by default. */
  readonly pollMs?: number;
}

async function readIdentity(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from log.identity');
  if (!rows[0]) throw new Error('the event log has no identity');
  return rows[0].id;
}

/**
 * Reconnecting starts by itself after the first failure.
 * @throws LogUnavailable when the server stays unavailable for the given time; the client is closed then
 */
async function connect(client: ReconnectingClient, { maxWaitMs = 0, signal }: OpenOptions): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    await waitUntil(() => client.isUp() || signal?.aborted === true, { everyMs: 50, withinMs: maxWaitMs });
    if (client.isUp()) return;
    await client.close();
    throw error;
  }
}

interface Commit {
  readonly append: SerialisedAppend;
  readonly stored: StoredAppend;
}

/**
 * Notifies of commits in a later turn of the event loop, so that the work of subscribers does not delay the answer to
 * the caller of an append.
 */
function createNotifier(notify: (commits: readonly Commit[]) => void): (commit: Commit) => void {
  let pendingCommits: Commit[] = [];
  function flush(): void {
    const commits = pendingCommits;
    pendingCommits = [];
    notify(commits);
  }
  return (commit) => {
    if (pendingCommits.push(commit) === 1) setImmediate(flush);
  };
}

/**
 * The event log in PostgreSQL. The schema must exist. It holds three connections: one appends, one
 * reads, one listens for subscriptions.
 * @throws LogUnavailable when the log cannot be reached now
 */
export async function createPostgresLog(options: PostgresLogOptions): Promise<EventLog & AuditableLog> {
  const { connectionString, timeoutMs = 1_500, pollMs = 1_000 } = options;
  let id: string | undefined;
  let isClosing = false;

  /** Checks that ours answers: after a restore or a failover another log may, whose positions are not ours. */
  async function checkIdentity(client: pg.Client): Promise<void> {
    const actual = await readIdentity(client);
    id ??= actual;
    if (actual !== id) throw new Error(`log ${actual} answers instead of log ${id}`);
  }

  const clientFor = (name: string, handlers?: Pick<ReconnectingClientOptions, 'onConnect' | 'onLost'>) =>
    createReconnectingClient({ connectionString, timeoutMs, name, onConnect: checkIdentity, ...handlers });

  const reader = clientFor('prumo log reader');
  await connect(reader, options);
  if (id === undefined) throw new LogUnavailable('not_appended', new Error('the event log has no identity'));
  const logId: string = id;

  const writer = clientFor('prumo log writer');
  const subscriptionClient = clientFor('prumo log follower', {
    async onConnect(client) {
      await checkIdentity(client);
      client.on('notification', ({ payload }) => subscriptions.recordAnnouncedIndex(Number(payload)));
      await client.query(`listen ${CHANNEL}`);
    },
    onLost: (error) => subscriptions.fail(error),
  });
  const subscriptions = createSubscriptions({ logId, client: subscriptionClient, pollMs });
  const streams = createStreamReader(reader, logId);

  const announce = createAnnouncer(reader);
  const notifySubscribers = createNotifier((commits) => {
    for (const { append, stored } of commits) subscriptions.publish(append, stored);
    announce(Math.max(...commits.map(({ stored }) => stored.index)));
  });
  const appendBatcher = createAppendBatcher({
    isUp: () => !isClosing && writer.isUp(),
    send: (appends) => appendAll(writer, appends),
    onStored: (append, stored) => notifySubscribers({ append, stored }),
  });

  return {
    id: logId,
    read: (stream, from = 0n) => streams.read({ stream, from }),
    readTexts: (stream, from = 0n) => streams.readTexts({ stream, from }),
    streams: (prefixes) => listStreamNames(reader, prefixes),
    async append(stream, expected, events) {
      const { revision, index } = await appendBatcher.append(serialiseAppend(stream, expected, events));
      return { revision: BigInt(revision), position: formatPosition(logId, index) };
    },
    subscribe: subscriptions.subscribe,
    async head() {
      const last = await readHead(reader);
      return last === 0 ? null : formatPosition(logId, last);
    },
    removesErasedEvents: false,
    countPendingErasures: async () => 0, // Erasing removes the content in its own commit.
    readHashedEvents: createHashedReader(reader, logId),
    erase: (stream) => eraseStream(connectionString, stream),
    async close() {
      isClosing = true;
      await appendBatcher.drained();
      subscriptions.fail(new Error('the log is closed'));
      await Promise.all([reader.close(), writer.close(), subscriptionClient.close()]);
    },
  };
}
