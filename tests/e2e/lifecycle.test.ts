import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPort } from '#tests/support/port.ts';
import { isAlive } from '#postgres/pid-file.ts';
import { startProduct } from '#tests/support/product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'prumo-lifecycle-'));
const dataDir = join(base, 'data');
const STOP_LIMIT_MS = 15_000;

beforeAll(() => chmodSync(base, 0o755)); // The PostgreSQL of root runs as another user.
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function until<T>(find: () => T | undefined): Promise<T> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(10)) {
    const found = find();
    if (found !== undefined) return found;
  }
  throw new Error('it did not happen');
}

function postmasterPid(): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) || undefined : undefined;
}

/** Runs `npm start` as from a terminal, in its own process group. */
async function npmStart(): Promise<ChildProcess> {
  const env = { ...process.env, NODE_ENV: '', PORT: String(await ownPort()), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  return spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
}

/** @returns npm's exit code and the milliseconds it took */
async function stopGroup(leader: ChildProcess): Promise<{ code: number | null; took: number }> {
  const began = performance.now();
  const gone = once(leader, 'exit') as Promise<[number | null]>;
  process.kill(-(leader.pid ?? 0), 'SIGTERM');
  const [code] = await gone;
  return { code, took: performance.now() - began };
}

test('a data folder serves one process at a time, and stopping it leaves no process behind', async () => {
  const first = await startProduct({ env: { DATA_DIR: dataDir } });
  const database = await until(postmasterPid);
  await expect(startProduct({ env: { DATA_DIR: dataDir } })).rejects.toThrow(/in use by process \d+/);
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('after a hard kill the product starts again on the database that is still running', async () => {
  const killed = await startProduct({ env: { DATA_DIR: dataDir } });
  const database = await until(postmasterPid);
  await killed.kill();
  const again = await startProduct({ env: killed.env });
  expect(postmasterPid()).toBe(database);
  expect(await again.stop()).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('SIGTERM to the process group ends npm start cleanly, even during its start', async () => {
  const starting = await npmStart();
  const database = await until(postmasterPid);
  const { code, took } = await stopGroup(starting);
  expect(code).toBe(0);
  expect(took).toBeLessThan(STOP_LIMIT_MS);
  expect(isAlive(database)).toBe(false);
});
