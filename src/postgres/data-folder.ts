import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  lstatSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseSystemUser, canEnter } from './system-user.ts';

const RECORD_FILE = 'postgres.json';

/**
 * The contents of `postgres.json` in the data folder, where the path is called `cluster`: its place and its password.
 */
export interface DataFolder {
  /** Absolute path of the PostgreSQL cluster. */
  readonly clusterFolder: string;
  readonly password: string;
}

/** Chooses the path of the cluster: relative if it is in the data folder, so that the folder can be moved. */
function chooseClusterPath(dataDir: string): string {
  const user = chooseSystemUser(join(dataDir, 'postgres'));
  if (!user || canEnter(user, dataDir)) return 'postgres';
  const folder = join(findRootFolder(), randomBytes(12).toString('hex'));
  mkdirSync(folder, { mode: 0o711 });
  writeFileSync(join(folder, 'origin'), `${dataDir}\n`);
  return join(folder, 'postgres');
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
  const temporary = `${file}.new-${process.pid}`;
  try {
    writeThrough(temporary, text);
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function readRecord(dataDir: string): DataFolder | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, RECORD_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { cluster, password } = JSON.parse(text) as { readonly cluster?: unknown; readonly password?: unknown };
    if (typeof cluster === 'string' && typeof password === 'string') return { clusterFolder: cluster, password };
  } catch {
    // The check below reports the problem.
  }
  throw new DataDirProblem(
    dataDir,
    `has a ${RECORD_FILE} that is broken. It says where the database lies and its password: put it back from a copy of the folder.`,
  );
}

/** Opens the data folder; the first time, creates it and chooses password and place. */
export function openDataFolder(dataDir: string): DataFolder {
  // PostgreSQL of root runs as another user, who must be able to pass through.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  if (!readRecord(dataDir)) {
    const newRecord = { cluster: chooseClusterPath(dataDir), password: randomBytes(24).toString('base64url') };
    writeOnce(join(dataDir, RECORD_FILE), `${JSON.stringify(newRecord, null, 2)}\n`);
  }
  const record = readRecord(dataDir);
  if (!record)
    throw new DataDirProblem(dataDir, `has lost its ${RECORD_FILE} while the product started: start it again.`);
  return { ...record, clusterFolder: resolve(dataDir, record.clusterFolder) };
}

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

/** The data folder is not usable, and nothing in it has been changed. One line for the operator. */
export class DataDirProblem extends Error {
  override readonly name = 'DataDirProblem';
  constructor(dataDir: string, what: string, options?: ErrorOptions) {
    super(`DATA_DIR ${dataDir} ${what}`, options);
  }
}

const IS_A_FILE = 'is a file, or lies below one: name a folder, or one that can be made.';
const NOT_PERMITTED =
  'may not be used by this user: give it to the user that starts the product, or name another folder.';

const PROBLEM_BY_CODE: Readonly<Record<string, string>> = {
  EEXIST: IS_A_FILE,
  ENOTDIR: IS_A_FILE,
  EROFS: 'lies on a read-only file system: mount it for writing, or name another folder.',
  EACCES: NOT_PERMITTED,
  EPERM: NOT_PERMITTED,
};

/** Maps refusals of the operating system to words; other errors stay as they are. */
export function asDataDirProblem(error: unknown, dataDir: string): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const problem = PROBLEM_BY_CODE[code];
  if (problem === undefined || path === undefined || !(path.startsWith(dataDir) || dataDir.startsWith(path)))
    return error;
  return new DataDirProblem(dataDir, `cannot be used: ${path} ${problem}`, { cause: error });
}
