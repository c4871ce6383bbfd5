import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type LocalPostgres, startLocalPostgres } from '#postgres/local.ts';
import { DataDirInUse } from '#postgres/ownership.ts';
import { isAlive } from '#postgres/pid-file.ts';

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

/** Another process that owns the data folder. */
async function owner(): Promise<{ process: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('../support/postgres-owner.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, url: line.toString().trim() };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

afterAll(async () => {
  for (const server of running) await server.stop();
  rmSync(base, { recursive: true, force: true });
});

test('starts on an empty folder, stops, and starts again with what was written', async () => {
  const first = await start();
  await query(first.url, `create table kept as select 'farinha' as name`);
  expect(await query(first.url, 'show fsync')).toEqual(['on']);
  const pid = postmasterPid();
  await stop(first);
  expect(isAlive(pid)).toBe(false);
  const second = await start();
  expect(second.reused).toBe(false);
  expect(await query(second.url, 'select name from kept')).toEqual(['farinha']);
  await stop(second);
});

test('the password is random and its file private; without it nobody gets in', async () => {
  const server = await start();
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  expect(new URL(server.url).password).toMatch(/^[\w-]{32}$/);
  const wrong = new URL(server.url);
  wrong.password = 'x';
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await stop(server);
});

test('a server left by a killed process is taken over, and then stopped by its new owner', async () => {
  const killed = await owner();
  const pid = postmasterPid();
  await killHard(killed.process);
  const server = await start();
  expect(server).toMatchObject({ reused: true, url: killed.url });
  await stop(server);
  expect(isAlive(pid)).toBe(false);
});

test('after process and postmaster were both killed it recovers', async () => {
  const killed = await owner();
  await query(killed.url, `insert into kept values ('sal')`);
  await killHard(killed.process);
  process.kill(postmasterPid(), 'SIGKILL');
  const server = await start();
  expect(server.reused).toBe(false);
  expect(await query(server.url, 'select name from kept order by name')).toEqual(['farinha', 'sal']);
  await stop(server);
});

test('when only the postmaster is killed it comes back under the same address, still owned', async () => {
  const server = await start();
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');
  await eventually(async () => expect(postmasterPid()).not.toBe(pid));
  expect(await eventually(() => query(server.url, 'select count(*)::int from kept'))).toEqual([2]);
  const again = postmasterPid();
  await stop(server);
  expect(isAlive(again)).toBe(false);
});

test('a pid file that names some other process is seen through', async () => {
  writeFileSync(
    join(clusterOf(dataDir), 'postmaster.pid'),
    `${process.pid}\n/elsewhere\n0\n5432\n\n127.0.0.1\n1 1\nready\n`,
  );
  const server = await start();
  expect(server.reused).toBe(false);
  await stop(server);
});

test('two data folders run side by side', async () => {
  const [one, two] = await Promise.all([start(), start(join(base, 'second'))]);
  expect(new URL(one.url).port).not.toBe(new URL(two.url).port);
  expect(await query(one.url, 'select count(*)::int from kept')).toEqual([2]);
  await expect(query(two.url, 'select * from kept')).rejects.toMatchObject({ code: '42P01' });
  await stop(two);
  expect(await query(one.url, 'select 1')).toEqual([1]);
  await stop(one);
});

test('a data folder in use is refused by naming its owner, whose server goes on', async () => {
  const other = await owner();
  await expect(start()).rejects.toThrow(new DataDirInUse(dataDir, `process ${other.process.pid}`));
  expect(await query(other.url, 'select 1')).toEqual([1]);
  await killHard(other.process);
  const server = await start();
  expect(server.reused).toBe(true);
  await stop(server);
});

test.runIf(process.getuid?.() === 0)('root keeps the cluster outside a folder that only root may enter', async () => {
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
});
