import { SERVING_SCHEMA } from '#projections/read/schema.ts';
import type { Pool } from 'pg';

/** How the parts behind the screens are doing. */
export interface SystemState {
  readonly log: { readonly reachable: boolean; readonly kind: string; readonly head: string | null };
  readonly readModel: {
    readonly position: string | null;
    /** null: not known, because the log cannot be reached. */
    readonly behindEvents: number | null;
    readonly behindSeconds: number | null;
    readonly parked: readonly { readonly kind: string; readonly id: string; readonly error: string }[];
  };
  readonly audit: { readonly entries: number; readonly behindEvents: number | null };
  readonly postgres: string;
}

interface Ports {
  readonly pool: Pool;
  readonly log: { head(): Promise<string | null> };
  /** How far the read model is behind the log. */
  readonly lagSeconds: () => number;
}

interface Row {
  readonly position: string | null;
  readonly entries: string;
  readonly postgres: string;
  readonly parked: SystemState['readModel']['parked'];
}

export function createSystemState({ pool, log, lagSeconds }: Ports): () => Promise<SystemState> {
  const headOf = async (): Promise<{ reachable: boolean; head: string | null }> => {
    try {
      return { reachable: true, head: await log.head() };
    } catch {
      return { reachable: false, head: null };
    }
  };
  return async () => {
    const [{ reachable, head }, { rows }] = await Promise.all([
      headOf(),
      pool.query<Row>(
        `select (select position from ${SERVING_SCHEMA}.checkpoint) as position, (select number from audit.head) as entries,
                current_setting('server_version') as postgres,
                coalesce((select json_agg(json_build_object('kind', kind, 'id', id, 'error', error)) from ${SERVING_SCHEMA}.parked), '[]') as parked`,
      ),
    ]);
    const [row] = rows;
    if (!row) throw new Error('one row was asked for');
    const entries = Number(row.entries);
    return {
      log: { reachable, kind: 'postgres', head },
      readModel: {
        position: row.position,
        behindEvents: reachable ? numberIn(head) - numberIn(row.position) : null,
        behindSeconds: lagSeconds(),
        parked: row.parked,
      },
      audit: { entries, behindEvents: reachable ? Math.max(0, numberIn(head) - entries) : null },
      postgres: row.postgres.split(' ')[0] ?? row.postgres,
    };
  };
}

/** Positions of this log count events. */
const numberIn = (position: string | null): number => Number(position?.slice(position.lastIndexOf(':') + 1) ?? 0);
