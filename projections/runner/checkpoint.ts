import { accountStream, businessStream } from '#domain/streams.ts';
import type { Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import type { Parked } from '../read/fold-batch.ts';
import type { ProjectedRef } from '../read/held.ts';
import { READ_MODEL_SHAPE } from '../read/schema.ts';
import { isInShard, type Shard, shardsOf } from './shard.ts';

/** How far a shard of a read model is. */
export interface Checkpoint {
  /** null: nothing projected yet. */
  readonly position: Position | null;
  readonly generation: number;
  /** All of it unless told. */
  readonly shard?: Shard;
}

/** The read model was made by a program with other tables: it has to be migrated or rebuilt. */
class OtherShape extends Error {
  override readonly name = 'OtherShape';
  constructor(shape: number | undefined) {
    super(`the read model has shape ${shape}, this program works with ${READ_MODEL_SHAPE}`);
  }
}

interface Row {
  readonly position: Position | null;
  readonly generation: number;
  readonly shape: number;
}

/** Of every shard, in their order. @throws OtherShape */
export async function readCheckpoints(
  client: Pick<ClientBase, 'query'>,
  schema: string,
): Promise<readonly Required<Checkpoint>[]> {
  const { rows } = await client.query<Row>(
    `select position, generation, shape from ${schema}.checkpoint order by shard`,
  );
  return shardsOf(Math.max(1, rows.length)).map((shard) => {
    const row = rows[shard.index];
    if (row?.shape !== READ_MODEL_SHAPE) throw new OtherShape(row?.shape);
    return { position: row.position, generation: row.generation, shard };
  });
}

/** In all of the read model, or in one shard. */
export async function readParked(client: ClientBase, schema: string, shard?: Shard): Promise<readonly Parked[]> {
  const { rows } = await client.query<Parked>(
    `select kind, id, position, error from ${schema}.parked order by position`,
  );
  return shard ? rows.filter(({ id }) => isInShard(shard, id)) : rows;
}

export const streamOf = ({ kind, id }: ProjectedRef): string =>
  kind === 'business' ? businessStream(id) : accountStream(id);
