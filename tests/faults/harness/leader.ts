import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './system.ts';

/** Returns when this process last reported that it leads, in ms since 1970; 0 for never. */
function leadingSince(server: Server): number {
  const lines = server.process().output().split('\n');
  const line = lines.findLast((each) => each.includes('"msg":"projecting"'));
  return line === undefined ? 0 : (JSON.parse(line) as { time: number }).time;
}

/** Returns the process that took the lead last. */
export const leaderOf = (servers: readonly [Server, ...Server[]]): Server =>
  servers.reduce((a, b) => (leadingSince(b) > leadingSince(a) ? b : a));

/** Waits, ten seconds at most, until it has taken the lead after `since`, in ms since 1970. */
export async function waitUntilLeads(server: Server, since: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; leadingSince(server) < since; await sleep(20))
    if (Date.now() > deadline) throw new Error('the other projector does not take over');
}
