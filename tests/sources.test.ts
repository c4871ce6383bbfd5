import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { PROGRAM, SERVER_PROGRAMS } from './support/server-programs.ts';

const { sources } = (await import(new URL('../scripts/sources.mjs', import.meta.url).href)) as {
  readonly sources: () => readonly string[];
};

test('a change of any source file makes the next start build the programs again', async () => {
  const { metafile } = await build({
    ...PROGRAM,
    entryPoints: SERVER_PROGRAMS,
    outdir: 'dist/server',
    metafile: true,
    write: false,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.length).toBeGreaterThan(300);
  const hashed = new Set(sources());
  expect(inputs.filter((file) => !hashed.has(file))).toEqual([]);
});
