import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFor, canEnter } from '#postgres/account.ts';
import { postgresBinaries } from '#postgres/binaries.ts';
import { DATABASE_USER, initialise } from '#postgres/initialise.ts';
import { ensurePostmaster, stopPostmaster } from '#postgres/postmaster.ts';
import { rootFolder } from '#postgres/root-folder.ts';

/** As PostgreSQL ships, fsync and all; only more connections, because the plain alternative needs one per writer. */
const SETTINGS = ['max_connections=200', 'jit=off'];
const PASSWORD = 'bench';

/** Runs `measure` against a throw-away PostgreSQL, and removes it whatever happens. */
export async function withBenchPostgres<T>(measure: (url: string) => Promise<T>): Promise<T> {
  const account = accountFor('/nonexistent');
  const base = !account || canEnter(account, tmpdir()) ? tmpdir() : rootFolder();
  const folder = mkdtempSync(join(base, 'prumo-bench-'));
  const data = join(folder, 'cluster');
  chmodSync(folder, 0o711);
  let withdraw: (() => void) | undefined;
  try {
    const bin = postgresBinaries(account);
    initialise({ bin, account, data, password: PASSWORD });
    const cluster = { bin, account, data, logFile: join(folder, 'postgres.log'), settings: SETTINGS };
    const { pid, port } = await ensurePostmaster(cluster);
    withdraw = endWithUs(pid, folder);
    return await measure(`postgres://${DATABASE_USER}:${PASSWORD}@127.0.0.1:${port}/postgres?sslmode=disable`);
  } finally {
    withdraw?.();
    await stopPostmaster(data);
    rmSync(folder, { recursive: true, force: true });
  }
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
