/** Whoever waits for a turn has waited long enough. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn';
}

interface Options {
  /** How many of one owner's are done at the same time. */
  readonly most: number;
  /** How long a further one waits for its turn: as long as it takes when left out. */
  readonly waitMs?: number;
}

/** Work that one owner may do only so much of at a time. */
export interface Turns {
  /** Does it as soon as it is its turn. @throws NoTurn · whatever `work` throws */
  take<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns({ most, waitMs }: Options): Turns {
  const owners = new Map<string, { running: number; readonly waiting: Set<() => void> }>();

  /** Resolves once it may run, in the order of asking. */
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
        giveUp(new NoTurn(`no turn within ${waitMs} ms`));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
      all.waiting.add(go);
    });
  }

  /** The next one takes the place, so that nobody who comes later gets in between. */
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
