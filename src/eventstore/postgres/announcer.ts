import { setTimeout as sleep } from 'node:timers/promises';
import type { ReconnectingClient, Statement } from './reconnecting-client.ts';

export const CHANNEL = 'log_appended';

const ANNOUNCE: Statement = { name: 'log_announce', text: `select pg_notify('${CHANNEL}', $1)` };

/** What another process may hear of an event later than it could. */
const PAUSE_MS = 10;

/**
 * Tells other processes how far the log goes. After the commit and not in it: a notifying transaction holds a
 * server-wide lock until its commit is on disk, and all others that notify would wait for ours. The first goes at once;
 * behind it there is a pause, in which only the newest number is kept: each announcement wakes every listening process,
 * which under load would cost more than the appends announced. Should one fail, subscribers find out by polling.
 */
export function createAnnouncer(client: ReconnectingClient): (last: number) => void {
  let latest = 0;
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    let announced = 0;
    while (announced < latest) {
      announced = latest;
      await client.query(ANNOUNCE, [String(announced)]).catch(() => undefined);
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    isSending = false;
  }

  return (last) => {
    latest = Math.max(latest, last);
    if (!isSending) void send();
  };
}
