import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { importingAgain } from './build/importing-again.ts';
import { mantineStylesheet } from './build/mantine-variables.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { pages } from './build/pages.ts';
import { splitting } from './build/splitting.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('.'),
  base: '/',
  cacheDir: folder('../node_modules/.cache/vite'),
  // React has had it for long; wouter and mobx-react-lite bring their own for those that had not.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: folder('build/external-store.ts') }],
  },
  plugins: [react(), mantineStylesheet(), importingAgain(), pages(), offlineWorker()],
  // The server puts each answer's nonce in its place; see src/http/pages.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  // A worker that fetches a part of itself only when it is needed is made of modules.
  worker: { format: 'es' },
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // the chart library, loaded when a chart is first shown
    target: 'baseline-widely-available',
    rolldownOptions: { output: { codeSplitting: { groups: splitting(folder('app.tsx')) } } },
    modulePreload: {
      polyfill: false, // every browser of the target has it
      // The names of what every page's code needs weigh a kilobyte in the first script; scripts name their own.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
  },
});
