import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server-wide connection string of this run's PostgreSQL; `freshDatabase` makes databases on it. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for all files of the project and ends it with the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTestPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
