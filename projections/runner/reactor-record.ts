import type { RecordedEvent } from '#domain/event.ts';
import type { Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import { NotLeading } from './batch-projection.ts';

/**
 * Stores the progress of every reactor and the events that it could not handle. Not part of the read model, so a
 * rebuild leaves it unchanged.
 */
export const REACTOR_SCHEMA = 'reactor';

/** An event that a reactor has parked after repeated failures; the table is called `failed`. */
export interface ParkedEvent {
  /** The name of the reactor. */
  readonly name: string;
  readonly position: Position;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
  readonly error: string;
}

/** The stored state of a reactor, read and written over the connection by which it leads. */
export interface ReactorRecord {
  /**
   * Reads the position of the last handled event; null for a reactor that has never run, which starts with the log's
   * first event.
   */
  readPosition(): Promise<Position | null>;
  /** @throws NotLeading when another process has moved the position */
  saveCheckpoint(position: Position): Promise<void>;
  park(event: RecordedEvent, error: unknown): Promise<void>;
  listParked(): Promise<readonly ParkedEvent[]>;
  remove(failed: ParkedEvent): Promise<void>;
}

export function createReactorRecord(client: ClientBase, name: string): ReactorRecord {
  let current: Position | null = null;
  return {
    async readPosition() {
      await client.query(`insert into ${REACTOR_SCHEMA}.checkpoint (name) values ($1) on conflict do nothing`, [name]);
      const { rows } = await client.query<{ position: Position | null }>(
        `select position from ${REACTOR_SCHEMA}.checkpoint where name = $1`,
        [name],
      );
      current = rows[0]?.position ?? null;
      return current;
    },
    async saveCheckpoint(position) {
      const { rowCount } = await client.query(
        `update ${REACTOR_SCHEMA}.checkpoint set position = $3 where name = $1 and position is not distinct from $2`,
        [name, current, position],
      );
      if (rowCount !== 1) throw new NotLeading();
      current = position;
    },
    async park({ position, stream, revision, type }, error) {
      await client.query(
        `insert into ${REACTOR_SCHEMA}.failed (name, position, stream, revision, type, error)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (name, position) do update set error = excluded.error, failed_at = now()`,
        [name, position, stream, String(revision), type, String(error)],
      );
    },
    listParked: async () => (await readFailed(client)).filter((failure) => failure.name === name),
    async remove({ position }) {
      await client.query(`delete from ${REACTOR_SCHEMA}.failed where name = $1 and position = $2`, [name, position]);
    },
  };
}

/** Lists every event that any reactor has parked, oldest first. */
export async function readFailed(client: Pick<ClientBase, 'query'>): Promise<readonly ParkedEvent[]> {
  const { rows } = await client.query<Omit<ParkedEvent, 'revision'> & { revision: string }>(
    `select name, position, stream, revision, type, error from ${REACTOR_SCHEMA}.failed order by position, name`,
  );
  return rows.map((row) => ({ ...row, revision: BigInt(row.revision) }));
}
