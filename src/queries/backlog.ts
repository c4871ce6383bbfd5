import { SERVING_SCHEMA } from '#read-model/tables.ts';
import type { Pool } from 'pg';

/** Unfinished work according to the database. Ages in seconds, 0 where nothing waits. */
export interface Backlog {
  /** Businesses and accounts with an event that could not be projected. */
  readonly parked: number;
  /** Events that a reactor has parked. */
  readonly failed: number;
  readonly mailWaiting: number;
  readonly mailOldestSeconds: number;
  readonly noticesWaiting: number;
  readonly noticesOldestSeconds: number;
  readonly auditEntries: number;
  /** The result of the last check of the audit log; null before the first one. */
  readonly auditProblems: number | null;
  /** The time since the last check, or since the first entry if there was none; null without entries. */
  readonly auditCheckedSecondsAgo: number | null;
  readonly databaseBytes: number;
}

const ageSql = (column: string): string => `coalesce(extract(epoch from now() - min(${column})), 0)::float8`;

const BACKLOG = {
  name: 'watched',
  text: `select (select count(*) from ${SERVING_SCHEMA}.parked)::float8 as parked,
                (select count(*) from reactor.failed)::float8 as failed,
                mail.waiting as "mailWaiting", mail.oldest as "mailOldestSeconds",
                notices.waiting as "noticesWaiting", notices.oldest as "noticesOldestSeconds",
                (select number from audit.head)::float8 as "auditEntries",
                walk.problems::float8 as "auditProblems",
                extract(epoch from now() - coalesce(walk.at, (select at from audit.entry order by number limit 1)))::float8
                  as "auditCheckedSecondsAgo",
                pg_database_size(current_database())::float8 as "databaseBytes"
           from (select count(*)::float8 as waiting, ${ageSql('queued_at')} as oldest
                   from mail.outgoing where due_at is not null) mail
          cross join (select count(*)::float8 as waiting, ${ageSql('received_at')} as oldest
                        from payments.webhook where processed_at is null) notices
           left join (select at, problems from audit.check_run order by at desc limit 1) walk on true`,
};

/** @throws the database's own error when it is unavailable */
export const createBacklogQuery =
  (pool: Pool): (() => Promise<Backlog>) =>
  async () => {
    const { rows } = await pool.query<Backlog>(BACKLOG);
    const [row] = rows;
    if (!row) throw new Error('one row was asked for');
    return row;
  };
