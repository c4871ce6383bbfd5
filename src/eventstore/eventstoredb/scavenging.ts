import { within } from '#runtime/waiting.ts';
import type { Address } from './address.ts';
import type { Erasures } from './erasures.ts';
import { readAt } from './reading.ts';

interface Options {
  readonly address: Address;
  readonly erasures: Pick<Erasures, 'refresh' | 'places'>;
  /** What one call may take. */
  readonly timeoutMs: number;
}

/** More are not counted. */
const MAX_COUNTED = 100;

/**
 * How many erased streams still have their content on the disk of a node: each node keeps it until it is scavenged itself,
 * so each one that the address names is asked, and the worst counts. A scavenge clears all that was erased before it, so
 * the latest erasures are looked at first, and the first one that is cleared ends the counting.
 * @throws when a node does not answer
 */
export function createErasuresWaiting({ address, erasures, timeoutMs }: Options): () => Promise<number> {
  async function waitingOn(node: number, latestFirst: readonly bigint[]): Promise<number> {
    const client = address.connect(node);
    try {
      for (const [waiting, place] of latestFirst.entries()) {
        const there = await within(
          timeoutMs,
          (signal) => readAt({ client, signal }, place),
          () => new Error(`node ${node} does not answer`),
        );
        if (there?.commit !== place) return waiting;
      }
      return latestFirst.length;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return async () => {
    await erasures.refresh();
    const latestFirst = erasures.places().slice(-MAX_COUNTED).toReversed();
    if (latestFirst.length === 0) return 0;
    const nodes = Array.from({ length: address.nodes }, (_, node) => waitingOn(node, latestFirst));
    return Math.max(...(await Promise.all(nodes)));
  };
}
