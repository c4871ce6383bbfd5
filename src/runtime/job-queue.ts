import type { Pool } from 'pg';
import { type BackOffPolicy, pauseAfter } from './back-off.ts';

/**
 * A table of jobs shared by all processes. Beside its own columns it has `due_at`, the time from which a job may be
 * taken (null once it has ended), and `tries`, the number of attempts.
 */
export interface JobTable {
  /** The name of the table with its schema. */
  readonly name: string;
  /** The columns that identify a job; an existing job is not added again, not even after it has ended. */
  readonly key: readonly string[];
  readonly queuedAt: string;
  readonly endedAt: string;
  /** The column for the outcome of an ended job, if it is stored. */
  readonly outcome?: string;
}

export interface JobQueueOptions {
  readonly pool: Pool;
  readonly table: JobTable;
  readonly clock: () => Date;
  /** The duration of the lease of a taken job; longer than any attempt. After that its process counts as dead. */
  readonly leaseMs: number;
  /** Delay before a failed job is due again. */
  readonly retryMs: BackOffPolicy;
  /** Time after which a job is given up; by default never. */
  readonly giveUpAfterMs?: number;
  /** The columns, with their values, that identify this queue when several share one table. */
  readonly partition?: Readonly<Record<string, string>>;
}

/** An attempt at a job. */
export interface JobAttempt {
  readonly queuedAt: Date;
  /** The number of attempts, this one included. */
  readonly attempts: number;
}

/**
 * Jobs that survive a crash, each taken by one process at a time and tried until it has ended: at least once each.
 * `Key` and `Content` are columns of the table: those that identify a job, and the others.
 */
export interface JobQueue<Key extends object, Content extends object> {
  /** @returns false when the job exists already */
  add(job: Key & Content): Promise<boolean>;
  /** Takes up to `limit` due jobs. */
  take(limit: number): Promise<readonly (Key & Content & JobAttempt)[]>;
  /** Schedules failed jobs again, all at the same time; a job for which that is too late is given up. */
  retry(jobs: readonly (Key & JobAttempt)[], options?: { readonly atLeastMs?: number }): Promise<void>;
  /** Ends jobs, with an outcome if the table stores one. */
  end(jobs: readonly Key[], outcome?: string): Promise<void>;
  /** Deletes jobs that ended before that instant. @returns their number */
  purge(endedBefore: Date): Promise<number>;
}

export function createJobQueue<Key extends object, Content extends object = object>(
  options: JobQueueOptions,
): JobQueue<Key, Content> {
  const { pool, table, clock, leaseMs, retryMs, giveUpAfterMs = Infinity, partition = {} } = options;
  const { name, key, queuedAt, endedAt, outcome: outcomeColumn } = table;
  const inPartitionSql = Object.keys(partition)
    .map((column, index) => ` and ${column} = $${4 + index}`)
    .join('');
  const sameKeySql = (other: string): string => key.map((column) => `job.${column} = ${other}.${column}`).join(' and ');
  /** The jobs in `$1` that have not ended meanwhile. */
  const fromJobsSql = `from json_populate_recordset(null::${name}, $1) given where ${sameKeySql('given')} and job.${endedAt} is null`;

  const keysOf = (jobs: readonly Key[]): string => JSON.stringify(jobs.map((job) => ({ ...partition, ...job })));

  async function end(jobs: readonly Key[], outcome?: string): Promise<void> {
    const [set, values] = outcomeColumn === undefined ? ['', []] : [`, ${outcomeColumn} = $3`, [outcome]];
    await pool.query(`update ${name} job set due_at = null, ${endedAt} = $2${set} ${fromJobsSql}`, [
      keysOf(jobs),
      clock(),
      ...values,
    ]);
  }

  return {
    async add(job) {
      const now = clock();
      const columns = { ...partition, ...job, [queuedAt]: now, due_at: now };
      const columnNames = Object.keys(columns);
      const { rowCount } = await pool.query(
        `insert into ${name} (${columnNames.join(', ')}) values (${columnNames.map((_, index) => `$${index + 1}`).join(', ')})
         on conflict do nothing`,
        Object.values(columns),
      );
      return rowCount === 1;
    },

    // Jobs that another process is taking at this very moment are skipped, not waited for.
    async take(limit) {
      const now = clock();
      const { rows } = await pool.query<Key & Content & JobAttempt>(
        `update ${name} job set due_at = $2, tries = job.tries + 1
           from (select ${key.join(', ')} from ${name}
                  where ${endedAt} is null and due_at <= $1${inPartitionSql}
                  order by due_at limit $3 for update skip locked) due
          where ${sameKeySql('due')} returning job.*, job.${queuedAt} as "queuedAt", job.tries as attempts`,
        [now, new Date(now.getTime() + leaseMs), limit, ...Object.values(partition)],
      );
      return rows;
    },

    async retry(jobs, { atLeastMs = 0 } = {}) {
      const now = clock().getTime();
      const isHopeless = (job: JobAttempt): boolean => now - job.queuedAt.getTime() > giveUpAfterMs;
      const hopeless = jobs.filter(isHopeless);
      if (hopeless.length > 0) await end(hopeless, 'given_up');
      const rest = jobs.filter((job) => !isHopeless(job));
      if (rest.length === 0) return;
      const attempts = Math.max(...rest.map((job) => job.attempts));
      const dueAt = new Date(now + Math.max(atLeastMs, pauseAfter(attempts, retryMs)));
      await pool.query(`update ${name} job set due_at = $2 ${fromJobsSql}`, [keysOf(rest), dueAt]);
    },

    end,

    async purge(endedBefore) {
      const { rowCount } = await pool.query(`delete from ${name} where ${endedAt} < $1`, [endedBefore]);
      return rowCount ?? 0;
    },
  };
}
