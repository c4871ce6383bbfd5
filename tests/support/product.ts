import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownPort } from './port.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

export interface RunningProduct {
  readonly origin: string;
  /** The environment of the process: `startProduct({ env })` starts it again on the same port and data. */
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
  /** The output so far, of both channels. */
  output(): string;
  /**
   * Stops the process and waits for its end.
   * @returns its exit code
   */
  stop(): Promise<number | null>;
  /** Kills the process (kill -9); the data stay. */
  kill(): Promise<void>;
}

interface Options {
  /**
   * Without `DATABASE_URL` or `DATA_DIR` (its own PostgreSQL) the product gets a fresh database, without `PORT` a free
   * port.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The built server; by default the one in `dist`. */
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const START_LIMIT_MS = 100_000;
const ANSWER_LIMIT_MS = 5_000;

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })).ok;
  } catch {
    return false;
  }
}

function listenTo(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return () => output;
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  for (const deadline = Date.now() + START_LIMIT_MS; !(await isReady(origin)); await sleep(25)) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    const ending = `exit code ${child.exitCode}, signal ${child.signalCode}`;
    throw new Error(`the product is not ready at ${origin} (${ending}); its output:\n${output().slice(-4_000)}`);
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

/** Starts the built product as a separate process and waits until it can be used. */
export async function startProduct(options: Options = {}): Promise<RunningProduct> {
  const product = await launchProduct(options);
  await product.ready();
  return product;
}

/** Starts the product without waiting; `ready` waits until it can be used. */
export async function launchProduct({ env: wanted = {}, program = PROGRAM }: Options = {}): Promise<
  RunningProduct & { ready(): Promise<void> }
> {
  const isPlaced = wanted['DATABASE_URL'] !== undefined || wanted['DATA_DIR'] !== undefined;
  const database: TestDatabase | undefined = isPlaced ? undefined : await freshDatabase();
  const env = {
    PORT: wanted['PORT'] ?? String(await ownPort()),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    ...(database && { DATABASE_URL: database.url }),
    ...(database?.eventStoreUrl !== undefined && { EVENT_STORE_URL: database.eventStoreUrl }),
    ...wanted,
  };
  const origin = `http://localhost:${env.PORT}`;
  const surroundings = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' };
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { ...surroundings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = listenTo(child);
  return {
    origin,
    env,
    pid: child.pid ?? 0,
    output,
    ready: () => untilReady(child, origin, output),
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
