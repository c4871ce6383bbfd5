import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freshDatabase, type TestDatabase } from './database.ts';

export interface RunningProduct {
  readonly origin: string;
  /** What it was started with: `startProduct({ env })` starts it again on the same port and data. */
  readonly env: Readonly<Record<string, string>>;
  /** Asks it to end and waits for that. @returns its exit code */
  stop(): Promise<number | null>;
  /** kill -9; data stay. */
  kill(): Promise<void>;
}

interface Options {
  /** Without `DATABASE_URL` or `DATA_DIR` (its own PostgreSQL) it gets a fresh database, without `PORT` a free one. */
  readonly env?: Readonly<Record<string, string>>;
}

const PROGRAM = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const START_LIMIT_MS = 30_000;

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return String(typeof address === 'object' ? address?.port : address);
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function untilReady(child: ChildProcess, origin: string): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
  for (const deadline = Date.now() + START_LIMIT_MS; !(await isReady(origin)); await sleep(25)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    throw new Error(`the product is not ready at ${origin}; it said\n${said}`);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

/** The built product as a process of its own, ready to be used. */
export async function startProduct({ env: wanted = {} }: Options = {}): Promise<RunningProduct> {
  const isPlaced = wanted['DATABASE_URL'] !== undefined || wanted['DATA_DIR'] !== undefined;
  const database: TestDatabase | undefined = isPlaced ? undefined : await freshDatabase();
  const env = {
    PORT: wanted['PORT'] ?? (await freePort()),
    LOG_LEVEL: 'warn',
    ...(database && { DATABASE_URL: database.url }),
    ...wanted,
  };
  const origin = `http://localhost:${env.PORT}`;
  const surroundings = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' };
  const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM], {
    env: { ...surroundings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilReady(child, origin);
  return {
    origin,
    env,
    async stop() {
      const code = await end(child, 'SIGTERM');
      await database?.drop();
      return code;
    },
    async kill() {
      await end(child, 'SIGKILL');
    },
  };
}
