/** The wait for a turn has taken too long. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout';
}

interface Options {
  /** The maximum number of concurrent tasks of one owner. */
  readonly maxConcurrent: number;
  /** The maximum wait for a turn, in milliseconds; by default unlimited. */
  readonly waitMs?: number;
}

/** Limits the concurrent work of each owner. */
export interface ConcurrencyLimiter {
  /** Runs `work` as soon as it has its turn. @throws TurnTimeout · any error of `work` */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
}

export function createConcurrencyLimiter({ maxConcurrent, waitMs }: Options): ConcurrencyLimiter {
  const owners = new Map<string, { running: number; readonly waiting: Set<() => void> }>();

  /** Resolves when the owner's next turn comes, in the order of the calls. */
  function waitForTurn(owner: string): Promise<void> {
    const queue = owners.get(owner) ?? { running: 0, waiting: new Set() };
    owners.set(owner, queue);
    if (queue.running < maxConcurrent) {
      queue.running += 1;
      return Promise.resolve();
    }
    return new Promise((begin, reject) => {
      const startTurn = (): void => {
        clearTimeout(timer);
        begin();
      };
      const giveUp = (): void => {
        queue.waiting.delete(startTurn);
        reject(new TurnTimeout(`no turn within ${waitMs} ms`));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      queue.waiting.add(startTurn);
    });
  }

  /** Ends a turn. The next waiting task starts immediately, so that no later one gets in between. */
  function endTurn(owner: string): void {
    const queue = owners.get(owner);
    if (!queue) return;
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) owners.delete(owner);
  }

  return {
    async run(owner, work) {
      await waitForTurn(owner);
      try {
        return await work();
      } finally {
        endTurn(owner);
      }
    },
  };
}
