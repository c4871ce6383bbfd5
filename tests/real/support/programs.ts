import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

/** The folders in which distributions put system programs. */
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin'];

/** Returns the first of these programs that is installed, on PATH or in a system folder. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Runs a program and returns its output, errors included. @throws when it fails; the message contains the output */
export function outputOf(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { PATH = '', HOME = '/' } = process.env;
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      env: { PATH, HOME, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`, { cause: error });
  }
}

export const versionIn = (text: string): string => /\d+(?:\.\d+)+/.exec(text)?.[0] ?? text.trim();

export interface Daemon {
  /** The complete output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a program that runs until it is stopped. */
export function startDaemon(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Daemon {
  const { PATH = '', HOME = '/' } = process.env;
  const child = spawn(program, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'exit');
  gone.catch(() => undefined);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    output: () => said,
    async stop() {
      process.off('exit', endWithUs);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    },
  };
}
