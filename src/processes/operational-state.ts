import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import { createBacklogQuery } from '#queries/backlog.ts';
import type { OperationalState } from '#http/metrics.ts';
import type { Infrastructure } from './infrastructure.ts';

const hasSucceeded = (work: Promise<unknown>): Promise<boolean> =>
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
  const readBacklog = createBacklogQuery(pool);
  const anchors = createAnchorFile(config.auditAnchors, log.id);

  async function freeShareOf(folder: string): Promise<number> {
    const { bavail, blocks } = await statfs(folder);
    return bavail / blocks;
  }

  async function readFreeDiskShare(): Promise<number> {
    return Math.min(...(await Promise.all([dirname(config.auditAnchors), ...databaseFolders].map(freeShareOf))));
  }

  return async () => {
    const [eventLogUp, backlog, anchorList, freeShare] = await Promise.all([
      hasSucceeded(log.head()),
      orNull(readBacklog()),
      orNull(anchors.all()),
      orNull(readFreeDiskShare()),
    ]);
    const last = anchorList?.at(-1);
    return {
      databaseUp: backlog !== null,
      eventLogUp,
      backlog,
      unanchoredEntries: backlog && anchorList && backlog.auditEntries - Number(last?.number ?? 0),
      anchorSecondsAgo: last ? (clock().getTime() - Date.parse(last.at)) / 1_000 : Infinity,
      freeDiskShare: freeShare,
    };
  };
}
