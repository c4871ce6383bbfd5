import { PassThrough, type Readable } from 'node:stream';

/** Tells everybody who follows the audit trail that it has grown, as server-sent events. */
export interface LiveTrail {
  /** A stream for one follower; ends when they leave. */
  follow(): Readable;
  /** The trail goes up to this number now. */
  grown(number: bigint): void;
  /** Ends all streams: browsers come back by themselves. */
  stop(): void;
}

/** Keeps proxies from closing a line on which nothing happens. */
const BREATH_MS = 20_000;
/** Another process may write the trail: then its head is looked at. */
const LOOK_MS = 2_000;

export function createLiveTrail(head: () => Promise<bigint>): LiveTrail {
  const followers = new Set<PassThrough>();
  let known = 0n;
  let timers: readonly NodeJS.Timeout[] = [];

  function grown(number: bigint): void {
    if (number <= known) return;
    known = number;
    for (const follower of followers) follower.write(`event: grown\ndata: {"number":"${number}"}\n\n`);
  }

  function begin(): void {
    if (timers.length > 0) return;
    const breathe = setInterval(() => {
      for (const follower of followers) follower.write(': \n\n');
    }, BREATH_MS);
    const look = setInterval(() => {
      head().then(grown, () => undefined);
    }, LOOK_MS);
    timers = [breathe, look];
  }

  function leave(follower: PassThrough): void {
    followers.delete(follower);
    if (followers.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  return {
    grown,
    follow() {
      const follower = new PassThrough();
      followers.add(follower);
      follower.once('close', () => leave(follower));
      follower.write('retry: 2000\n\n');
      begin();
      return follower;
    },
    stop() {
      for (const follower of followers) follower.end();
    },
  };
}
