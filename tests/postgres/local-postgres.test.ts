import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asDataDirProblem } from '#postgres/data-folder.ts';
import { type LocalPostgres, startLocalPostgres } from '#postgres/local.ts';
import { DataDirInUse } from '#postgres/ownership.ts';
import { isAlive } from '#postgres/pid-file.ts';
import { sentenceFor } from '#processes/start-error.ts';

const base = mkdtempSync(join(tmpdir(), 'prumo-local-'));
chmodSync(base, 0o755);
const dataDir = join(base, 'first');
const running = new Set<LocalPostgres>();

async function start(folder = dataDir): Promise<LocalPostgres> {
  const server = await startLocalPostgres({ dataDir: folder });
  running.add(server);
  return server;
}

async function stop(server: LocalPostgres): Promise<void> {
  running.delete(server);
  await server.stop();
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

const clusterOf = (folder: string): string => {
  const { cluster } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { cluster: string };
  return cluster.startsWith('/') ? cluster : join(folder, cluster);
};
const postmasterPid = (): number =>
  Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);

interface OwnerProcess {
  readonly process: ChildProcess;
  /** The address of the database; empty if the process has ended instead. */
  readonly url: string;
  readonly said: string;
}

/** Starts another process that owns the data folder, or is refused. */
async function launch(folder: string): Promise<OwnerProcess> {
  const script = fileURLToPath(new URL('../support/postgres-owner.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const url = await Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line).trim()),
    once(child, 'close').then(() => ''),
  ]);
  return { process: child, url, said };
}

