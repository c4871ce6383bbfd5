/** Most keys in one query. */
const MOST_KEYS = 128;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads asked for in one turn of the event loop go to the database as one query; nobody waits for a timer. `load` gives
 * one value per key, in their order.
 */
export function batchTurns<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let turn: Waiting<Key, Value>[] = [];

  async function answer(asked: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await load(asked.map(({ key }) => key));
      asked.forEach(({ resolve }, i) => resolve(values[i] as Value));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  function flush(): void {
    const asked = turn;
    turn = [];
    for (let i = 0; i < asked.length; i += MOST_KEYS) void answer(asked.slice(i, i + MOST_KEYS));
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (turn.length === 0) setImmediate(flush);
      turn.push({ key, resolve, reject });
    });
}
