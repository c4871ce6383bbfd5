import { normalizeName } from '#domain/names.ts';

interface Named {
  readonly name: string;
}

interface IndexedName<Row> {
  readonly row: Row;
  readonly size: number;
}

/** The least similarity: below it, two names have little more in common than being food. */
const MIN_SIMILARITY = 0.5;

/** Finds the most similar name by shared letter pairs (Dice coefficient). */
export class NearestName<Row extends Named> {
  readonly #byPair = new Map<string, IndexedName<Row>[]>();

  constructor(rows: Iterable<Row>) {
    for (const row of rows) {
      const pairs = pairsOf(row.name);
      const indexed = { row, size: pairs.size };
      for (const pair of pairs) this.#byPair.set(pair, [...(this.#byPair.get(pair) ?? []), indexed]);
    }
  }

  /** The row with the most similar name; undefined if none is similar. */
  find(name: string): Row | undefined {
    const pairs = pairsOf(name);
    const shared = new Map<IndexedName<Row>, number>();
    for (const pair of pairs)
      for (const indexed of this.#byPair.get(pair) ?? []) shared.set(indexed, (shared.get(indexed) ?? 0) + 1);
    let best: { readonly row?: Row; readonly similarity: number } = { similarity: 0 };
    for (const [{ row, size }, sharedPairs] of shared) {
      const similarity = (2 * sharedPairs) / (pairs.size + size);
      if (similarity > best.similarity) best = { row, similarity };
    }
    return best.similarity >= MIN_SIMILARITY ? best.row : undefined;
  }
}

/** The letter pairs of a name: 'Pizza G' → ' p', 'pi', 'iz', 'zz', 'za', 'a ', ' g', 'g '. */
function pairsOf(name: string): ReadonlySet<string> {
  const text = ` ${normalizeName(name).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const pairs = new Set<string>();
  for (let index = 0; index + 1 < text.length; index += 1) pairs.add(text.slice(index, index + 2));
  return pairs;
}
