import type { HashedEvent, AuditableLog } from '#eventstore/port.ts';

/** Reads the event log from its start, in order of position. */
export interface LogWalk {
  /**
   * Advances to `position`, which must be after every position passed before.
   * @returns the number of events skipped, and the event at `position`: undefined where the log has none
   */
  advanceTo(position: string): Promise<{ readonly skipped: number; readonly event: HashedEvent | undefined }>;
}

const PAGE_SIZE = 1_000;

export function createLogWalk(log: AuditableLog): LogWalk {
  let page: readonly HashedEvent[] = [];
  let index = 0;
  let last: string | null = null;
  let isOver = false;

  async function next(): Promise<HashedEvent | undefined> {
    if (index === page.length && !isOver) {
      page = await log.readHashedEvents(last, PAGE_SIZE);
      index = 0;
      last = page.at(-1)?.position ?? last;
      isOver = page.length === 0;
    }
    return page[index];
  }

  return {
    async advanceTo(position) {
      for (let skipped = 0; ; skipped += 1) {
        const event = await next();
        if (event === undefined || event.position > position) return { skipped, event: undefined };
        index += 1;
        if (event.position === position) return { skipped, event };
      }
    },
  };
}
