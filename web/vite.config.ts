import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { retryDynamicImports } from './build/dynamic-imports.ts';
import { mantineStylesheet } from './build/mantine-variables.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { pages } from './build/pages.ts';
import { chunkGroups } from './build/splitting.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('.'),
  base: '/',
  cacheDir: folder('../node_modules/.cache/vite'),
  // React has had the hook built in for long; wouter and mobx-react-lite bring a polyfill for older versions.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: folder('build/external-store-shim.ts') },
    ],
  },
  plugins: [react(), mantineStylesheet(), retryDynamicImports(), pages(), offlineWorker()],
  // The server replaces the placeholder by each answer's nonce; see src/http/pages.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  // A worker that loads a part of itself on demand has to be an ES module.
  worker: { format: 'es' },
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0, // The content security policy allows no data: addresses.
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // The limit allows for the chart library, which is loaded with the first chart.
    target: 'baseline-widely-available',
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(folder('app.tsx')) } } },
    modulePreload: {
      polyfill: false, // Every browser of the target supports module preloading.
      // The file names of every page's code would add a kilobyte to the first script; other scripts name their own.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
  },
});
