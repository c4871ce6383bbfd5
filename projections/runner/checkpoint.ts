import { accountStream, businessStream } from '#domain/streams.ts';
import type { Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import type { Parked } from '../read/fold-batch.ts';
import type { ProjectedRef } from '../read/held.ts';
import { READ_MODEL_SHAPE } from '../read/schema.ts';

/** How far a read model is. */
export interface Checkpoint {
  /** null: nothing projected yet. */
  readonly position: Position | null;
  readonly generation: number;
}

/** The read model was made by a program with other tables: it has to be migrated or rebuilt. */
class OtherShape extends Error {
  override readonly name = 'OtherShape';
  constructor(shape: number | undefined) {
    super(`the read model has shape ${shape}, this program works with ${READ_MODEL_SHAPE}`);
  }
}

/** @throws OtherShape */
export async function readCheckpoint(client: ClientBase, schema: string): Promise<Checkpoint> {
  const { rows } = await client.query<Checkpoint & { shape: number }>(
    `select position, generation, shape from ${schema}.checkpoint`,
  );
  const [row] = rows;
  if (row?.shape !== READ_MODEL_SHAPE) throw new OtherShape(row?.shape);
  return { position: row.position, generation: row.generation };
}

export async function readParked(client: ClientBase, schema: string): Promise<readonly Parked[]> {
  const { rows } = await client.query<Parked>(
    `select kind, id, position, error from ${schema}.parked order by position`,
  );
  return rows;
}

export const streamOf = ({ kind, id }: ProjectedRef): string =>
  kind === 'business' ? businessStream(id) : accountStream(id);
