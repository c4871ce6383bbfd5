import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServerBuild {
  /** To be run by Node.js. */
  readonly program: string;
  remove(): void;
}

/** The server as `npm start` runs it, from the sources as they are now, with a tiny client beside it. */
export async function buildServer(): Promise<ServerBuild> {
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'prumo-faults-'));
  const program = join(folder, 'server', 'main.js');
  cpSync(join(root, 'tests', 'support', 'web-root'), join(folder, 'web'), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
