import { lstatSync, mkdirSync } from 'node:fs';

/**
 * A folder of root's own that every user can enter, for what an unprivileged PostgreSQL must reach when the clone lies
 * where only root may look. `/var/lib` first: nothing sweeps it, while `/var/tmp` loses files unused for a month.
 */
const CANDIDATES = ['/var/lib/prumo', '/var/tmp/prumo-0'];

/** In `/var/tmp` anybody may have made the folder before us, so it counts only when root owns it and nobody else writes. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

export function rootFolder(): string {
  for (const folder of CANDIDATES) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (isOurs(folder)) return folder;
    } catch {
      // a read-only or missing parent: the next one
    }
  }
  throw new Error(`neither ${CANDIDATES.join(' nor ')} can be used for the database: set DATA_DIR or DATABASE_URL`);
}
