import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';

/** The operating-system user that runs PostgreSQL; `undefined` is the current user. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

function findUser(name: string): SystemUser | undefined {
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function ownerOf(folder: string): SystemUser | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats && { uid: stats.uid, gid: stats.gid };
}

/**
 * Chooses the user that runs PostgreSQL. It refuses to run as root: then it runs as the owner of the existing cluster,
 * else `postgres`, else `nobody`.
 * @throws Error when the cluster belongs to a user whom this process cannot switch to
 */
export function chooseSystemUser(clusterFolder: string): SystemUser | undefined {
  const uid = process.getuid?.();
  const owner = ownerOf(clusterFolder);
  if (uid !== 0) {
    if (owner === undefined || uid === undefined || owner.uid === uid) return undefined;
    throw new Error(
      `${clusterFolder} belongs to user ${owner.uid}, we are user ${uid}: start as that user or set DATA_DIR`,
    );
  }
  const user = owner !== undefined && owner.uid !== 0 ? owner : (findUser('postgres') ?? findUser('nobody'));
  if (user) return user;
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as');
}

/** Tells whether that user can really start this program: the folders above it, its mode and its libraries included. */
export function canRun(user: SystemUser, program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

export function canEnter(user: SystemUser, folder: string): boolean {
  return canRun(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}
