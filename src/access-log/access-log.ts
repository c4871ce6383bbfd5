import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { v5 as uuidFrom } from 'uuid';

/** The network address from which a call came. */
export interface ClientAddress {
  /** IPv4 or IPv6, without a zone. */
  readonly ip: string;
  /** The caller's port; null where a proxy in between does not send it. */
  readonly port: number | null;
}

export interface AccessEntry extends ClientAddress {
  readonly at: Date;
  readonly kind: 'session_started' | 'used';
}

/**
 * Records accesses without delaying or failing the calls: rows are written later, in batches. A caller who disconnected
 * before the address was read is not recorded, because there is no address and no answer was sent.
 */
export interface AccessLog {
  /** Records a sign-in, or the start of a guest's session. */
  recordSessionStart(userId: string, address: ClientAddress): void;
  /** Records a call, once for each quarter of an hour, account and IP. */
  recordUse(userId: string, address: ClientAddress): void;
  /** Lists the accesses of one account, newest first, including those that are not written yet. */
  entriesOf(userId: string): Promise<readonly AccessEntry[]>;
  /** Writes the waiting rows. Never throws: rows that could not be written are tried again the next time. */
  flush(): Promise<void>;
  /** Removes rows older than six months. @returns the number of removed rows */
  purge(): Promise<number>;
  /** Stops the timer and writes the waiting rows. */
  stop(): Promise<void>;
}

interface Options {
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly logger: Pick<Logger, 'warn'>;
  readonly flushEveryMs?: number;
  /** The maximum number of waiting rows; further ones are dropped with a warning. */
  readonly capacity?: number;
}

interface WaitingEntry extends AccessEntry {
  readonly id: string;
  readonly userId: string;
}

const QUARTER_MS = 15 * 60 * 1_000;
const BATCH = 1_000;

const NAMESPACE = '1d7c2c52-3f0e-5b1a-8f57-6c0d9b0d6a11';

// Ids make the insert idempotent, because a batch is written again when its first answer was lost.
const INSERT = `insert into access_log.entry (id, at, kind, account_id, ip, port)
  select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::inet[], $6::integer[])
  on conflict (id) do nothing`;

const ENTRIES_OF = 'select at, kind, host(ip) as ip, port from access_log.entry where account_id = $1 order by at desc';

const columnsOf = (batch: readonly WaitingEntry[]) => [
  batch.map(({ id }) => id),
  batch.map(({ at }) => at),
  batch.map(({ kind }) => kind),
  batch.map(({ userId }) => userId),
  batch.map(({ ip }) => ip),
  batch.map(({ port }) => port),
];

export function createAccessLog(options: Options): AccessLog {
  const { pool, clock, logger, flushEveryMs = 2_000, capacity = 20_000 } = options;
  const waiting: WaitingEntry[] = [];
  let droppedCount = 0;
  /** Pairs of account and IP seen in this quarter of an hour. */
  let seenPairs = new Set<string>();
  let quarter = 0;
  let flushing: Promise<void> | undefined;

  function add(entry: Omit<WaitingEntry, 'at'>): void {
    if (isIP(entry.ip) === 0) return; // An invalid address would make the database reject the whole batch.
    if (waiting.length >= capacity) droppedCount += 1;
    else waiting.push({ ...entry, at: clock() });
  }

  function isFirstOfQuarter(pair: string): boolean {
    const now = Math.floor(clock().getTime() / QUARTER_MS);
    // A full set is cleared: then some accesses are recorded twice, but none is missed.
    if (now !== quarter || seenPairs.size >= capacity) [quarter, seenPairs] = [now, new Set()];
    return seenPairs.size < seenPairs.add(pair).size;
  }

  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH);
        await pool.query(INSERT, columnsOf(batch));
        waiting.splice(0, batch.length);
      }
      if (droppedCount > 0) logger.warn({ lost: droppedCount }, 'access log entries lost while the database was away');
      droppedCount = 0;
    } catch (error) {
      logger.warn({ err: error, waiting: waiting.length }, 'access log not written, will try again');
    }
  }

  async function flush(): Promise<void> {
    flushing ??= writeAll().finally(() => {
      flushing = undefined;
    });
    await flushing;
  }

  const timer = setInterval(() => void flush(), flushEveryMs);

  return {
    recordSessionStart: (userId, { ip, port }) => add({ id: randomUUID(), kind: 'session_started', userId, ip, port }),
    recordUse(userId, { ip, port }) {
      const pair = `${userId} ${ip}`;
      // Every process computes the same id, so that together they record the access once.
      if (isFirstOfQuarter(pair))
        add({ id: uuidFrom(`${quarter} ${pair}`, NAMESPACE), kind: 'used', userId, ip, port });
    },
    async entriesOf(userId) {
      await flush();
      return (await pool.query<AccessEntry>(ENTRIES_OF, [userId])).rows;
    },
    flush,
    async purge() {
      const { rows } = await pool.query<{ purge: string }>('select access_log.purge()');
      return Number(rows[0]?.purge ?? 0);
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
