import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { createServer, defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: folder('.'),
  base: '/',
  cacheDir: folder('../node_modules/.cache/vite'),
  plugins: [react(), paintLanding(), nameDashboardParts()],
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
    modulePreload: { polyfill: false }, // every browser of the target has it
  },
});
