import type { HashedEvent, HashedLog } from '#eventstore/hashed-event.ts';

/** Reads the event log from its start, in order of position. */
export interface LogWalk {
  /**
   * Advances to `position`, which must be after every position passed before.
   * @returns the number of events skipped, and the event at `position`: undefined where the log has none
   */
  to(position: string): Promise<{ readonly passed: number; readonly event: HashedEvent | undefined }>;
}

const EVENTS_AT_ONCE = 1_000;

export function createLogWalk(log: HashedLog): LogWalk {
  let page: readonly HashedEvent[] = [];
  let place = 0;
  let last: string | null = null;
  let isOver = false;

  async function next(): Promise<HashedEvent | undefined> {
    if (place === page.length && !isOver) {
      page = await log.hashedEvents(last, EVENTS_AT_ONCE);
      place = 0;
      last = page.at(-1)?.position ?? last;
      isOver = page.length === 0;
    }
    return page[place];
  }

  return {
    async to(position) {
      for (let passed = 0; ; passed += 1) {
        const event = await next();
        if (event === undefined || event.position > position) return { passed, event: undefined };
        place += 1;
        if (event.position === position) return { passed, event };
      }
    },
  };
}
