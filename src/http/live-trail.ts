import { createEndingLines } from './ending-lines.ts';
import { createLiveLines, type LiveLine } from './live-lines.ts';

/** Tells everybody who follows the audit trail that it has grown, as server-sent events. */
export interface LiveTrail {
  /** @param mayFollow whether this follower still may: the line ends within a second of a no */
  follow(mayFollow: () => Promise<boolean>): LiveLine;
  /** The trail goes up to this number now. */
  grown(number: bigint): void;
  /** Ends all lines: browsers come back by themselves. */
  stop(): void;
}

/** Another process may write the trail: then its head is looked at. */
const LOOK_MS = 2_000;

export function createLiveTrail(head: () => Promise<bigint>): LiveTrail {
  let known = 0n;
  const look = (): void => void head().then(grown, () => undefined);
  const ending = createEndingLines();
  const lines = createLiveLines([{ everyMs: LOOK_MS, run: look }]);

  function grown(number: bigint): void {
    if (number <= known) return;
    known = number;
    lines.say('grown', { number: String(number) });
  }

  return {
    grown,
    follow(mayFollow) {
      const line = lines.open(() => unwatch());
      const unwatch = ending.watch(mayFollow, () => {
        line.say('over', {});
        line.end();
      });
      return line;
    },
    stop: () => lines.stop(),
  };
}
