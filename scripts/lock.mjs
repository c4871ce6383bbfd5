import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './sources.mjs';

const LOCK_FILE = join(root, 'dist', '.lock');
/** A lock older than this is abandoned, because no installation or build takes so long. */
const MAX_LOCK_AGE_MS = 15 * 60_000;

/** @returns {boolean} whether this process has acquired the lock */
function acquire() {
  try {
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @returns {number | undefined} the id of the process that holds the lock, if it still runs; 0 for one of another user
 */
function lockHolder() {
  try {
    const pid = Number(readFileSync(LOCK_FILE, 'utf8'));
    const isOld = Date.now() - statSync(LOCK_FILE).mtimeMs > MAX_LOCK_AGE_MS;
    // The file can contain the id of this process where ids are reused, as in containers.
    if (pid === process.pid || isOld) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' ? 0 : undefined;
  }
}

/**
 * Runs `work` while no other process installs or builds in this checkout, because `npm start` and `npm test` may run at
 * the same time.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  for (let hasWarned = false; !acquire(); await sleep(200)) {
    const pid = lockHolder();
    if (pid === undefined) {
      rmSync(LOCK_FILE, { force: true });
    } else if (!hasWarned) {
      console.error(`Prumo: o processo ${pid || 'de outra pessoa'} está instalando ou construindo aqui; esperando…`);
      hasWarned = true;
    }
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK_FILE, { force: true });
  }
}
