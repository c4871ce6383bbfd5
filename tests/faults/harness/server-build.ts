import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { type Plant, plantedIn } from '#tests/support/planting.ts';
import { PROGRAM, SERVER_PROGRAMS, THREADS } from '#tests/support/server-programs.ts';

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

/** @throws when the file is none of the product's: a control of what is not there would say nothing */
const bundledWith = (plant: Plant): Plugin => ({
  name: 'planting',
  setup(bundle) {
    let isRead = false;
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== join(root, plant.file)) return undefined;
      isRead = true;
      return { contents: plantedIn(await readFile(path, 'utf8'), plant), loader: 'ts' };
    });
    bundle.onEnd(() => {
      if (!isRead) throw new Error(`${plant.file} is no part of the product`);
    });
  },
});

/**
 * The server as `npm start` runs it, from the sources as they are now, with a tiny client beside it.
 * @param plant what is not as it is in the sources, for a control
 */
export async function buildServer(plant?: Plant): Promise<ServerBuild> {
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'prumo-faults-'));
  const outdir = join(folder, 'server');
  cpSync(join(root, 'tests', 'support', 'web-root'), join(folder, 'web'), { recursive: true });
  await build({
    ...PROGRAM,
    entryPoints: { ...SERVER_PROGRAMS, ...THREADS },
    outdir,
    splitting: true, // as the build does: what a program does not wait for is loaded when it is there already
    chunkNames: '[name]-[hash]',
    plugins: plant ? [bundledWith(plant)] : [],
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
