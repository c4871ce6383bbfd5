interface WaitingLookup<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches look-ups: those of one turn of the event loop are sent to the database as one query, and so are those that
 * arrive while a query is running; there are no timers. Only one query runs at a time: with more, each would be small,
 * and a round trip costs both sides more than its look-ups. `load` gives one value for each of at most `maxKeys` keys,
 * in order. When it fails, waiting look-ups fail too, because they would otherwise wait for a silent database once
 * more.
 */
export function batchLookups<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  maxKeys = 128,
): (key: Key) => Promise<Value> {
  let waiting: WaitingLookup<Key, Value>[] = [];
  let isLoading = false;

  async function loadBatch(batch: readonly WaitingLookup<Key, Value>[]): Promise<void> {
    isLoading = true;
    try {
      const values = await load(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, i) => resolve(values[i] as Value));
    } catch (error) {
      for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
    }
    isLoading = false;
    if (waiting.length > 0) flush();
  }

  function flush(): void {
    if (isLoading) return;
    const batch = waiting.slice(0, maxKeys);
    waiting = waiting.slice(maxKeys);
    void loadBatch(batch);
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0 && !isLoading) setImmediate(flush);
      waiting.push({ key, resolve, reject });
    });
}
