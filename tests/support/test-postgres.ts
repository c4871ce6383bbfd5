import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type SystemUser, chooseSystemUser, canEnter } from '#postgres/system-user.ts';
import { type Binaries, postgresBinaries } from '#postgres/binaries.ts';
import { DATABASE_USER, createCluster } from '#postgres/initialise.ts';
import { ensurePostmaster, stopPostmaster } from '#postgres/postmaster.ts';
import { findRootFolder } from '#postgres/data-folder.ts';

const PASSWORD = 'test';
const NAME = /^prumo-test-(\d+)-/;
/** No data outlive the run, so nothing needs to be safe on disk. */
const SETTINGS = ['fsync=off', 'synchronous_commit=on', 'full_page_writes=off', 'max_connections=200'];

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes the servers and folders of our own runs that were killed before they could clean up. */
async function removeLeftovers(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    const pid = Number(NAME.exec(name)?.[1]);
    const folder = join(base, name);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const found = lstatSync(folder, { throwIfNoEntry: false }); // Another run may be removing it just now.
    if (found?.uid !== process.getuid?.()) continue;
    await stopPostmaster(join(folder, 'cluster'));
    rmSync(folder, { recursive: true, force: true });
  }
}

function handOver(path: string, { uid, gid }: SystemUser): void {
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) handOver(join(path, name), { uid, gid });
}

/** A new cluster is a copy of a prepared one: initdb takes a second, a copy a tenth of it. */
function makeCluster(data: string, bin: Binaries, account: SystemUser | undefined): void {
  const recipe = ['package-lock.json', 'src/postgres/initialise.ts'].map((path) => readFileSync(path, 'utf8'));
  const key = createHash('sha256').update(recipe.join('\0')).digest('hex').slice(0, 16);
  const cached = resolve(`node_modules/.cache/prumo/cluster-${key}`);
  if (existsSync(cached)) {
    cpSync(cached, data, { recursive: true });
    chmodSync(data, 0o700);
    if (account) handOver(data, account);
    return;
  }
  createCluster({ bin, user: account, clusterFolder: data, password: PASSWORD });
  const fresh = `${cached}.new-${process.pid}`;
  cpSync(data, fresh, { recursive: true });
  if (existsSync(cached)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, cached);
}

/** An interrupted run ends its server too; the next run removes the folder. Returns a function that undoes this. */
function endWithUs(pid: number): () => void {
  const quit = (): void => void process.kill(pid, 'SIGQUIT');
  const leave = (): void => process.exit(1);
  process.once('exit', quit).once('SIGTERM', leave).once('SIGINT', leave);
  return () => process.off('exit', quit).off('SIGTERM', leave).off('SIGINT', leave);
}

/** Starts a temporary PostgreSQL on a free port, in a temporary folder that its account can read. */
export async function startTestPostgres(
  settings: readonly string[] = SETTINGS,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const account = chooseSystemUser('/nonexistent');
  const bin = postgresBinaries(account);
  const base = !account || canEnter(account, tmpdir()) ? tmpdir() : findRootFolder();
  await removeLeftovers(base);
  const folder = mkdtempSync(join(base, `prumo-test-${process.pid}-`));
  chmodSync(folder, 0o711);
  const data = join(folder, 'cluster');
  makeCluster(data, bin, account);
  const logFile = join(folder, 'postgres.log');
  const { pid, port } = await ensurePostmaster({ bin, user: account, clusterFolder: data, logFile, settings });
  const withdraw = endWithUs(pid);
  return {
    url: `postgres://${DATABASE_USER}:${PASSWORD}@127.0.0.1:${port}/postgres?sslmode=disable`,
    async stop() {
      withdraw();
      await stopPostmaster(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
