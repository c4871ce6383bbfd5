import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import { createBacklogQuery } from '#queries/backlog.ts';
import type { OperationalState } from '#http/metrics.ts';
import type { Infrastructure } from './infrastructure.ts';

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

export function createOperationalState({
  pool,
  log,
  config,
  clock,
  databaseFolders,
}: Infrastructure): () => Promise<OperationalState> {
  const watched = createBacklogQuery(pool);
  const anchors = createAnchorFile(config.auditAnchors, log.id);

  async function freeOn(folder: string): Promise<number> {
    const { bavail, blocks } = await statfs(folder);
    return bavail / blocks;
  }

  async function diskFree(): Promise<number> {
    return Math.min(...(await Promise.all([dirname(config.auditAnchors), ...databaseFolders].map(freeOn))));
  }

  return async () => {
    const [eventLogUp, found, all, free] = await Promise.all([
      isDone(log.head()),
      orNull(watched()),
      orNull(anchors.all()),
      orNull(diskFree()),
    ]);
    const last = all?.at(-1);
    return {
      databaseUp: found !== null,
      eventLogUp,
      watched: found,
      unanchored: found && all && found.auditEntries - Number(last?.number ?? 0),
      anchorSecondsAgo: last ? (clock().getTime() - Date.parse(last.at)) / 1_000 : Infinity,
      diskFree: free,
    };
  };
}
