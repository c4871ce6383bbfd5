import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { chunksOf } from './chunks.ts';
import { DASHBOARD_MODULE, DEMO_MODULE } from './splitting.ts';

const webPath = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Files without a hash in their names, which the worker caches too. */
const UNHASHED_FILES = ['favicon.svg', 'manifest.webmanifest'];

/**
 * The entry with its imports, and the dashboard with everything that it loads later except the demo; with styles and
 * fonts.
 */
function dashboardFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = chunksOf(bundle);
  const demo = chunks.find(DEMO_MODULE);
  const files = new Set<string>();
  type ImportsOf = (chunk: Rolldown.OutputChunk) => readonly string[];
  function addWithImports(chunk: Rolldown.OutputChunk | undefined, importsOf: ImportsOf): void {
    if (!chunk || files.has(chunk.fileName) || chunk === demo) return;
    files.add(chunk.fileName);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      files.add(file);
    for (const name of importsOf(chunk)) addWithImports(chunks.byName(name), importsOf);
  }
  addWithImports(chunks.entry(), ({ imports }) => imports);
  addWithImports(chunks.find(DASHBOARD_MODULE), ({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  for (const file of Object.keys(bundle)) if (file.endsWith('.woff2')) files.add(file);
  return [...files];
}

/** Builds the service worker with the file names of this build. */
export const offlineWorker = (): Plugin => ({
  name: 'offline-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    // The version of the worker's cache: it changes with the content of any file that the worker caches.
    const hash = createHash('sha256');
    for (const name of UNHASHED_FILES) hash.update(readFileSync(webPath(`public/${name}`)));
    const files = [...dashboardFiles(bundle), ...UNHASHED_FILES].map((name) => `/${name}`);
    const page = bundle['index.html'];
    if (page?.type === 'asset') hash.update(page.source);
    const version = hash.update(files.join()).digest('hex').slice(0, 16);
    const { outputFiles } = await build({
      entryPoints: [webPath('offline/service-worker.ts')],
      bundle: true,
      minify: true,
      write: false,
      target: 'es2022',
      define: { BUILD: JSON.stringify({ version, files }) },
    });
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: outputFiles[0]?.text ?? '' });
  },
});
