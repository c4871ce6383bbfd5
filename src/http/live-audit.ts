import { createSseWatch } from './sse-watch.ts';
import { createSseStreams, type SseStream } from './sse-streams.ts';

/** Notifies everybody who follows the audit log that it has grown, as server-sent events. */
export interface LiveAudit {
  /** Opens a stream. @param mayFollow false once the follower loses the right: the stream then ends within a second */
  follow(mayFollow: () => Promise<boolean>): SseStream;
  /** Records that the audit log has entries up to this number, and notifies the followers. */
  recordHead(number: bigint): void;
  /** Ends all streams: browsers reconnect by themselves. */
  stop(): void;
}

/** The interval at which the head is read, because another process may write the audit log; in milliseconds. */
const CHECK_EVERY_MS = 2_000;

export function createLiveAudit(head: () => Promise<bigint>): LiveAudit {
  let lastNumber = 0n;
  const checkHead = (): void => void head().then(recordHead, () => undefined);
  const sseWatch = createSseWatch();
  const streams = createSseStreams([{ everyMs: CHECK_EVERY_MS, run: checkHead }]);

  function recordHead(number: bigint): void {
    if (number <= lastNumber) return;
    lastNumber = number;
    streams.sendToAll('grown', { number: String(number) });
  }

  return {
    recordHead,
    follow(mayFollow) {
      const stream = streams.open(() => unwatch());
      const unwatch = sseWatch.watch(mayFollow, () => {
        stream.send('over', {});
        stream.end();
      });
      return stream;
    },
    stop: () => streams.stop(),
  };
}
