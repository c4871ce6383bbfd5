import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accountFor, canEnter } from './account.ts';
import { DataDirProblem } from './data-dir-problem.ts';
import { rootFolder } from './root-folder.ts';

const RECORD = 'postgres.json';

/** The contents of `postgres.json` in the data folder: the place of the cluster and its password. */
export interface DataFolder {
  /** Absolute path of the PostgreSQL cluster. */
  readonly cluster: string;
  readonly password: string;
}

/** Relative if the cluster is in the data folder, so that the folder can be moved. */
function clusterPlace(dataDir: string): string {
  const account = accountFor(join(dataDir, 'postgres'));
  if (!account || canEnter(account, dataDir)) return 'postgres';
  const place = join(rootFolder(), randomBytes(12).toString('hex'));
  mkdirSync(place, { mode: 0o711 });
  writeFileSync(join(place, 'origin'), `${dataDir}\n`);
  return join(place, 'postgres');
}

/** Writes like `writeFileSync`, and returns once the file is on the disk. */
function writeThrough(file: string, text: string): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a complete file or none, even in a power cut; of two concurrent starts the first wins. */
function writeOnce(file: string, text: string): void {
  const fresh = `${file}.new-${process.pid}`;
  try {
    writeThrough(fresh, text);
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function recorded(dataDir: string): DataFolder | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, RECORD), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { cluster, password } = JSON.parse(text) as Partial<Record<keyof DataFolder, unknown>>;
    if (typeof cluster === 'string' && typeof password === 'string') return { cluster, password };
  } catch {
    // The check below reports the problem.
  }
  throw new DataDirProblem(
    dataDir,
    `has a ${RECORD} that is broken. It says where the database lies and its password: put it back from a copy of the folder.`,
  );
}

/** Opens the data folder; the first time, creates it and chooses password and place. */
export function openDataFolder(dataDir: string): DataFolder {
  // PostgreSQL of root runs as another user, who must be able to pass through.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  if (!recorded(dataDir)) {
    const first: DataFolder = { cluster: clusterPlace(dataDir), password: randomBytes(24).toString('base64url') };
    writeOnce(join(dataDir, RECORD), `${JSON.stringify(first, null, 2)}\n`);
  }
  const found = recorded(dataDir);
  if (!found) throw new DataDirProblem(dataDir, `has lost its ${RECORD} while the product started: start it again.`);
  return { ...found, cluster: resolve(dataDir, found.cluster) };
}
