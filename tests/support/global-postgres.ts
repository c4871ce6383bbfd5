import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { PROGRAM, THREADS } from './server-programs.ts';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server-wide connection string of this run's PostgreSQL; `freshDatabase` makes databases on it. */
    postgresUrl: string;
  }
}

/**
 * Starts one PostgreSQL for all files of the project and ends it with the run. The product starts its threads from
 * files; a product that runs from sources finds them here.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build({ ...PROGRAM, entryPoints: THREADS, outdir: 'node_modules/.cache/prumo-threads', sourcemap: true });
  const { url, stop } = await startTestPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
