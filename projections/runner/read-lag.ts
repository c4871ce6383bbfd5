import { isAtOrAfter, type Position } from '#eventstore/port.ts';

/**
 * Measures how far the read model is behind, by comparing about once a second the end of the log with the position of
 * the read model. It does not rely on the projector's own report, so it also detects a dead one.
 */
export interface ReadLag {
  /** Records that the log ends at `head` now. */
  sample(head: Position | null): void;
  /** Records that the read model has everything up to `position`. */
  advance(position: Position | null): void;
  /** Seconds since the oldest end of the log that the read model has not reached; 0 when it is up to date. */
  seconds(): number;
}

/** Ten minutes of samples; a larger lag needs no exact number. */
const MAX_SAMPLES = 600;

/** @param now the clock, in milliseconds */
export function createReadLag(now: () => number): ReadLag {
  /** Ends of the log that the read model has not reached yet, oldest first. */
  let missingHeads: { readonly head: Position; readonly seenAt: number }[] = [];
  let current: Position | null = null;
  const isMissing = (head: Position): boolean => current === null || !isAtOrAfter(current, head);
  return {
    sample(head) {
      if (head === null || !isMissing(head) || missingHeads.at(-1)?.head === head) return;
      if (missingHeads.length < MAX_SAMPLES) missingHeads.push({ head, seenAt: now() });
    },
    advance(position) {
      current = position;
      missingHeads = missingHeads.filter(({ head }) => isMissing(head));
    },
    seconds() {
      const [oldest] = missingHeads;
      return oldest ? (now() - oldest.seenAt) / 1_000 : 0;
    },
  };
}
