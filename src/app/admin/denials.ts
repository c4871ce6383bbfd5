import type { RequestContext } from '../new-events.ts';
import type { AdminRecord } from './admin-record.ts';

/**
 * Records that signed-in people called endpoints of the administration. The first call of a minute is recorded at once.
 * Further calls to the same endpoint are counted and recorded when the minute is over, so that nobody can fill the log.
 */
export interface Denials {
  denied(call: string, by: RequestContext): Promise<void>;
  /** Records all counts that are not recorded yet. */
  flush(): Promise<void>;
}

interface DenialCount {
  readonly call: string;
  readonly minute: string;
  readonly by: RequestContext;
  furtherCalls: number;
}

/** The maximum number of counted calls between two flushes, so that denied requests cannot fill the log. */
const MAX_COUNTED = 1_000;

export function createDenials(adminRecord: AdminRecord, clock: () => Date): Denials {
  const counts = new Map<string, DenialCount>();
  /** The running flush of earlier minutes. It never rejects: counts that could not be recorded are tried again. */
  let flushing: Promise<void> | undefined;

  async function recordCount({ call, minute, by, furtherCalls }: DenialCount): Promise<void> {
    if (furtherCalls > 0)
      await adminRecord.append({ type: 'AdminAccessDenied', data: { call, minute, count: furtherCalls } }, by);
  }

  const hasBefore = (minute: string): boolean => [...counts.values()].some((counted) => counted.minute < minute);

  /** Removes the counts of earlier minutes at once, and records them one after the other. */
  async function flushBefore(minute: string): Promise<void> {
    const finished = [...counts].filter(([, counted]) => counted.minute < minute);
    for (const [key] of finished) counts.delete(key);
    for (const [index, [, counted]] of finished.entries())
      await recordCount(counted).catch((error: unknown) => {
        for (const [key, left] of finished.slice(index)) putBack(key, left);
        throw error;
      });
  }

  /** Adds a count that could not be recorded to the newer count of the same call. */
  function putBack(key: string, counted: DenialCount): void {
    const newer = counts.get(key);
    if (newer) newer.furtherCalls += counted.furtherCalls;
    else counts.set(key, counted);
  }

  return {
    async denied(call, by) {
      const minute = clock().toISOString().slice(0, 16);
      // The flush is not awaited, so that the first denial of a minute does not wait for the records of the minute before.
      if (flushing === undefined && hasBefore(minute))
        flushing = flushBefore(minute)
          .catch(() => undefined)
          .finally(() => (flushing = undefined));
      const key = `${by.actor.id} ${call}`;
      const counted = counts.get(key);
      if (counted) {
        counted.furtherCalls += 1;
        return;
      }
      if (counts.size >= MAX_COUNTED) return;
      const first: DenialCount = { call, minute, by, furtherCalls: 0 };
      counts.set(key, first);
      await adminRecord
        .append({ type: 'AdminAccessDenied', data: { call, minute, count: 1 } }, by)
        .catch((error: unknown) => {
          putBack(key, { ...first, furtherCalls: 1 });
          throw error;
        });
    },
    async flush() {
      await flushing;
      await flushBefore('9999');
    },
  };
}
