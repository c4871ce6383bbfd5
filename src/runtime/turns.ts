/** The wait for a turn has taken too long. */
export class TurnTimeout extends Error {
  override readonly name = 'NoTurn';
}

interface Options {
  /** Maximum number of concurrent tasks of one owner. */
  readonly most: number;
  /** Maximum wait for a turn, in milliseconds; by default unlimited. */
  readonly waitMs?: number;
}

/** Limits the concurrent work of each owner. */
export interface Turns {
  /** Runs `work` as soon as it has its turn. @throws NoTurn · any error of `work` */
  take<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns({ most, waitMs }: Options): Turns {
  const owners = new Map<string, { running: number; readonly waiting: Set<() => void> }>();

  /** Resolves when the owner's next turn comes, in the order of the calls. */
  function turn(owner: string): Promise<void> {
    const all = owners.get(owner) ?? { running: 0, waiting: new Set() };
    owners.set(owner, all);
    if (all.running < most) {
      all.running += 1;
      return Promise.resolve();
    }
    return new Promise((begin, giveUp) => {
      const go = (): void => {
        clearTimeout(timer);
        begin();
      };
      const leave = (): void => {
        all.waiting.delete(go);
        giveUp(new TurnTimeout(`no turn within ${waitMs} ms`));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
      all.waiting.add(go);
    });
  }

  /** The next waiting task takes the place immediately, so that no later one gets in between. */
  function end(owner: string): void {
    const all = owners.get(owner);
    if (!all) return;
    const [next] = all.waiting;
    if (next) {
      all.waiting.delete(next);
      next();
      return;
    }
    all.running -= 1;
    if (all.running === 0) owners.delete(owner);
  }

  return {
    async take(owner, work) {
      await turn(owner);
      try {
        return await work();
      } finally {
        end(owner);
      }
    },
  };
}
