import type { Anchor } from '#projections/audit/anchors.ts';
import type { Pool } from 'pg';

/** How the trail is protected now. */
export interface AuditState {
  readonly entries: number;
  /** Hex; null while the trail is empty. */
  readonly headHash: string | null;
  readonly anchoredAt: string | null;
  readonly anchoredEntries: number | null;
  /** When `npm run audit:verify` last walked the whole trail, and how many problems it found. */
  readonly verifiedAt: Date | null;
  readonly problems: number | null;
}

export async function auditState(pool: Pool, lastAnchor: () => Promise<Anchor | undefined>): Promise<AuditState> {
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
