import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  chownSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type SystemUser, chooseSystemUser, canEnter, canRun } from '#postgres/system-user.ts';
import { ensurePostmaster, stopPostmaster } from '#postgres/postmaster.ts';
import { findRootFolder } from '#postgres/data-folder.ts';
import type { InstalledProgram } from './real-program.ts';
import { outputOf, versionIn } from './programs.ts';

/** The programs of an installed PostgreSQL. */
export interface PostgresPrograms extends InstalledProgram {
  /** The folder of `initdb` and `postgres`. */
  readonly folder: string;
}

export interface RealDatabase {
  /** The connection string of the owner. */
  readonly ownerUrl: string;
  /** The connection string of a role without any rights yet. */
  readonly url: string;
}

export interface RealPostgres {
  /** Creates an empty database in the server's own collation and encoding. */
  createDatabase(): Promise<RealDatabase>;
  /** Returns one value from a session as superuser. */
  ask(sql: string): Promise<string>;
  stop(): Promise<void>;
}

const OWNER = 'owner';
const PRODUCT = 'product';
const PASSWORD = 'real';
const DEBIANS = '/usr/lib/postgresql';

function programsIn(folder: string): PostgresPrograms | undefined {
  const postgres = join(folder, 'postgres');
  return existsSync(postgres) ? { folder, version: versionIn(outputOf(postgres, ['--version'])) } : undefined;
}

/** Returns the newest version of the distribution that has a server, because the folder holds client programs too. */
export function debiansPostgres(): PostgresPrograms | string {
  const majors = existsSync(DEBIANS) ? readdirSync(DEBIANS).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = majors.map((major) => programsIn(join(DEBIANS, major, 'bin'))).find((each) => each !== undefined);
  return found ?? `no server in ${DEBIANS}`;
}

/** Returns a version from npm, which is built without query compilation. */
export function packagedPostgres(major: number): PostgresPrograms | string {
  const folder = fileURLToPath(new URL(`../packages/node_modules/postgresql-${major}/native/bin`, import.meta.url));
  return programsIn(folder) ?? 'not installed: npm ci --prefix tests/real/packages';
}

/** A folder that the server's account can reach, even when this clone is in a folder of root. */
function reachable(folder: string, account: SystemUser | undefined, base: string): string {
  if (!account || canRun(account, join(folder, 'postgres'), ['--version'])) return folder;
  const copy = join(base, 'programs');
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** Starts `initdb` and `postgres` with their defaults; only port and address are ours. */
export async function startRealPostgres({ folder }: PostgresPrograms): Promise<RealPostgres> {
  const account = chooseSystemUser('/nonexistent');
  const base = mkdtempSync(join(!account || canEnter(account, tmpdir()) ? tmpdir() : findRootFolder(), 'prumo-real-'));
  chmodSync(base, 0o711);
  const bin = reachable(folder, account, base);
  const home = join(base, 'home');
  mkdirSync(home, { mode: 0o700 });
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, PASSWORD);
  if (account) for (const path of [home, passwordFile]) chownSync(path, account.uid, account.gid);
  const data = join(home, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', OWNER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`], {
    ...account,
    cwd: home,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { port } = await ensurePostmaster({
    bin: { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') },
    user: account,
    clusterFolder: data,
    logFile: join(home, 'postgres.log'),
    settings: [],
  });
  const urlOf = (user: string, database: string): string =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: urlOf(OWNER, 'postgres') });
    await client.connect();
    return work(client).finally(() => client.end());
  }
  await onServer((client) => client.query(`create role ${PRODUCT} login password '${PASSWORD}'`));
  return {
    async createDatabase() {
      const name = `real_${randomUUID().replaceAll('-', '')}`;
      await onServer((client) => client.query(`create database ${name}`));
      return { ownerUrl: urlOf(OWNER, name), url: urlOf(PRODUCT, name) };
    },
    ask: (sql) =>
      onServer(async (client) => {
        const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' });
        return String(rows[0]?.[0]);
      }),
    async stop() {
      await stopPostmaster(data);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

const OPERATE = fileURLToPath(new URL('../../../dist/server/operate.js', import.meta.url));

/** Runs an operator's task. @returns its output @throws with its output */
export const operate = ({ url, ownerUrl }: RealDatabase, ...task: readonly string[]): string =>
  outputOf(process.execPath, [OPERATE, ...task], { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
