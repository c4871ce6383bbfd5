import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('.'),
  base: '/',
  cacheDir: folder('../node_modules/.cache/vite'),
  plugins: [react()],
  // The server puts each answer's nonce in its place; see src/http/pages.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    chunkSizeWarningLimit: 700, // the chart library, loaded when a chart is first shown
    manifest: true,
    reportCompressedSize: false,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false }, // every browser of the target has it
  },
});
