import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServerBuild {
  /** The product, to be run by Node.js. */
  readonly program: string;
  /** Its parts as processes of their own. */
  readonly api: string;
  readonly projector: string;
  readonly reactor: string;
  /** What an operator runs beside it, with the task as its argument. */
  readonly operate: string;
  remove(): void;
}

/** The server as `npm start` runs it, from the sources as they are now, with a tiny client beside it. */
export async function buildServer(): Promise<ServerBuild> {
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'prumo-faults-'));
  const outdir = join(folder, 'server');
  cpSync(join(root, 'tests', 'support', 'web-root'), join(folder, 'web'), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'src/main.ts',
      api: 'src/main-api.ts',
      projector: 'src/main-projector.ts',
      reactor: 'src/main-reactor.ts',
      operate: 'scripts/operate.ts',
    },
    outdir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
  cpSync(join(root, 'src', 'migrations', 'sql'), join(outdir, 'sql'), { recursive: true });
  return {
    program: join(outdir, 'main.js'),
    api: join(outdir, 'api.js'),
    projector: join(outdir, 'projector.js'),
    reactor: join(outdir, 'reactor.js'),
    operate: join(outdir, 'operate.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
