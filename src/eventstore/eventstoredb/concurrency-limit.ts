import { LogUnavailable } from '../port.ts';

export interface ConcurrencyLimit {
  /** Does the work when its turn has come. @throws LogUnavailable too much is waiting */
  readonly run: <T>(size: number, work: () => Promise<T>) => Promise<T>;
  /** Resolves when nothing is under way or waiting. */
  readonly drained: () => Promise<void>;
}

export interface ConcurrencyLimitOptions {
  readonly atOnce: number;
  /** Beyond this the log is too slow for what comes: better a quick refusal than memory without bound. */
  readonly maxQueued: number;
  /** The same by size, in characters. */
  readonly maxQueuedCharacters: number;
}

/** So many calls at a time, the others wait in the order they came. */
export function createConcurrencyLimit({
  atOnce,
  maxQueued,
  maxQueuedCharacters,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const queue: (() => void)[] = [];
  let underWay = 0;
  let waitingSize = 0;
  let whenDrained: (() => void)[] = [];

  async function turn(size: number): Promise<void> {
    if (underWay < atOnce) return void (underWay += 1);
    if (queue.length >= maxQueued || waitingSize + size > maxQueuedCharacters)
      throw new LogUnavailable('not_appended', new Error('too many appends are waiting'));
    waitingSize += size;
    await new Promise<void>((resolve) => queue.push(resolve));
    waitingSize -= size;
  }

  /** The slot goes to the next in line, or is free. */
  function leave(): void {
    const next = queue.shift();
    if (next) return next();
    underWay -= 1;
    if (underWay > 0) return;
    for (const resolve of whenDrained) resolve();
    whenDrained = [];
  }

  return {
    async run(size, work) {
      await turn(size);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    async drained() {
      if (underWay > 0) await new Promise<void>((resolve) => whenDrained.push(resolve));
    },
  };
}
