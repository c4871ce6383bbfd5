import type { Anchors } from './anchors.ts';
import type { AuditHead } from './entries.ts';

/** Decides when the head of the audit log is copied outside the database: only when it has moved, and not too often. */
export interface Anchoring {
  /** Anchors the head if it has moved since the last anchor. */
  anchorNow(head: AuditHead | null): Promise<void>;
  /** Anchors the head like `anchorNow`, but only once the last anchor is `everyMs` old. */
  anchorWhenDue(head: AuditHead | null): Promise<void>;
}

interface Options {
  readonly anchors: Pick<Anchors, 'add' | 'all'>;
  /** Minimum age of the last anchor, in milliseconds, before a new head is anchored. */
  readonly everyMs: number;
  readonly clock: () => Date;
}

/** Creates the anchoring. Every call reads the anchor file first, because another process may have written to it. */
export function createAnchoring({ anchors, everyMs, clock }: Options): Anchoring {
  async function anchorIfDue(head: AuditHead | null, dueMs: number): Promise<void> {
    if (head === null || head.number === 0n) return;
    const last = (await anchors.all()).at(-1);
    if (last && (last.number >= head.number || clock().getTime() - Date.parse(last.at) < dueMs)) return;
    await anchors.add({ at: clock().toISOString(), number: head.number, hash: head.hash.toString('hex') });
  }
  let running: Promise<void> = Promise.resolve();
  /** Calls run one after the other: two at once would write the same line twice. */
  const runInTurn = (work: () => Promise<void>): Promise<void> => {
    const done = running.then(work);
    running = done.catch(() => undefined);
    return done;
  };
  return {
    anchorNow: (head) => runInTurn(() => anchorIfDue(head, 0)),
    anchorWhenDue: (head) => runInTurn(() => anchorIfDue(head, everyMs)),
  };
}
