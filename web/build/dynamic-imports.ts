import type { Plugin } from 'vite';

/** The global that the app's first script sets: see web/import-again.ts. */
const IMPORT_AGAIN = 'globalThis.importAgain';

const DYNAMIC_IMPORT = /\bimport\((["'`])\.\/([\w.-]+\.js)\1\)/g;

/** Rewrites every dynamic import into a call of `importAgain`, which needs the chunk's address. */
export const retryDynamicImports = (): Plugin => ({
  name: 'importing-again',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    let count = 0;
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const folder = chunk.fileName.slice(0, chunk.fileName.lastIndexOf('/') + 1);
      chunk.code = chunk.code.replaceAll(DYNAMIC_IMPORT, (expression, _quote, file: string) => {
        count += 1;
        return `${IMPORT_AGAIN}(()=>${expression},"/${folder}${file}")`;
      });
    }
    if (count === 0) throw new Error('no import of a chunk was found: has the bundler begun to write them otherwise?');
  },
});
