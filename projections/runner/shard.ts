/**
 * A part of the read model with a checkpoint, a lock and a memory of its own. A business, or an account, is in one of them
 * with all its rows, so shards have nothing to tell each other. Each reads the whole log and passes over what is not its.
 */
export interface Shard {
  /** 0 to `of` − 1. */
  readonly index: number;
  readonly of: number;
}

/** A read model that is not divided. */
export const WHOLE: Shard = { index: 0, of: 1 };

export const shardsOf = (count: number): readonly Shard[] =>
  Array.from({ length: count }, (_, index) => ({ index, of: count }));

/** `id`: of a business or an account. The end of a UUID is as good as a hash: it is random, or one. */
export const isInShard = ({ index, of }: Shard, id: string): boolean =>
  of === 1 || Number.parseInt(id.slice(-8), 16) % of === index;

export function shardFor<Place extends { readonly shard: Shard }>(places: readonly Place[], id: string): Place {
  const found = places.find(({ shard }) => isInShard(shard, id));
  if (!found) throw new Error(`no shard for ${id}`);
  return found;
}
