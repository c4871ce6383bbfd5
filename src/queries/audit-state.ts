import type { Pool } from 'pg';

/** The last anchor outside the database. */
export interface LastAnchor {
  /** ISO instant. */
  readonly at: string;
  /** The number of entries at that time. */
  readonly number: bigint;
}

/** The current protection of the audit log. */
export interface AuditState {
  readonly entries: number;
  /** In hexadecimal; null while the audit log is empty. */
  readonly headHash: string | null;
  readonly anchoredAt: string | null;
  readonly anchoredEntries: number | null;
  /** The time of the last complete `npm run audit:verify`, and the number of problems that it found. */
  readonly verifiedAt: Date | null;
  readonly problems: number | null;
}

export async function auditState(pool: Pool, lastAnchor: () => Promise<LastAnchor | undefined>): Promise<AuditState> {
  const [{ rows }, anchor] = await Promise.all([
    pool.query<Omit<AuditState, 'anchoredAt' | 'anchoredEntries'>>(
      `select h.number::int as entries, nullif(encode(h.hash, 'hex'), '') as "headHash", c.at as "verifiedAt", c.problems
       from audit.head h left join lateral (select at, problems from audit.check_run order by at desc limit 1) c on true`,
    ),
    lastAnchor(),
  ]);
  const [row] = rows;
  return {
    entries: row?.entries ?? 0,
    headHash: row?.headHash ?? null,
    verifiedAt: row?.verifiedAt ?? null,
    problems: row?.problems ?? null,
    anchoredAt: anchor?.at ?? null,
    anchoredEntries: anchor ? Number(anchor.number) : null,
  };
}
