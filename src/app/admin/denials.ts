import type { AdminCall } from './admin-call.ts';
import type { AdminRecord } from './admin-record.ts';

/**
 * Signed-in people who tried what only administrators may. The first try of a minute is noted at once; how many more
 * there were of the same call, when the minute is over: nobody can fill the log by knocking.
 */
export interface Denials {
  denied(call: string, by: AdminCall): Promise<void>;
  /** Notes what is still being counted. */
  flush(): Promise<void>;
}

interface Counted {
  readonly call: string;
  readonly minute: string;
  readonly by: AdminCall;
  more: number;
}

/** Of more people and calls than this between two flushes no further ones are noted: knocking does not fill the log. */
const MAX_COUNTED = 1_000;

export function createDenials(record: AdminRecord, clock: () => Date): Denials {
  const counting = new Map<string, Counted>();

  async function noteMore({ call, minute, by, more }: Counted): Promise<void> {
    if (more > 0) await record.note({ type: 'AdminAccessDenied', data: { call, minute, count: more } }, by);
  }

  async function endBefore(minute: string): Promise<void> {
    const over = [...counting].filter(([, counted]) => counted.minute < minute);
    for (const [key, counted] of over) {
      counting.delete(key);
      await noteMore(counted).catch((error: unknown) => {
        keep(key, counted);
        throw error;
      });
    }
  }

  /** What could not be noted is counted with what comes after it. */
  function keep(key: string, counted: Counted): void {
    const newer = counting.get(key);
    if (newer) newer.more += counted.more;
    else counting.set(key, counted);
  }

  return {
    async denied(call, by) {
      const minute = clock().toISOString().slice(0, 16);
      await endBefore(minute);
      const key = `${by.actor.id} ${call}`;
      const counted = counting.get(key);
      if (counted) {
        counted.more += 1;
        return;
      }
      if (counting.size >= MAX_COUNTED) return;
      const first: Counted = { call, minute, by, more: 0 };
      counting.set(key, first);
      await record.note({ type: 'AdminAccessDenied', data: { call, minute, count: 1 } }, by).catch((error: unknown) => {
        keep(key, { ...first, more: 1 });
        throw error;
      });
    },
    flush: () => endBefore('9999'),
  };
}
