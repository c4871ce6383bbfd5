/** One more on its way keeps the database busy while we read an answer; with many, each would be small. */
const MOST_QUERIES = 2;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads asked for in one turn of the event loop go to the database as one query, and so does what is asked for while two
 * queries are on their way; nobody waits for a timer. `load` gives one value for each of at most `mostKeys` keys, in order. When it fails,
 * those that wait fail too: they would otherwise wait for a silent database once more.
 */
export function batchTurns<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  mostKeys = 128,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;

  async function answer(asked: readonly Waiting<Key, Value>[]): Promise<void> {
    underWay += 1;
    try {
      const values = await load(asked.map(({ key }) => key));
      asked.forEach(({ resolve }, i) => resolve(values[i] as Value));
    } catch (error) {
      for (const { reject } of [...asked, ...waiting.splice(0)]) reject(error);
    }
    underWay -= 1;
    flush();
  }

  function flush(): void {
    while (waiting.length > 0 && underWay < MOST_QUERIES) {
      const asked = waiting.slice(0, mostKeys);
      waiting = waiting.slice(mostKeys);
      void answer(asked);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0 && underWay < MOST_QUERIES) setImmediate(flush);
      waiting.push({ key, resolve, reject });
    });
}
