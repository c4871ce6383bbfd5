import { isAtOrAfter, type Position } from '#eventstore/port.ts';

/**
 * How far the read model is behind, seen from outside: by comparing, about once a second, where the log ends with what
 * the read model has. It does not trust the projector's own word, so it also tells of one that is dead.
 */
export interface ReadLag {
  /** The log ended at `head` just now. */
  sample(head: Position | null): void;
  /** The read model has everything up to `position`. */
  reached(position: Position | null): void;
  /** Seconds since the oldest end of the log that the read model has not reached; 0 when it has all. */
  seconds(): number;
}

/** Ten minutes of samples: by then it is bad enough. */
const MAX_SAMPLES = 600;

/** `now` in milliseconds. */
export function createReadLag(now: () => number): ReadLag {
  /** Ends of the log not reached yet, oldest first. */
  let ahead: { readonly head: Position; readonly seenAt: number }[] = [];
  let current: Position | null = null;
  const isMissing = (head: Position): boolean => current === null || !isAtOrAfter(current, head);
  return {
    sample(head) {
      if (head === null || !isMissing(head) || ahead.at(-1)?.head === head) return;
      if (ahead.length < MAX_SAMPLES) ahead.push({ head, seenAt: now() });
    },
    reached(position) {
      current = position;
      ahead = ahead.filter(({ head }) => isMissing(head));
    },
    seconds() {
      const [oldest] = ahead;
      return oldest ? (now() - oldest.seenAt) / 1_000 : 0;
    },
  };
}
