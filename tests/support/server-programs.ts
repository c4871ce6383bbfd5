import type { BuildOptions } from 'esbuild';

const bundling = (await import(new URL('../../scripts/bundle.mjs', import.meta.url).href)) as {
  readonly PROGRAM: BuildOptions;
  readonly SERVER_PROGRAMS: Record<string, string>;
  readonly THREADS: Record<string, string>;
};

/** How the build makes a program for Node.js of our sources. */
export const { PROGRAM } = bundling;
/** The programs of the product, file by name. */
export const { SERVER_PROGRAMS } = bundling;
/** What it runs in threads of their own. */
export const { THREADS } = bundling;
