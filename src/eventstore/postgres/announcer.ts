import { setTimeout as sleep } from 'node:timers/promises';
import type { ReconnectingClient, Statement } from './reconnecting-client.ts';

export const CHANNEL = 'log_appended';

const ANNOUNCE: Statement = { name: 'log_announce', text: `select pg_notify('${CHANNEL}', $1)` };

/** The maximum additional delay of an announcement to other processes, in milliseconds. */
const ANNOUNCE_EVERY_MS = 1;

/**
 * Announces the end of the log to other processes. It does so after the commit and not in it, because a notifying
 * transaction holds a server-wide lock until its commit is on disk, and all other notifying transactions would wait.
 * The first announcement is sent immediately; then there is a pause, in which only the newest number is kept: each
 * announcement wakes every listening process, which under load would cost more than the appends. If one fails,
 * subscribers find out by polling.
 */
export function createAnnouncer(client: ReconnectingClient): (last: number) => void {
  let latestIndex = 0;
  let isSending = false;

  async function announceAll(): Promise<void> {
    isSending = true;
    let sentIndex = 0;
    while (sentIndex < latestIndex) {
      sentIndex = latestIndex;
      await client.query(ANNOUNCE, [String(sentIndex)]).catch(() => undefined);
      await sleep(ANNOUNCE_EVERY_MS, undefined, { ref: false });
    }
    isSending = false;
  }

  return (index) => {
    latestIndex = Math.max(latestIndex, index);
    if (!isSending) void announceAll();
  };
}
