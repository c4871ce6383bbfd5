import type { Server } from './stage.ts';

/** When this process last said that it projects, in ms since 1970; 0: never. */
export function leadingSince(server: Server): number {
  const lines = server.process().output().split('\n');
  const line = lines.findLast((each) => each.includes('"msg":"projecting"'));
  return line === undefined ? 0 : (JSON.parse(line) as { time: number }).time;
}

/** The one that began to project last. */
export const leaderOf = (servers: readonly [Server, ...Server[]]): Server =>
  servers.reduce((a, b) => (leadingSince(b) > leadingSince(a) ? b : a));
