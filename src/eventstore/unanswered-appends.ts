import { LogUnavailable } from './port.ts';
import type { SerialisedAppend } from './serialised-append.ts';

/** The appends of this process that wait for an answer of the log, or to be sent. */
export interface UnansweredAppends {
  /** Counts the append until it has been answered. @throws LogUnavailable when too many wait: nothing has been done */
  readonly track: <T>(append: Pick<SerialisedAppend, 'size'>, work: () => Promise<T>) => Promise<T>;
  /** Resolves when the appends of this moment have been answered. */
  readonly drained: () => Promise<void>;
}

/** The number beyond which the log is too slow for the load: a quick refusal is better than unbounded memory. */
const MAX_APPENDS = 20_000;
const MAX_CHARACTERS = 67_108_864;

export function createUnansweredAppends(): UnansweredAppends {
  const unanswered = new Set<Promise<unknown>>();
  let characters = 0;
  return {
    async track({ size }, work) {
      if (unanswered.size >= MAX_APPENDS || characters + size > MAX_CHARACTERS)
        throw new LogUnavailable('not_appended', new Error('too many appends are waiting'));
      const answer = work();
      unanswered.add(answer);
      characters += size;
      try {
        return await answer;
      } finally {
        unanswered.delete(answer);
        characters -= size;
      }
    },
    async drained() {
      await Promise.allSettled(unanswered);
    },
  };
}
