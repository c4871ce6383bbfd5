import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#postgres/free-port.ts';

export interface Program {
  readonly port: number;
  /** Peak memory so far, in MB; NaN where the system does not report it. */
  peakMemory(): number;
  /** Current memory, in MB; NaN where the system does not report it. */
  memory(): number;
  /** Asks the process to end, and waits for that. */
  stop(): Promise<void>;
}

const START_LIMIT_MS = 60_000;
const children = new Set<ReturnType<typeof spawn>>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  /** The path that answers 200 once the program can be used. */
  readonly readyPath: string;
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/** The Node.js flags of `npm start`. Alternatives get the same. */
function nodeFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(builtPath('package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}

/** Starts a Node.js program as a process of its own. @throws when it ends early or is not ready within a minute */
export async function startProgram({ args, env, port, readyPath }: Launch): Promise<Program> {
  const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' };
  const profiling = (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((option) => option !== '');
  const child = spawn(process.execPath, [...nodeFlags(), ...profiling, ...args], {
    env: { ...environment, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  for (const deadline = Date.now() + START_LIMIT_MS; !(await isAnswering(`http://127.0.0.1:${port}${readyPath}`));) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${args.join(' ')} does not start`);
    await sleep(5);
  }
  return {
    port,
    peakMemory: () => peakMemoryOf(child.pid ?? 0),
    memory: () => memoryOf(child.pid ?? 0, 'VmRSS'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

interface OperationCost {
  readonly milliseconds: number;
  /** Peak memory, in MB; NaN where the system does not report it. */
  readonly peakMemory: number;
}

const POLL_MS = 20;

/** Runs an operator's command of the built product as a process of its own. @throws when its exit code is not 0 */
export async function runOperation(task: string, url: string): Promise<OperationCost> {
  const started = performance.now();
  const child = spawn(process.execPath, [builtPath('dist/server/operate.js'), task], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', DATABASE_URL: url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  let peakMemory = Number.NaN;
  const polling = setInterval(() => {
    const memory = peakMemoryOf(child.pid ?? 0);
    if (!Number.isNaN(memory)) peakMemory = memory;
  }, POLL_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(polling);
  children.delete(child);
  if (code !== 0) throw new Error(`${task} has ended with ${code}`);
  return { milliseconds: performance.now() - started, peakMemory };
}

/** The peak memory of a process, in MB; NaN where the system does not report it. */
const peakMemoryOf = (pid: number): number => memoryOf(pid, 'VmHWM');

/** The memory of a process in MB, as Linux reports it. @param field `VmRSS`: current; `VmHWM`: peak */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/** The path of a file of the built product. */
export const builtPath = (path: string): string => fileURLToPath(new URL(path, `file://${process.cwd()}/`));

interface ProductAddress {
  readonly url: string;
  readonly site: number;
  readonly port: number;
}

const startBuilt = (name: string, { url, site, port }: ProductAddress): Promise<Program> =>
  startProgram({
    args: [builtPath(`dist/server/${name}.js`)],
    env: {
      DATABASE_URL: url,
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: `http://localhost:${site}`,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    },
    port,
    readyPath: '/readyz',
  });

/** Starts the built product on a database of the bench. */
export const startBuiltProduct = (url: string, port: number): Promise<Program> =>
  startBuilt('main', { url, site: port, port });

/** Starts the product as separate processes for site, projector and reactors. Port and memory are those of the site. */
export async function startBuiltProcesses(url: string, port: number): Promise<Program> {
  const programs: Program[] = [];
  const stop = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.stop();
  };
  try {
    const site = await startBuilt('api', { url, site: port, port });
    programs.push(site);
    for (const name of ['projector', 'reactor'])
      programs.push(await startBuilt(name, { url, site: port, port: await findFreePort() }));
    return { ...site, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
