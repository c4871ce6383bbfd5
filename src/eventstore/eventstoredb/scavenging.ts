import { withTimeout } from '#runtime/waiting.ts';
import type { ServerAddress } from './address.ts';
import type { Erasures } from './erasures.ts';
import { readEventAt } from './reading.ts';

interface Options {
  readonly address: ServerAddress;
  readonly erasures: Pick<Erasures, 'refresh' | 'commits'>;
  /** The maximum duration of one call, in milliseconds. */
  readonly timeoutMs: number;
}

/** The count stops at this number. */
const MAX_COUNTED = 100;

/**
 * Counts erased streams whose content is still on the disk of a node: each node keeps it until it is scavenged, so
 * every node in the address is checked, and the highest count is returned. A scavenge clears all earlier erasures, so
 * the latest ones are checked first, and the first cleared one ends the count.
 * @throws when a node does not answer
 */
export function createErasuresWaiting({ address, erasures, timeoutMs }: Options): () => Promise<number> {
  async function countWaiting(node: number, latestFirst: readonly bigint[]): Promise<number> {
    const client = address.connect(node);
    try {
      for (const [count, place] of latestFirst.entries()) {
        const event = await withTimeout(
          timeoutMs,
          (signal) => readEventAt({ client, signal }, place),
          () => new Error(`node ${node} does not answer`),
        );
        if (event?.commit !== place) return count;
      }
      return latestFirst.length;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return async () => {
    await erasures.refresh();
    const latestFirst = erasures.commits().slice(-MAX_COUNTED).toReversed();
    if (latestFirst.length === 0) return 0;
    const nodes = Array.from({ length: address.nodeCount }, (_, node) => countWaiting(node, latestFirst));
    return Math.max(...(await Promise.all(nodes)));
  };
}
