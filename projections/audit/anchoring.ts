import type { Anchors } from './anchors.ts';
import type { TrailHead } from './entries.ts';

/** When the trail's head is written down outside of the database: not twice, and not more often than needed. */
export interface Anchoring {
  /** Anchors what is new, if anything is. */
  now(head: TrailHead | null): Promise<void>;
  /** The same, once the last anchor is old enough. */
  whenDue(head: TrailHead | null): Promise<void>;
}

interface Options {
  readonly anchors: Pick<Anchors, 'add' | 'all'>;
  /** Age of the last anchor from which on what is new gets another one. */
  readonly everyMs: number;
  readonly clock: () => Date;
}

/** Each looks into the file first: another process may have been the one that writes, and may be again. */
export function createAnchoring({ anchors, everyMs, clock }: Options): Anchoring {
  async function anchor(head: TrailHead | null, dueMs: number): Promise<void> {
    if (head === null || head.number === 0n) return;
    const last = (await anchors.all()).at(-1);
    if (last && (last.number >= head.number || clock().getTime() - Date.parse(last.at) < dueMs)) return;
    await anchors.add({ at: clock().toISOString(), number: head.number, hash: head.hash.toString('hex') });
  }
  let underWay: Promise<void> = Promise.resolve();
  /** One after the other: two at once would write the same line twice. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = underWay.then(work);
    underWay = done.catch(() => undefined);
    return done;
  };
  return {
    now: (head) => inTurn(() => anchor(head, 0)),
    whenDue: (head) => inTurn(() => anchor(head, everyMs)),
  };
}
