import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { build as bundleWorker } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, defineConfig, type Plugin, type Rolldown } from 'vite';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Puts the landing's HTML into index.html: the first page is painted before any script has run. */
const paintLanding = (): Plugin => ({
  name: 'paint-landing',
  apply: 'build',
  async transformIndexHtml(html) {
    const server = await createServer({
      configFile: false,
      root: folder('.'),
      cacheDir: folder('../node_modules/.cache/vite-first-paint'),
      plugins: [react()],
      appType: 'custom',
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      logLevel: 'error',
    });
    try {
      const { landingHtml } = await server.ssrLoadModule(folder('./features/landing/first-paint.tsx'));
      return html.replace('<!-- landing -->', landingHtml);
    } finally {
      await server.close();
    }
  },
});

/** What /dashboard needs besides the first page's own script: named in the HTML, so that it need not be found out. */
const nameDashboardParts = (): Plugin => ({
  name: 'name-dashboard-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const parts = new Set<string>();
      const add = (file: string): void => {
        if (parts.has(file)) return;
        parts.add(file);
        const chunk = named.get(file);
        chunk?.viteMetadata?.importedCss.forEach((sheet) => parts.add(sheet));
        chunk?.imports.forEach(add);
      };
      const page = chunks.find(({ name }) => name === 'dashboard-page');
      if (page === undefined) throw new Error('there is no chunk of the dashboard');
      add(page.fileName);
      const list = [...parts].map((file) => `/${file}`).join(' ');
      return html.replace('src="/first-paint.js"', `src="/first-paint.js" data-dashboard="${list}"`);
    },
  },
});

/** Beside the hashed ones: they keep their names. */
const NAMED_FILES = ['first-paint.js', 'favicon.svg', 'manifest.webmanifest'];
const DASHBOARD = '/features/dashboard/dashboard-page.tsx';
/** Has no use for those who have a business of their own. */
const DEMO = '/features/demo/demo-dashboard.tsx';

/** The entry, the dashboard and all that either asks for later, each with its styles and fonts. */
function dashboardFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  type Next = (chunk: Rolldown.OutputChunk) => readonly string[];
  function add(chunk: Rolldown.OutputChunk | undefined, next: Next): void {
    if (!chunk || files.has(chunk.fileName) || chunk.facadeModuleId?.endsWith(DEMO)) return;
    files.add(chunk.fileName);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      files.add(file);
    for (const name of next(chunk)) {
      const found = chunks.find(({ fileName }) => fileName === name);
      add(found, next);
    }
  }
  const entry = chunks.find(({ isEntry }) => isEntry);
  add(entry, ({ imports }) => imports);
  const dashboard = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(DASHBOARD));
  add(dashboard, ({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  for (const file of Object.keys(bundle)) if (file.endsWith('.woff2')) files.add(file);
  return [...files];
}

/** Makes the service worker, which knows this build's files by name. */
const offlineWorker = (): Plugin => ({
  name: 'offline-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const hash = createHash('sha256');
    for (const name of NAMED_FILES) hash.update(readFileSync(folder(`public/${name}`)));
    const files = [...dashboardFiles(bundle), ...NAMED_FILES].map((name) => `/${name}`);
    const page = bundle['index.html'];
    if (page?.type === 'asset') hash.update(page.source);
    const version = hash.update(files.join()).digest('hex').slice(0, 16);
    const { outputFiles } = await bundleWorker({
      entryPoints: [folder('offline/service-worker.ts')],
      bundle: true,
      minify: true,
      write: false,
      target: 'es2022',
      define: { BUILD: JSON.stringify({ version, files }) },
    });
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: outputFiles[0]?.text ?? '' });
  },
});

export default defineConfig({
  root: folder('.'),
  base: '/',
  cacheDir: folder('../node_modules/.cache/vite'),
  plugins: [react(), paintLanding(), nameDashboardParts(), offlineWorker()],
  // The server puts each answer's nonce in its place; see src/http/pages.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // the chart library, loaded when a chart is first shown
    target: 'baseline-widely-available',
    modulePreload: {
      polyfill: false, // every browser of the target has it
      // The names of what every page's code needs weigh a kilobyte in the first script; scripts name their own.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
  },
});
