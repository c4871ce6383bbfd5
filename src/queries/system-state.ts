import { positionSql, SERVING_SCHEMA } from '#read-model/tables.ts';
import type { ClientBase, Pool } from 'pg';

/** A setting that makes the product slow, or lets it lose acknowledged changes. */
interface HarmfulSetting {
  readonly name: keyof typeof HARMFUL_VALUES;
  readonly value: string;
}

const HARMFUL_VALUES = { jit: 'on', synchronous_commit: 'off', fsync: 'off' } as const;

const HARM_TEXTS: Readonly<Record<HarmfulSetting['name'], string>> = {
  jit: 'short statements are compiled for longer than they run: every read takes 50 to 150 ms',
  synchronous_commit: 'commits are acknowledged before they are on the disk: a power cut takes them away',
  fsync: 'nothing is ever forced to the disk: a power cut may leave a database that cannot be read',
};

/**
 * Finds harmful settings of our own sessions: settings that sessions override (`session.ts`) do no harm, whatever the
 * server's value is.
 */
export async function findHarmfulSettings(client: Pick<ClientBase, 'query'>): Promise<readonly HarmfulSetting[]> {
  const { rows } = await client.query<HarmfulSetting>(
    `select name, value from unnest($1::text[], $2::text[]) as harmful (name, value) where current_setting(name) = value`,
    [Object.keys(HARMFUL_VALUES), Object.values(HARMFUL_VALUES)],
  );
  return rows;
}

/** The effect of the setting, for the operator of the server. */
export const harmOf = ({ name }: HarmfulSetting): string => HARM_TEXTS[name];

/** The kind of event log. Positions in PostgreSQL count events, those in EventStoreDB bytes. */
export type LogKind = 'postgres' | 'eventstoredb';

/** The state of the parts behind the screens. */
export interface SystemState {
  readonly log: {
    readonly reachable: boolean;
    readonly kind: LogKind;
    readonly head: string | null;
    /**
     * Erased streams whose content is still on a disk of the log; null for unknown, because one of its nodes is
     * unavailable.
     */
    readonly erasuresWaiting: number | null;
  };
  readonly readModel: {
    readonly position: string | null;
    /**
     * The number of events that are not in the read model yet; null if it is unknown, because the log cannot be
     * reached, or has later events and positions that do not count events.
     */
    readonly behindEvents: number | null;
    readonly behindSeconds: number | null;
    readonly parked: readonly { readonly kind: string; readonly id: string; readonly error: string }[];
  };
  readonly audit: { readonly entries: number; readonly behindEvents: number | null };
  readonly postgres: string;
  /** Settings of PostgreSQL that make the product slow, or let it lose acknowledged changes. */
  readonly harmful: readonly HarmfulSetting[];
}

interface Ports {
  readonly pool: Pool;
  readonly log: { head(): Promise<string | null>; countPendingErasures(): Promise<number> };
  readonly kind: LogKind;
  /** Seconds by which the read model is behind the log. */
  readonly lagSeconds: () => number;
}

interface StateRow {
  readonly position: string | null;
  readonly entries: string;
  readonly audited: string | null;
  readonly postgres: string;
  readonly parked: SystemState['readModel']['parked'];
}

export function createSystemState({ pool, log, kind, lagSeconds }: Ports): () => Promise<SystemState> {
  const headOf = async (): Promise<{ reachable: boolean; head: string | null }> => {
    try {
      return { reachable: true, head: await log.head() };
    } catch {
      return { reachable: false, head: null };
    }
  };
  return async () => {
    const [{ reachable, head }, erasuresWaiting, harmful, { rows }] = await Promise.all([
      headOf(),
      log.countPendingErasures().catch(() => null),
      findHarmfulSettings(pool),
      pool.query<StateRow>(
        `select ${positionSql()} as position, audit.head.number as entries,
                audit.head.position as audited, current_setting('server_version') as postgres,
                coalesce((select json_agg(json_build_object('kind', kind, 'id', id, 'error', error)) from ${SERVING_SCHEMA}.parked), '[]') as parked
           from audit.head`,
      ),
    ]);
    const [row] = rows;
    if (!row) throw new Error('one row was asked for');
    const lagOf = (position: string | null): number | null => (reachable ? eventsBetween(kind, position, head) : null);
    return {
      log: { reachable, kind, head, erasuresWaiting },
      readModel: {
        position: row.position,
        behindEvents: lagOf(row.position),
        behindSeconds: lagSeconds(),
        parked: row.parked,
      },
      audit: { entries: Number(row.entries), behindEvents: lagOf(row.audited) },
      postgres: row.postgres.split(' ')[0] ?? row.postgres,
      harmful,
    };
  };
}

/** The number of events after `position` up to `head`; positions compare as text. Null for some. */
function eventsBetween(kind: LogKind, position: string | null, head: string | null): number | null {
  if (head === null || (position !== null && position >= head)) return 0;
  return kind === 'postgres' ? numberIn(head) - numberIn(position) : null;
}

const numberIn = (position: string | null): number => Number(position?.slice(position.lastIndexOf(':') + 1) ?? 0);
