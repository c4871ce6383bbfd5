import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import { createWatched, type Watched } from '#queries/watched.ts';
import type { Foundation } from './foundation.ts';

/** What somebody should be woken for. null: not known, because what it lies in cannot be reached. */
export interface OperationalState {
  readonly databaseUp: boolean;
  readonly eventLogUp: boolean;
  readonly watched: Watched | null;
  /** Entries of the audit trail behind the last anchor, and how old that is; no anchor at all: as old as can be. */
  readonly unanchored: number | null;
  readonly anchorSecondsAgo: number;
  /** Of the fullest of the disks with the file of anchors and with a database of our own; 0 to 1. */
  readonly diskFree: number | null;
}

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

export function createWatch({
  pool,
  log,
  config,
  clock,
  databaseFolders,
}: Foundation): () => Promise<OperationalState> {
  const watched = createWatched(pool);
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
