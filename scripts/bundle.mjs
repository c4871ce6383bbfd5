import { root } from './sources.mjs';

/**
 * The esbuild options of a program for Node.js: its own code is bundled, and packages are imported as installed. It is
 * split, so that a program or thread loads what it imports on demand only then: the client of EventStoreDB takes two
 * thirds of a thread's start.
 */
export const PROGRAM = /** @type {const} */ ({
  absWorkingDir: root,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]', // Chunks are beside the programs, so relative paths hold in every file.
  logLevel: 'warning',
});

/** The source files of the programs of the product, by name. */
export const SERVER_PROGRAMS = {
  main: 'src/main.ts',
  api: 'src/main-api.ts',
  reactor: 'src/main-reactor.ts',
  projector: 'src/main-projector.ts',
  operate: 'scripts/operate.ts',
};

/** The source files of worker threads. Programs find each in their own folder, by its name. */
export const THREADS = {
  'past-reads-thread': 'src/processes/past-reads-thread.ts',
  'folding-thread': 'src/processes/folding-thread.ts',
};
