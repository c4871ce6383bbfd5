import { accountStream, businessStream } from '#domain/streams.ts';
import type { Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import type { ParkedStream } from '../read/fold-batch.ts';
import type { ProjectedRef } from '../read/stream-state.ts';
import { READ_MODEL_SHAPE } from '../read/schema.ts';

/** The progress of a read model. */
export interface Checkpoint {
  /** The position of the last projected event; null for none. */
  readonly position: Position | null;
  /**
   * The number that is raised when anything but the leading projector replaces rows, by a rebuild or by folding a
   * parked stream again (an unpark), so that a projector with older states stops.
   */
  readonly generation: number;
}

/**
 * The error that the read model was made by a program with other tables, so it has to be migrated or rebuilt. Its
 * `shape` is the version of these tables. The name `OtherShape` is logged, and the runbook refers to it.
 */
class ReadModelShapeError extends Error {
  override readonly name = 'OtherShape';
  constructor(shape: number | undefined) {
    super(`the read model has shape ${shape}, this program works with ${READ_MODEL_SHAPE}`);
  }
}

interface CheckpointRow extends Checkpoint {
  /** The version of the tables. */
  readonly shape: number;
}

/** Reads how far the read model is. @throws ReadModelShapeError */
export async function readCheckpoint(client: Pick<ClientBase, 'query'>, schema: string): Promise<Checkpoint> {
  // A table of another shape may lack a column that is named here, and its shape number must still be readable.
  const { rows } = await client.query<CheckpointRow>(`select * from ${schema}.checkpoint`);
  const [row] = rows;
  if (row?.shape !== READ_MODEL_SHAPE) throw new ReadModelShapeError(row?.shape);
  return { position: row.position, generation: row.generation };
}

export async function readParkedStreams(client: ClientBase, schema: string): Promise<readonly ParkedStream[]> {
  const { rows } = await client.query<ParkedStream>(
    `select kind, id, position, error from ${schema}.parked order by position`,
  );
  return rows;
}

export const streamOfRef = ({ kind, id }: ProjectedRef): string =>
  kind === 'business' ? businessStream(id) : accountStream(id);
