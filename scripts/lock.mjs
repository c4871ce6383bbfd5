import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './sources.mjs';

const FILE = join(root, 'dist', '.lock');
const TOO_OLD_MS = 15 * 60_000;

/** @returns {boolean} whether this process holds the lock now */
function take() {
  try {
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @returns {number | undefined} the process that holds the lock, if it still runs */
function holder() {
  try {
    const pid = Number(readFileSync(FILE, 'utf8'));
    const isOld = Date.now() - statSync(FILE).mtimeMs > TOO_OLD_MS;
    if (pid === process.pid || isOld) return undefined; // The pid has been reused, as in containers.
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' ? 0 : undefined;
  }
}

/**
 * Runs `work` while no other process installs or builds here, because start and test may run at the same time.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(work) {
  for (let told = false; !take(); await sleep(200)) {
    const pid = holder();
    if (pid === undefined) {
      rmSync(FILE, { force: true });
    } else if (!told) {
      console.error(`Prumo: o processo ${pid || 'de outra pessoa'} está instalando ou construindo aqui; esperando…`);
      told = true;
    }
  }
  try {
    return await work();
  } finally {
    rmSync(FILE, { force: true });
  }
}
