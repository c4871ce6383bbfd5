import type { AdminContext, AdminRecord } from './admin-record.ts';

/**
 * Records that signed-in people called endpoints of the administration. The first call of a minute is recorded at once.
 * Further calls to the same endpoint are counted and recorded when the minute is over, so that nobody can fill the log.
 */
export interface Denials {
  denied(call: string, by: AdminContext): Promise<void>;
  /** Records all counts that are not recorded yet. */
  flush(): Promise<void>;
}

interface DenialCount {
  readonly call: string;
  readonly minute: string;
  readonly by: AdminContext;
  more: number;
}

/** Maximum number of counted calls between two flushes, so that denied requests cannot fill the log. */
const MAX_COUNTED = 1_000;

export function createDenials(record: AdminRecord, clock: () => Date): Denials {
  const counting = new Map<string, DenialCount>();
  /** The running flush of earlier minutes. It never rejects: counts that could not be recorded are tried again. */
  let ending: Promise<void> | undefined;

  async function noteMore({ call, minute, by, more }: DenialCount): Promise<void> {
    if (more > 0) await record.note({ type: 'AdminAccessDenied', data: { call, minute, count: more } }, by);
  }

  const hasBefore = (minute: string): boolean => [...counting.values()].some((counted) => counted.minute < minute);

  /** Removes the counts of earlier minutes at once, and records them one after the other. */
  async function endBefore(minute: string): Promise<void> {
    const over = [...counting].filter(([, counted]) => counted.minute < minute);
    for (const [key] of over) counting.delete(key);
    for (const [index, [, counted]] of over.entries())
      await noteMore(counted).catch((error: unknown) => {
        for (const [key, left] of over.slice(index)) keep(key, left);
        throw error;
      });
  }

  /** Adds a count that could not be recorded to the newer count of the same call. */
  function keep(key: string, counted: DenialCount): void {
    const newer = counting.get(key);
    if (newer) newer.more += counted.more;
    else counting.set(key, counted);
  }

  return {
    async denied(call, by) {
      const minute = clock().toISOString().slice(0, 16);
      // Not awaited, so that the first denial of a minute does not wait for the records of the minute before.
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
