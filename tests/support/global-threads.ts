import { build } from 'esbuild';
import { PROGRAM, THREADS } from './server-programs.ts';

/** The product starts its threads from files; a product that runs from sources finds them here. */
export async function setup(): Promise<void> {
  await build({ ...PROGRAM, entryPoints: THREADS, outdir: 'node_modules/.cache/prumo-threads', sourcemap: true });
}
