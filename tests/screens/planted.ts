import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plant } from '#tests/support/planting.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A process of its own: React is taken for production only where nobody has asked for it before. */
const BUILD = `
  import { build } from 'vite';
  import { planting } from './tests/support/planting.ts';
  const { root, plants, outDir } = JSON.parse(process.env.PLANTED);
  await build({
    configFile: 'web/vite.config.ts',
    logLevel: 'error',
    plugins: [planting(root, plants)],
    build: { outDir, minify: false },
  });
`;

/** The pages built with these faults. @returns where they lie, and their end */
export async function builtWith(plants: readonly Plant[]): Promise<{ readonly webRoot: string; remove(): void }> {
  const outDir = mkdtempSync(join(tmpdir(), 'prumo-planted-'));
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', BUILD], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PLANTED: JSON.stringify({ root: ROOT, plants, outDir }) },
  });
  return { webRoot: outDir, remove: () => rmSync(outDir, { recursive: true, force: true }) };
}