async function owner(): Promise<OwnerProcess> {
  const launched = await launch(dataDir);
  expect(launched.said).toBe('');
  return launched;
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

afterAll(async () => {
  for (const server of running) await server.stop();
  rmSync(base, { recursive: true, force: true });
});

test('a local PostgreSQL starts on an empty folder, stops, and starts again with the stored data', async () => {
  const first = await start();
  await query(first.url, `create table kept as select 'farinha' as name`);
  expect(await query(first.url, 'show fsync')).toEqual(['on']);
  const pid = postmasterPid();
  await stop(first);
  expect(isAlive(pid)).toBe(false);
  const second = await start();
  expect(second.isReused).toBe(false);
  expect(await query(second.url, 'select name from kept')).toEqual(['farinha']);
  await stop(second);
});

test('a local PostgreSQL has a random password in a private file, and refuses connections without it', async () => {
  const server = await start();
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  expect(new URL(server.url).password).toMatch(/^[\w-]{32}$/);
  const wrong = new URL(server.url);
  wrong.password = 'x';
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await stop(server);
});

test('a local PostgreSQL that a killed process left running is taken over, and stopped by its new owner', async () => {
  const killed = await owner();
  const pid = postmasterPid();
  await killHard(killed.process);
  const server = await start();
  expect(server).toMatchObject({ isReused: true, url: killed.url });
  await stop(server);
  expect(isAlive(pid)).toBe(false);
});

test('a local PostgreSQL recovers after process and postmaster were both killed', async () => {
  const killed = await owner();
  await query(killed.url, `insert into kept values ('sal')`);
  await killHard(killed.process);
  process.kill(postmasterPid(), 'SIGKILL');
  const server = await start();
  expect(server.isReused).toBe(false);
  expect(await query(server.url, 'select name from kept order by name')).toEqual(['farinha', 'sal']);
  await stop(server);
});

test('a local PostgreSQL whose postmaster was killed returns under the same address with the same owner', async () => {
  const server = await start();
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');
  await eventually(async () => expect(postmasterPid()).not.toBe(pid));
  expect(await eventually(() => query(server.url, 'select count(*)::int from kept'))).toEqual([2]);
  const again = postmasterPid();
  await stop(server);
  expect(isAlive(again)).toBe(false);
});

test('a pid file that names another process is recognised as stale', async () => {
  writeFileSync(
    join(clusterOf(dataDir), 'postmaster.pid'),
    `${process.pid}\n/elsewhere\n0\n5432\n\n127.0.0.1\n1 1\nready\n`,
  );
  const server = await start();
  expect(server.isReused).toBe(false);
  await stop(server);
});

test('a pid file with only its first line is recognised as stale', async () => {
  writeFileSync(join(clusterOf(dataDir), 'postmaster.pid'), `${process.pid}\n`);
  const server = await start();
  expect(server.isReused).toBe(false);
  await stop(server);
});

test('of several simultaneous first starts of PostgreSQL on one new folder, one owns it and the others report that', async () => {
  const fresh = join(base, 'at once');
  const starts = await Promise.all([1, 2, 3].map(() => launch(fresh)));
  expect(starts.filter(({ url }) => url !== '')).toHaveLength(1);
  const refused = starts.filter(({ url }) => url === '');
  for (const { said } of refused) expect(said).toMatch(/in use by process \d+/);
  expect(readdirSync(fresh).filter((name) => name.includes('.init-') || name.includes('.new-'))).toEqual([]);
  for (const { process: child, url } of starts) if (url !== '') await killHard(child);
  await stop(await start(fresh));
});

describe('impossible start of a local PostgreSQL', () => {
  const problemOf = async (folder: string): Promise<string> => {
    const error: unknown = await startLocalPostgres({ dataDir: folder }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return sentenceFor(error) ?? `no sentence: ${String(error)}`;
  };
  /** Creates a folder with a cluster that does not run. */
  const left = join(base, 'left');
  const record = join(left, 'postgres.json');
  beforeAll(async () => stop(await start(left)));

  test('is explained when the data folder is a file or below one', async () => {
    const file = join(base, 'file');
    writeFileSync(file, 'kept');
    expect(await problemOf(file)).toMatch(/^DATA_DIR \S+file cannot be used: \S+file is a file/);
    expect(await problemOf(join(file, 'data'))).toMatch(
      /^DATA_DIR \S+data cannot be used: \S+ is a file, or lies below/,
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  test.each([
    ['EROFS', /read-only file system: mount it/],
    ['EACCES', /may not be used by this user/],
    ['EPERM', /may not be used by this user/],
  ])('is explained when the system answers %s', (code, sentence) => {
    const error = Object.assign(new Error(code), { code, path: join(left, 'postgres.log') });
    expect(sentenceFor(asDataDirProblem(error, left))).toMatch(sentence);
    const elsewhere = Object.assign(new Error(code), { code, path: '/elsewhere' });
    expect(asDataDirProblem(elsewhere, left)).toBe(elsewhere);
  });

  test.each(['', '{"cluster":', 'null', '{"cluster":"postgres"}'])(
    'is explained when postgres.json is %j',
    async (text) => {
      const whole = readFileSync(record, 'utf8');
      writeFileSync(record, text);
      expect(await problemOf(left)).toMatch(/has a postgres\.json that is broken.*put it back/);
      expect(readFileSync(record, 'utf8')).toBe(text);
      writeFileSync(record, whole);
    },
  );

  test.each(['', 'eighteen'])('is explained when PG_VERSION is %j', async (text) => {
    const version = join(clusterOf(left), 'PG_VERSION');
    const whole = readFileSync(version, 'utf8');
    writeFileSync(version, text);
    expect(await problemOf(left)).toMatch(/has a broken PG_VERSION/);
    rmSync(version);
    expect(await problemOf(left)).toMatch(/has no PG_VERSION/);
    expect(existsSync(join(clusterOf(left), 'global'))).toBe(true);
    writeFileSync(version, whole);
  });

  test('is explained with the reason of this start, and with none of an earlier one', async () => {
    const settings = join(clusterOf(left), 'postgresql.auto.conf');
    const whole = readFileSync(settings, 'utf8');
    const log = join(left, 'postgres.log');
    appendFileSync(log, '2026-01-01 UTC [1] FATAL:  of another day\n');
    writeFileSync(settings, `${whole}\nshared_buffers = 'much'\n`);
    const said = await problemOf(left);
    expect(said).toMatch(/^PostgreSQL does not start: FATAL: /);
    expect(said).not.toContain('another day');
    writeFileSync(settings, whole);
    await stop(await start(left));
  });
});

test('two data folders can each run a local PostgreSQL at the same time', async () => {
  const [one, two] = await Promise.all([start(), start(join(base, 'second'))]);
  expect(new URL(one.url).port).not.toBe(new URL(two.url).port);
  expect(await query(one.url, 'select count(*)::int from kept')).toEqual([2]);
  await expect(query(two.url, 'select * from kept')).rejects.toMatchObject({ code: '42P01' });
  await stop(two);
  expect(await query(one.url, 'select 1')).toEqual([1]);
  await stop(one);
});

test('a data folder in use is refused by naming its owner, whose PostgreSQL continues', async () => {
  const other = await owner();
  await expect(start()).rejects.toThrow(new DataDirInUse(dataDir, `process ${other.process.pid}`));
  expect(await query(other.url, 'select 1')).toEqual([1]);
  await killHard(other.process);
  const server = await start();
  expect(server.isReused).toBe(true);
  await stop(server);
});

test.runIf(process.getuid?.() === 0)(
  'root’s local PostgreSQL lies outside of the folders that only root may enter',
  async () => {
    const closed = join(base, 'closed');
    const inside = join(closed, '.data');
    const open = await start(join(base, 'second'));
    await stop(open);
    expect(clusterOf(join(base, 'second'))).toBe(join(base, 'second', 'postgres'));
    expect(statSync(clusterOf(join(base, 'second'))).uid).not.toBe(0);

    mkdirSync(closed, { mode: 0o700 });
    const server = await start(inside);
    const cluster = clusterOf(inside);
    try {
      expect(cluster.startsWith(base)).toBe(false);
      expect(await query(server.url, 'select 1')).toEqual([1]);
      await stop(server);
      const second = await start(inside);
      expect(clusterOf(inside)).toBe(cluster);
      await stop(second);
    } finally {
      rmSync(dirname(cluster), { recursive: true, force: true });
    }
  },
);
