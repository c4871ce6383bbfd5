import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFor, canEnter } from '#src/postgres/account.ts';
import { postgresBinaries } from '#src/postgres/binaries.ts';
import { DATABASE_USER, initialise } from '#src/postgres/initialise.ts';
import { ensurePostmaster, stopPostmaster } from '#src/postgres/postmaster.ts';
import { rootFolder } from '#src/postgres/root-folder.ts';

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
  try {
    const bin = postgresBinaries(account);
    initialise({ bin, account, data, password: PASSWORD });
    const cluster = { bin, account, data, logFile: join(folder, 'postgres.log'), settings: SETTINGS };
    const { port } = await ensurePostmaster(cluster);
    return await measure(`postgres://${DATABASE_USER}:${PASSWORD}@127.0.0.1:${port}/postgres?sslmode=disable`);
  } finally {
    await stopPostmaster(data);
    rmSync(folder, { recursive: true, force: true });
  }
}
