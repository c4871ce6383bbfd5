import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A fault put into one place of the pages' sources. */
export interface Plant {
  /** Below `web/`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly instead: string;
  readonly planted: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A process of its own: React is taken for production only where nobody has asked for it before. */
const BUILD = `
  import { build } from 'vite';
  const { plants, outDir } = JSON.parse(process.env.PLANTED);
  const planting = {
    name: 'planting',
    enforce: 'pre',
    transform(code, id) {
      const [file] = id.split('?');
      return plants.filter((plant) => file.endsWith('/web/' + plant.file)).reduce((text, { instead, planted }) => {
        if (text.split(instead).length !== 2) throw new Error('does not stand there once: ' + instead);
        return text.replace(instead, () => planted);
      }, code);
    },
  };
  await build({
    configFile: 'web/vite.config.ts',
    logLevel: 'error',
    plugins: [planting],
    build: { outDir, minify: false },
  });
`;

/** The pages built with these faults. @returns where they lie, and their end */
export async function builtWith(plants: readonly Plant[]): Promise<{ readonly webRoot: string; remove(): void }> {
  const outDir = mkdtempSync(join(tmpdir(), 'prumo-planted-'));
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PLANTED: JSON.stringify({ plants, outDir }) },
  });
  return { webRoot: outDir, remove: () => rmSync(outDir, { recursive: true, force: true }) };
}
