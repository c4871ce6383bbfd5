import type { BuildOptions } from 'esbuild';

const bundling = (await import(new URL('../../scripts/bundle.mjs', import.meta.url).href)) as {
  readonly PROGRAM: BuildOptions;
  readonly SERVER_PROGRAMS: Record<string, string>;
  readonly THREADS: Record<string, string>;
};

/** The bundler options that make a program for Node.js of our sources. */
export const { PROGRAM } = bundling;
/** The programs of the product, file by name. */
export const { SERVER_PROGRAMS } = bundling;
/** The modules that the program runs in threads of their own. */
export const { THREADS } = bundling;
