/**
 * The same items, but each is asked for while the one before it is worked on.
 * @throws whatever `items` throws, where the item would have come
 */
export async function* oneAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (let coming = iterator.next(); ;) {
      const { value, done } = await coming;
      if (done) return;
      coming = iterator.next();
      coming.catch(() => undefined); // thrown where it is awaited
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
