import type { ClientBase } from 'pg';

/**
 * Does `work` with every item, one at a time on each connection. The next item is asked for only when a connection is
 * free: what is under way is bounded by their number.
 * @throws the first error, when what was under way has ended
 */
export async function forEachClient<Item>(
  clients: readonly ClientBase[],
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (client: ClientBase, item: Item) => Promise<void>,
): Promise<void> {
  const free = [...clients];
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  try {
    for await (const item of items) {
      while (free.length === 0) await Promise.race(underWay);
      const client = free.pop();
      if (errors.length > 0 || !client) break;
      const done: Promise<void> = work(client, item)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          free.push(client);
          underWay.delete(done);
        });
      underWay.add(done);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (errors.length > 0) throw errors[0];
}
