import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#postgres/postmaster.ts';

export interface Program {
  readonly port: number;
  /** Peak memory so far, in MB; NaN where the system does not report it. */
  peakMemory(): number;
  /** Current memory, in MB; NaN where the system does not report it. */
  memory(): number;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
/** The product gets no other variables of this process, so its configuration is the same on every machine. */
const ENVIRONMENT = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' };
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

/** Starts Node.js as a child process that ends with this process at the latest. */
function spawnNode(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...ENVIRONMENT, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

interface ProgramOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  /** The path that responds with 200 once the program is ready. */
  readonly readyPath: string;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/** The Node.js flags of `npm start`, which the baseline programs get too. */
function nodeFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(builtPath('package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}

/** Starts a Node.js program as a process of its own. @throws when it ends early or is not ready within a minute */
export async function startProgram({ args, env, port, readyPath }: ProgramOptions): Promise<Program> {
  const child = spawnNode([...nodeFlags(), ...args], { ...env, PORT: String(port) });
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await isReady(`http://127.0.0.1:${port}${readyPath}`));) {
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

interface CommandCost {
  readonly milliseconds: number;
  /** Peak memory, in MB; NaN where the system does not report it. */
  readonly peakMemory: number;
}

/** The interval at which memory is read, because the system forgets it when the process ends. */
const POLL_INTERVAL_MS = 20;

/** Runs an operator's command of the built product as a process of its own. @throws when its exit code is not 0 */
export async function runOperatorCommand(command: string, url: string): Promise<CommandCost> {
  const startedAt = performance.now();
  const child = spawnNode([builtPath('dist/server/operate.js'), command], { DATABASE_URL: url, LOG_LEVEL: 'warn' });
  let peakMemory = Number.NaN;
  const polling = setInterval(() => {
    const memory = peakMemoryOf(child.pid ?? 0);
    if (!Number.isNaN(memory)) peakMemory = memory;
  }, POLL_INTERVAL_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(polling);
  if (code !== 0) throw new Error(`${command} has ended with ${code}`);
  return { milliseconds: performance.now() - startedAt, peakMemory };
}

const peakMemoryOf = (pid: number): number => memoryOf(pid, 'VmHWM');

/** The memory of a process in MB, as Linux reports it. @param field current (`VmRSS`) or peak (`VmHWM`) */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/** The path of a file of the built product. */
const builtPath = (path: string): string => fileURLToPath(new URL(path, `file://${process.cwd()}/`));

interface ProductOptions {
  readonly url: string;
  readonly port: number;
  /** The port that browsers use: the one of the api. */
  readonly publicPort: number;
}

const startBuilt = (name: string, { url, port, publicPort }: ProductOptions): Promise<Program> =>
  startProgram({
    args: [builtPath(`dist/server/${name}.js`)],
    env: {
      DATABASE_URL: url,
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: `http://localhost:${publicPort}`,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    },
    port,
    readyPath: '/readyz',
  });

/** Starts the built product as one process. */
export const startBuiltProduct = (url: string, port: number): Promise<Program> =>
  startBuilt('main', { url, port, publicPort: port });

/** Starts api, projector and reactor as separate processes. Port and memory of the result are those of the api. */
export async function startBuiltProcesses(url: string, port: number): Promise<Program> {
  const programs: Program[] = [];
  const stop = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.stop();
  };
  try {
    const api = await startBuilt('api', { url, port, publicPort: port });
    programs.push(api);
    for (const name of ['projector', 'reactor'])
      programs.push(await startBuilt(name, { url, port: await findFreePort(), publicPort: port }));
    return { ...api, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
