import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const preparation = `await (await import('./scripts/bootstrap.mjs')).ensureBuilt()`;

/** What a browser is shown is what `npm start` serves: the built product, made again when its sources changed. */
export function setup(): void {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['--input-type=module', '--eval', preparation], { cwd, stdio: 'inherit' });
}
