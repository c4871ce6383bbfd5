import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SystemUser } from './system-user.ts';
import type { Binaries } from './binaries.ts';
import { DataDirProblem } from './data-folder.ts';
import { isAlive } from './pid-file.ts';

export const DATABASE_USER = 'prumo';

interface NewCluster {
  readonly bin: Binaries;
  readonly user: SystemUser | undefined;
  /** Absolute path of the future cluster. */
  readonly clusterFolder: string;
  readonly password: string;
}

/** Removes partial clusters of killed starts, but not those of starts that are running now. */
function removeLeftovers(clusterFolder: string): void {
  const prefix = `${basename(clusterFolder)}.init-`;
  for (const name of readdirSync(dirname(clusterFolder))) {
    if (!name.startsWith(prefix)) continue;
    const ownerPid = Number(name.slice(prefix.length));
    if (ownerPid === process.pid || !isAlive(ownerPid))
      rmSync(join(dirname(clusterFolder), name), { recursive: true, force: true });
  }
}

/** @returns whether the cluster exists @throws DataDirProblem for a partial one, which only its owner may remove */
function clusterExists(clusterFolder: string): boolean {
  const version = join(clusterFolder, 'PG_VERSION');
  if (existsSync(version)) {
    if (/^\d+\s*$/.test(readFileSync(version, 'utf8'))) return true;
    throw new DataDirProblem(
      clusterFolder,
      'has a broken PG_VERSION: put the folder back from a copy, or restore a backup.',
    );
  }
  if (existsSync(clusterFolder) && readdirSync(clusterFolder).length > 0)
    throw new DataDirProblem(clusterFolder, 'has no PG_VERSION: put the folder back from a copy, or restore a backup.');
  return false;
}

const FLAGS = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=pt-BR', // Owners read lists in the order of their own alphabet.
  // A thousand small files are synced by one call to the file system instead of one for each of them.
  ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
];

function runInitdb({ bin, user, password }: NewCluster, temporary: string): void {
  const passwordFile = `${temporary}/password`;
  const newFolder = join(temporary, 'cluster');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [temporary, passwordFile]) chownSync(path, user.uid, user.gid);
  execFileSync(bin.initdb, ['-D', newFolder, '-U', DATABASE_USER, `--pwfile=${passwordFile}`, ...FLAGS], {
    ...user,
    cwd: temporary,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Makes the cluster unless it exists. It is renamed when complete; of two concurrent calls one wins. */
export function createCluster(cluster: NewCluster): void {
  const { clusterFolder } = cluster;
  if (clusterExists(clusterFolder)) return;
  removeLeftovers(clusterFolder);
  const temporary = `${clusterFolder}.init-${process.pid}`;
  mkdirSync(temporary, { mode: 0o700 });
  try {
    runInitdb(cluster, temporary);
    renameSync(join(temporary, 'cluster'), clusterFolder);
  } catch (error) {
    if (!existsSync(join(clusterFolder, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
