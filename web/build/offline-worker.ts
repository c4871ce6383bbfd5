import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { chunksOf } from './chunks.ts';
import { DASHBOARD, DEMO } from './splitting.ts';

const web = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Files without a hash in their names, which the worker caches too. */
const NAMED_FILES = ['favicon.svg', 'manifest.webmanifest'];

/**
 * The entry with its imports, and the dashboard with everything that it loads later except the demo; with styles and
 * fonts.
 */
function dashboardFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = chunksOf(bundle);
  const demo = chunks.find(DEMO);
  const files = new Set<string>();
  type ImportsOf = (chunk: Rolldown.OutputChunk) => readonly string[];
  function add(chunk: Rolldown.OutputChunk | undefined, importsOf: ImportsOf): void {
    if (!chunk || files.has(chunk.fileName) || chunk === demo) return;
    files.add(chunk.fileName);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      files.add(file);
    for (const name of importsOf(chunk)) add(chunks.byName(name), importsOf);
  }
  add(chunks.entry(), ({ imports }) => imports);
  add(chunks.find(DASHBOARD), ({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  for (const file of Object.keys(bundle)) if (file.endsWith('.woff2')) files.add(file);
  return [...files];
}

/** Builds the service worker with the file names of this build. */
export const offlineWorker = (): Plugin => ({
  name: 'offline-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const hash = createHash('sha256');
    for (const name of NAMED_FILES) hash.update(readFileSync(web(`public/${name}`)));
    const files = [...dashboardFiles(bundle), ...NAMED_FILES].map((name) => `/${name}`);
    const page = bundle['index.html'];
    if (page?.type === 'asset') hash.update(page.source);
    const version = hash.update(files.join()).digest('hex').slice(0, 16);
    const { outputFiles } = await build({
      entryPoints: [web('offline/service-worker.ts')],
      bundle: true,
      minify: true,
      write: false,
      target: 'es2022',
      define: { BUILD: JSON.stringify({ version, files }) },
    });
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: outputFiles[0]?.text ?? '' });
  },
});
