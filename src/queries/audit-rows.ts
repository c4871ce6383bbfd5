import { streamKindOf } from '#domain/any-event.ts';
import type { Pool } from 'pg';

/** A filter of the audit log, whose conditions all have to hold. */
export interface AuditFilter {
  /** Account id: entries by or about it. */
  readonly person?: string | undefined;
  /** The kind of stream. */
  readonly kind?: string | undefined;
  /** The type of event. */
  readonly type?: string | undefined;
  readonly stream?: string | undefined;
  /** First instant of the period. */
  readonly from?: Date | undefined;
  /** First instant after the period. */
  readonly until?: Date | undefined;
}

/** An entry as stored in the audit log. */
export interface AuditRow {
  readonly number: bigint;
  readonly eventId: string;
  readonly stream: string;
  readonly kind: string;
  readonly type: string;
  readonly at: Date;
  readonly meta: string;
  readonly data: string | null;
  readonly digest: Buffer;
  readonly hash: Buffer;
}

interface Page {
  /** Only entries before this number; by default from the newest. */
  readonly before?: bigint | undefined;
  /** Only entries after this number. */
  readonly after?: bigint | undefined;
  readonly limit: number;
}

const COLUMNS = 'e.number, e.event_id as "eventId", e.stream, e.kind, e.type, e.at, e.meta, e.data, e.digest, e.hash';

type Raw = Omit<AuditRow, 'number'> & { readonly number: string };

const rowFrom = (raw: Raw): AuditRow => ({ ...raw, number: BigInt(raw.number) });

/**
 * Entries, newest first. Whatever the filter, the page is read along one index in the order of numbers: a period is a
 * range of numbers, because `ordered_at` never decreases.
 */
export async function auditRows(pool: Pool, filter: AuditFilter, page: Page): Promise<readonly AuditRow[]> {
  // A type implies its kind: a contradictory filter would scan all entries of the type, or of the kind.
  const implied = filter.type === undefined ? undefined : streamKindOf(filter.type);
  if (implied !== undefined && filter.kind !== undefined && filter.kind !== implied) return [];
  const kind = implied === undefined ? filter.kind : undefined;
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const firstSince = (instant: Date): string =>
    `coalesce((select f.number from audit.entry f where f.ordered_at >= ${value(instant)} order by f.ordered_at, f.number limit 1), 9223372036854775807)`;

  // The column of the order, so that one index serves both filter and order.
  const number = filter.person === undefined ? 'e.number' : 'c.number';
  const source =
    filter.person === undefined ? 'audit.entry e' : 'audit.concern c join audit.entry e on e.number = c.number';
  const conditions = [
    filter.person !== undefined && `c.user_id = ${value(filter.person)}`,
    kind !== undefined && `e.kind = ${value(kind)}`,
    filter.type !== undefined && `e.type = ${value(filter.type)}`,
    filter.stream !== undefined && `e.stream = ${value(filter.stream)}`,
    filter.from !== undefined && `${number} >= ${firstSince(filter.from)}`,
    filter.until !== undefined && `${number} < ${firstSince(filter.until)}`,
    page.before !== undefined && `${number} < ${value(page.before)}`,
    page.after !== undefined && `${number} > ${value(page.after)}`,
  ].filter((condition) => condition !== false);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const { rows } = await pool.query<Raw>(
    `select ${COLUMNS} from ${source} ${where} order by ${number} desc limit ${value(page.limit)}`,
    values,
  );
  return rows.map(rowFrom);
}

/** One entry; undefined for an unknown number. */
export async function auditRow(pool: Pool, number: bigint): Promise<AuditRow | undefined> {
  const { rows } = await pool.query<Raw>(`select ${COLUMNS} from audit.entry e where number = $1`, [number]);
  return rows[0] && rowFrom(rows[0]);
}

/** Entries of the same change and those that name this one as their cause; at most 100, oldest first. */
export async function auditEffects(pool: Pool, { eventId }: Pick<AuditRow, 'eventId'>): Promise<readonly AuditRow[]> {
  const { rows } = await pool.query<Raw>(
    `select ${COLUMNS} from audit.entry e where e.cause = $1 order by e.number limit 100`,
    [eventId],
  );
  return rows.map(rowFrom);
}

export async function auditCause(pool: Pool, causationId: string): Promise<AuditRow | undefined> {
  const { rows } = await pool.query<Raw>(`select ${COLUMNS} from audit.entry e where e.event_id = $1`, [causationId]);
  return rows[0] && rowFrom(rows[0]);
}
