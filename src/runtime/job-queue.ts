import type { Pool } from 'pg';
import { type Growth, pauseAfter } from './back-off.ts';

/**
 * A table of jobs that all processes share. Beside its own columns it has `due_at`, when a job may be taken up (null: it
 * has ended), and `tries`, how often it has been.
 */
export interface JobTable {
  /** With its schema. */
  readonly name: string;
  /** What makes a job the same job; one that is there is not added again, not even when it has ended. */
  readonly key: readonly string[];
  readonly queuedAt: string;
  readonly endedAt: string;
  /** What came of a job that has ended, where that is kept. */
  readonly outcome?: string;
}

export interface JobQueueOptions {
  readonly pool: Pool;
  readonly table: JobTable;
  readonly clock: () => Date;
  /** Nobody else gets a job that was taken for so long; longer than any try. After that its process is believed dead. */
  readonly leaseMs: number;
  /** Until a job that has failed is due again. */
  readonly retryMs: Growth;
  /** How long a job is tried; else for ever. */
  readonly giveUpAfterMs?: number;
  /** Columns that identify this queue when several share one table. */
  readonly only?: Readonly<Record<string, string>>;
}

/** What is known of a job once it was taken. */
export interface TakenJob {
  readonly queuedAt: Date;
  /** How often it has been taken up, this time included. */
  readonly tries: number;
}

/**
 * Jobs that survive a crash, each taken by one process at a time and tried until it has ended: at least once each.
 * `Key` and `Content` are columns of the table: those that make a job the same job, and the others that tell of it.
 */
export interface JobQueue<Key extends object, Content extends object> {
  /** @returns false when it is there already */
  add(job: Key & Content): Promise<boolean>;
  /** Up to `limit` jobs that are due. */
  take(limit: number): Promise<readonly (Key & Content & TakenJob)[]>;
  /** They have failed, and are due again later, all at the same time; one for which that takes too long is given up. */
  retry(jobs: readonly (Key & TakenJob)[], options?: { readonly atLeastMs?: number }): Promise<void>;
  /** Nothing is left to do about them. */
  end(jobs: readonly Key[], outcome?: string): Promise<void>;
  /** Deletes what has ended before that instant. @returns how many */
  purge(endedBefore: Date): Promise<number>;
}

export function createJobQueue<Key extends object, Content extends object = object>(
  options: JobQueueOptions,
): JobQueue<Key, Content> {
  const { pool, table, clock, leaseMs, retryMs, giveUpAfterMs = Infinity, only = {} } = options;
  const { name, key, queuedAt, endedAt, outcome: outcomeColumn } = table;
  const isOurs = Object.keys(only)
    .map((column, index) => ` and ${column} = $${4 + index}`)
    .join('');
  const isSame = (other: string): string => key.map((column) => `job.${column} = ${other}.${column}`).join(' and ');
  /** Those of the jobs in `$1` that have not ended meanwhile. */
  const given = `from json_populate_recordset(null::${name}, $1) given where ${isSame('given')} and job.${endedAt} is null`;

  const keysOf = (jobs: readonly Key[]): string => JSON.stringify(jobs.map((job) => ({ ...only, ...job })));

  async function end(jobs: readonly Key[], outcome?: string): Promise<void> {
    const [set, values] = outcomeColumn === undefined ? ['', []] : [`, ${outcomeColumn} = $3`, [outcome]];
    await pool.query(`update ${name} job set due_at = null, ${endedAt} = $2${set} ${given}`, [
      keysOf(jobs),
      clock(),
      ...values,
    ]);
  }

  return {
    async add(job) {
      const now = clock();
      const columns = { ...only, ...job, [queuedAt]: now, due_at: now };
      const names = Object.keys(columns);
      const { rowCount } = await pool.query(
        `insert into ${name} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
         on conflict do nothing`,
        Object.values(columns),
      );
      return rowCount === 1;
    },

    // What another process is taking at this very moment is skipped, not waited for.
    async take(limit) {
      const now = clock();
      const { rows } = await pool.query<Key & Content & TakenJob>(
        `update ${name} job set due_at = $2, tries = job.tries + 1
           from (select ${key.join(', ')} from ${name}
                  where ${endedAt} is null and due_at <= $1${isOurs}
                  order by due_at limit $3 for update skip locked) due
          where ${isSame('due')} returning job.*, job.${queuedAt} as "queuedAt"`,
        [now, new Date(now.getTime() + leaseMs), limit, ...Object.values(only)],
      );
      return rows;
    },

    async retry(jobs, { atLeastMs = 0 } = {}) {
      const now = clock().getTime();
      const isHopeless = (job: TakenJob): boolean => now - job.queuedAt.getTime() > giveUpAfterMs;
      const hopeless = jobs.filter(isHopeless);
      if (hopeless.length > 0) await end(hopeless, 'given_up');
      const rest = jobs.filter((job) => !isHopeless(job));
      if (rest.length === 0) return;
      const tries = Math.max(...rest.map((job) => job.tries));
      const dueAt = new Date(now + Math.max(atLeastMs, pauseAfter(tries, retryMs)));
      await pool.query(`update ${name} job set due_at = $2 ${given}`, [keysOf(rest), dueAt]);
    },

    end,

    async purge(endedBefore) {
      const { rowCount } = await pool.query(`delete from ${name} where ${endedAt} < $1`, [endedBefore]);
      return rowCount ?? 0;
    },
  };
}
