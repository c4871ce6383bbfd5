import { lstatSync, mkdirSync } from 'node:fs';

/**
 * A folder owned by root that every user can enter, for files that an unprivileged PostgreSQL must reach when the clone
 * is readable by root only. `/var/lib` comes first, because nothing cleans it, while `/var/tmp` loses files unused for
 * a month.
 */
const CANDIDATES = ['/var/lib/prumo', '/var/tmp/prumo-0'];

/** Tells whether root owns a folder and nobody else can write: in `/var/tmp` any user may have made it before. */
function isOwnedByRoot(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0;
}

export function findRootFolder(): string {
  for (const folder of CANDIDATES) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (isOwnedByRoot(folder)) return folder;
    } catch {
      // A read-only or missing parent leads to the next candidate.
    }
  }
  throw new Error(`neither ${CANDIDATES.join(' nor ')} can be used for the database: set DATA_DIR or DATABASE_URL`);
}
