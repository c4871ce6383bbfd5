import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const preparation = `await (await import('./scripts/bootstrap.mjs')).ensureBuilt()`;

/** Builds the product if its sources have changed, because browsers are shown what `npm start` serves. */
export function setup(): void {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['--input-type=module', '--eval', preparation], { cwd, stdio: 'inherit' });
}
