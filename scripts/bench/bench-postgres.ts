import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, accountFor, canEnter } from '#postgres/account.ts';
import { type Binaries, postgresBinaries } from '#postgres/binaries.ts';
import { DATABASE_USER, initialise } from '#postgres/initialise.ts';
import { ensurePostmaster, stopPostmaster } from '#postgres/postmaster.ts';
import { rootFolder } from '#postgres/root-folder.ts';

/** As PostgreSQL ships, fsync and all; only more connections, because the plain alternative needs one per writer. */
const SETTINGS = ['max_connections=200'];
const PASSWORD = 'bench';

/** Where a cluster is made, and with which programs. */
interface Ground {
  readonly bin: Binaries;
  readonly account: Account | undefined;
  /** Absolute path that the cluster will have. */
  readonly data: string;
  readonly password: string;
}

/** Runs `measure` against a throw-away PostgreSQL of ours, and removes it whatever happens. */
export const withBenchPostgres = <T>(measure: (url: string) => Promise<T>): Promise<T> =>
  withCluster({ binariesFor: postgresBinaries, make: initialise, settings: SETTINGS }, measure);

/**
 * The same with the PostgreSQL that is installed on this machine, just as it installs itself: its own defaults, and nothing
 * of ours. Without one it is ours, without any setting of ours.
 */
export const withStockPostgres = <T>(measure: (url: string) => Promise<T>): Promise<T> =>
  withCluster(
    {
      binariesFor: (account) => installedBinaries() ?? postgresBinaries(account),
      make: initialiseAsShipped,
      settings: [],
    },
    measure,
  );

interface Kind {
  readonly binariesFor: (account: Account | undefined) => Binaries;
  readonly make: (ground: Ground) => void;
  readonly settings: readonly string[];
}

async function withCluster<T>({ binariesFor, make, settings }: Kind, measure: (url: string) => Promise<T>): Promise<T> {
  const account = accountFor('/nonexistent');
  const base = !account || canEnter(account, tmpdir()) ? tmpdir() : rootFolder();
  const folder = mkdtempSync(join(base, 'prumo-bench-'));
  const data = join(folder, 'cluster');
  chmodSync(folder, 0o711);
  let withdraw: (() => void) | undefined;
  try {
    const bin = binariesFor(account);
    make({ bin, account, data, password: PASSWORD });
    const { pid, port } = await ensurePostmaster({
      bin,
      account,
      data,
      logFile: join(folder, 'postgres.log'),
      settings,
    });
    withdraw = endWithUs(pid, folder);
    return await measure(`postgres://${DATABASE_USER}:${PASSWORD}@127.0.0.1:${port}/postgres?sslmode=disable`);
  } finally {
    withdraw?.();
    await stopPostmaster(data);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where Debian puts the versions that it has side by side. */
const DEBIAN = '/usr/lib/postgresql';

/** Of the newest PostgreSQL that is installed; undefined: none is. */
function installedBinaries(): Binaries | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
  const bin = versions.map((version) => join(DEBIAN, version, 'bin')).find((each) => existsSync(join(each, 'initdb')));
  return bin === undefined ? undefined : { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function initialiseAsShipped({ bin, account, data, password }: Ground): void {
  const file = `${data}.password`;
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(file, password, { mode: 0o600 });
  if (account) for (const path of [data, file]) chownSync(path, account.uid, account.gid);
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', `--pwfile=${file}`];
  execFileSync(bin.initdb, ['-D', data, '-U', DATABASE_USER, ...options], {
    ...account,
    cwd: data,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'America/Sao_Paulo' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** A run that is interrupted takes its server and its folder with it. Returns how to undo this. */
function endWithUs(pid: number, folder: string): () => void {
  const quit = (): void => {
    process.kill(pid, 'SIGKILL'); // nothing of it is needed any more, and there is no time to wait for it
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  process.once('exit', quit);
  return () => process.off('exit', quit);
}
