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
  readonly entryCount: number;
  /** The hash of the last entry, in hexadecimal; null while the audit log is empty. */
  readonly headHash: string | null;
  readonly anchoredAt: string | null;
  readonly anchoredEntryCount: number | null;
  /** The time of the last complete `npm run audit:verify`, and the number of problems that it found. */
  readonly verifiedAt: Date | null;
  readonly problemCount: number | null;
}

export async function auditState(pool: Pool, lastAnchor: () => Promise<LastAnchor | undefined>): Promise<AuditState> {
  const [{ rows }, anchor] = await Promise.all([
    pool.query<Omit<AuditState, 'anchoredAt' | 'anchoredEntryCount'>>(
      `select h.number::int as "entryCount", nullif(encode(h.hash, 'hex'), '') as "headHash", c.at as "verifiedAt", c.problems as "problemCount"
       from audit.head h left join lateral (select at, problems from audit.check_run order by at desc limit 1) c on true`,
    ),
    lastAnchor(),
  ]);
  const [row] = rows;
  return {
    entryCount: row?.entryCount ?? 0,
    headHash: row?.headHash ?? null,
    verifiedAt: row?.verifiedAt ?? null,
    problemCount: row?.problemCount ?? null,
    anchoredAt: anchor?.at ?? null,
    anchoredEntryCount: anchor ? Number(anchor.number) : null,
  };
}
