import type { AdminCall, AdminRecord } from './admin-record.ts';

/**
 * Signed-in people who tried what only administrators may. The first try of a minute is noted at once; how many more
 * there were of the same call, when the minute is over: nobody can fill the log by knocking.
 */
export interface Denials {
  denied(call: string, by: AdminCall): Promise<void>;
  /** Notes what is still being counted. */
  flush(): Promise<void>;
}

interface DenialCount {
  readonly call: string;
  readonly minute: string;
  readonly by: AdminCall;
  more: number;
}

/** Largest number of noted denials between two flushes, so that denied requests cannot fill the log. */
const MAX_COUNTED = 1_000;

export function createDenials(record: AdminRecord, clock: () => Date): Denials {
  const counting = new Map<string, DenialCount>();
  /** Under way; what could not be noted is kept and tried again, so it never rejects. */
  let ending: Promise<void> | undefined;

  async function noteMore({ call, minute, by, more }: DenialCount): Promise<void> {
    if (more > 0) await record.note({ type: 'AdminAccessDenied', data: { call, minute, count: more } }, by);
  }

  const hasBefore = (minute: string): boolean => [...counting.values()].some((counted) => counted.minute < minute);

  /** Takes them out at once, and notes them one after the other. */
  async function endBefore(minute: string): Promise<void> {
    const over = [...counting].filter(([, counted]) => counted.minute < minute);
    for (const [key] of over) counting.delete(key);
    for (const [index, [, counted]] of over.entries())
      await noteMore(counted).catch((error: unknown) => {
        for (const [key, left] of over.slice(index)) keep(key, left);
        throw error;
      });
  }

  /** What could not be noted is counted with what comes after it. */
  function keep(key: string, counted: DenialCount): void {
    const newer = counting.get(key);
    if (newer) newer.more += counted.more;
    else counting.set(key, counted);
  }

  return {
    async denied(call, by) {
      const minute = clock().toISOString().slice(0, 16);
      // Not waited for: who is refused first in a minute does not stand in for all who were refused in the one before.
      if (ending === undefined && hasBefore(minute))
        ending = endBefore(minute)
          .catch(() => undefined)
          .finally(() => (ending = undefined));
      const key = `${by.actor.id} ${call}`;
      const counted = counting.get(key);
      if (counted) {
        counted.more += 1;
        return;
      }
      if (counting.size >= MAX_COUNTED) return;
      const first: DenialCount = { call, minute, by, more: 0 };
      counting.set(key, first);
      await record.note({ type: 'AdminAccessDenied', data: { call, minute, count: 1 } }, by).catch((error: unknown) => {
        keep(key, { ...first, more: 1 });
        throw error;
      });
    },
    async flush() {
      await ending;
      await endBefore('9999');
    },
  };
}
