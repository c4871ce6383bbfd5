import type { Line, Statement } from './line.ts';

export const CHANNEL = 'log_appended';

const ANNOUNCE: Statement = { name: 'log_announce', text: `select pg_notify('${CHANNEL}', $1)` };

/**
 * Tells other processes how far the log goes. After the commit and not in it: a notifying transaction holds a
 * server-wide lock until its commit is on disk, and all others that notify would wait for ours. One announcement is on
 * its way at a time; while it is, only the newest number is kept. Should one fail, subscribers find out by polling.
 */
export function createAnnouncer(line: Line): (last: number) => void {
  let latest = 0;
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    let announced = 0;
    while (announced < latest) {
      announced = latest;
      await line.query(ANNOUNCE, [String(announced)]).catch(() => undefined);
    }
    isSending = false;
  }

  return (last) => {
    latest = Math.max(latest, last);
    if (!isSending) void send();
  };
}
