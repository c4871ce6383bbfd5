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
import type { SystemUser } from './account.ts';
import type { Binaries } from './binaries.ts';
import { DataDirProblem } from './data-dir-problem.ts';
import { isAlive } from './pid-file.ts';

export const DATABASE_USER = 'prumo';

interface NewCluster {
  readonly bin: Binaries;
  readonly account: SystemUser | undefined;
  /** Absolute path of the future cluster. */
  readonly data: string;
  readonly password: string;
}

/** Removes partial clusters of killed starts, but not those of starts that are running now. */
function removeLeftovers(data: string): void {
  const beginning = `${basename(data)}.init-`;
  for (const name of readdirSync(dirname(data))) {
    if (!name.startsWith(beginning)) continue;
    const maker = Number(name.slice(beginning.length));
    if (maker === process.pid || !isAlive(maker)) rmSync(join(dirname(data), name), { recursive: true, force: true });
  }
}

/** @returns whether the cluster exists @throws DataDirProblem for a partial one, which only its owner may remove */
function isThere(data: string): boolean {
  const version = join(data, 'PG_VERSION');
  if (existsSync(version)) {
    if (/^\d+\s*$/.test(readFileSync(version, 'utf8'))) return true;
    throw new DataDirProblem(data, 'has a broken PG_VERSION: put the folder back from a copy, or restore a backup.');
  }
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new DataDirProblem(data, 'has no PG_VERSION: put the folder back from a copy, or restore a backup.');
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

function runInitdb({ bin, account, password }: NewCluster, fresh: string): void {
  const passwordFile = `${fresh}/password`;
  const inner = join(fresh, 'cluster');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid);
  execFileSync(bin.initdb, ['-D', inner, '-U', DATABASE_USER, `--pwfile=${passwordFile}`, ...FLAGS], {
    ...account,
    cwd: fresh,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Makes the cluster unless it exists. It is renamed when complete; of two concurrent calls one wins. */
export function initialise(cluster: NewCluster): void {
  const { data } = cluster;
  if (isThere(data)) return;
  removeLeftovers(data);
  const fresh = `${data}.init-${process.pid}`;
  mkdirSync(fresh, { mode: 0o700 });
  try {
    runInitdb(cluster, fresh);
    renameSync(join(fresh, 'cluster'), data);
  } catch (error) {
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
