import { createEndingLines } from './ending-lines.ts';
import { createLiveLines, type LiveLine } from './live-lines.ts';

/** Notifies everybody who follows the audit log that it has grown, as server-sent events. */
export interface LiveAudit {
  /** @param mayFollow whether this follower still has the right: the stream ends within a second of losing it */
  follow(mayFollow: () => Promise<boolean>): LiveLine;
  /** Records that the audit log has entries up to this number. */
  grown(number: bigint): void;
  /** Ends all streams: browsers reconnect by themselves. */
  stop(): void;
}

/** Another process may write the audit log, so its head is read at this interval, in milliseconds. */
const LOOK_MS = 2_000;

export function createLiveAudit(head: () => Promise<bigint>): LiveAudit {
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
