import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceOf } from './support/imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { sources } = (await import(new URL('../scripts/sources.mjs', import.meta.url).href)) as {
  readonly sources: () => readonly string[];
};

test('whatever a program is made of makes it built again when it changes', async () => {
  const entryPoints = [...sourceOf('scripts/build.mjs').matchAll(/^ +\w+: '([\w./-]+\.ts)',$/gm)].map(
    ([, file = '']) => file,
  );
  expect(entryPoints).toContain('scripts/operate.ts');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'dist/server',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    splitting: true,
    metafile: true,
    write: false,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.length).toBeGreaterThan(300);
  const hashed = new Set(sources());
  expect(inputs.filter((file) => !hashed.has(file))).toEqual([]);
});
