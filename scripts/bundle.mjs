import { root } from './sources.mjs';

/** The esbuild options of a program for Node.js: our own code in one file, packages as installed. */
export const PROGRAM = /** @type {const} */ ({
  absWorkingDir: root,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
});

/** The programs of the product, file by name. */
export const SERVER_PROGRAMS = {
  main: 'src/main.ts',
  api: 'src/main-api.ts',
  reactor: 'src/main-reactor.ts',
  projector: 'src/main-projector.ts',
  operate: 'scripts/operate.ts',
};

/** Code that the product runs in threads: each file is stored beside the programs. */
export const THREADS = {
  'past-reads-thread': 'src/processes/past-reads-thread.ts',
  'folding-thread': 'src/processes/folding-thread.ts',
};
