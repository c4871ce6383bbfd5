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
  /** The number before which entries are listed; by default from the newest. */
  readonly before?: bigint | undefined;
  /** The number after which entries are listed. */
  readonly after?: bigint | undefined;
  readonly limit: number;
}

const COLUMNS = 'e.number, e.event_id as "eventId", e.stream, e.kind, e.type, e.at, e.meta, e.data, e.digest, e.hash';

type Raw = Omit<AuditRow, 'number'> & { readonly number: string };

const rowFrom = (raw: Raw): AuditRow => ({ ...raw, number: BigInt(raw.number) });

/** No entry has a number beyond this one, the largest bigint. */
const LAST_NUMBER = '9223372036854775807';

/**
 * Entries, newest first. Whatever the filter, the page is read along one index in the order of numbers: a period is a
 * range of numbers, because `ordered_at` never decreases. The first condition is compared as a row with the number. An
 * equality would leave the planner free to walk back through all entries instead, which it does for a value that hardly
 * occurs: with a million entries that took 330 ms.
 */
export async function auditRows(pool: Pool, filter: AuditFilter, page: Page): Promise<readonly AuditRow[]> {
  // A type implies its kind: a contradictory filter would scan all entries of the type, or of the kind.
  const implied = filter.type === undefined ? undefined : streamKindOf(filter.type);
  if (implied !== undefined && filter.kind !== undefined && filter.kind !== implied) return [];
  const { person, stream, type, from, until } = filter;
  const values: unknown[] = [];
  const value = (content: unknown): string => `$${values.push(content)}`;
  const firstSince = (instant: Date): string =>
    `coalesce((select f.number from audit.entry f where f.ordered_at >= ${value(instant)} order by f.ordered_at, f.number limit 1), ${LAST_NUMBER})`;

  const columns = {
    'c.user_id': person,
    'e.stream': stream,
    'e.type': type,
    'e.kind': implied ? undefined : filter.kind,
  };
  const [key, ...others] = Object.entries(columns).filter(([, content]) => content !== undefined);
  const number = person === undefined ? 'e.number' : 'c.number';
  const first = [page.after === undefined ? '0' : `${value(page.after)}::bigint + 1`, from && firstSince(from)];
  const end = [page.before === undefined ? LAST_NUMBER : `${value(page.before)}::bigint`, until && firstSince(until)];
  const bounds = [
    ['>=', `greatest(${first.filter(Boolean).join(', ')})`],
    ['<', `least(${end.filter(Boolean).join(', ')})`],
  ];
  const content = key && value(key[1]);
  const conditions = [
    ...bounds.map(([is, bound]) =>
      key ? `(${key[0]}, ${number}) ${is} (${content}, ${bound})` : `${number} ${is} ${bound}`,
    ),
    ...others.map(([column, equal]) => `${column} = ${value(equal)}`),
  ];
  const order = [...(key ? [key[0]] : []), number].map((column) => `${column} desc`);
  const source = person === undefined ? 'audit.entry e' : 'audit.concern c join audit.entry e on e.number = c.number';
  const { rows } = await pool.query<Raw>(
    `select ${COLUMNS} from ${source} where ${conditions.join(' and ')} order by ${order.join(', ')} limit ${value(page.limit)}`,
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
