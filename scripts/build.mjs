import { build as bundle } from 'esbuild';
import { readdirSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as buildWeb } from 'vite';
import { PROGRAM, SERVER_PROGRAMS, THREADS } from './bundle.mjs';
import { withLock } from './lock.mjs';
import { isBuilt, root, sourcesHash, stampFile } from './sources.mjs';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/;
/** Smaller files are sent as they are, because compression would save nothing. */
const MIN_BYTES = 1_000;

/** Writes a .br and a .gz file for every asset, so that the server never compresses assets. */
async function precompress() {
  const folder = join(root, 'dist', 'web');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name));
  const compress = async (/** @type {string} */ name) => {
    const file = join(folder, name);
    const content = await readFile(file);
    if (content.length < MIN_BYTES) return;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(`${file}.br`, await brotliAsync(content, { params }));
    await writeFile(`${file}.gz`, await gzipAsync(content, { level: 9 }));
  };
  await Promise.all(names.map(compress));
}

/** Bundles the code of each program into one file; packages stay in node_modules. */
async function bundleServer() {
  await rm(join(root, 'dist', 'server'), { recursive: true, force: true });
  await bundle({
    ...PROGRAM,
    entryPoints: { ...SERVER_PROGRAMS, ...THREADS },
    outdir: 'dist/server',
    sourcemap: true,
  });
  await cp(join(root, 'src', 'migrations', 'sql'), join(root, 'dist', 'server', 'sql'), { recursive: true });
}

// Without this, a build started by the tests would bundle React for development, and `npm start` would serve it.
process.env['NODE_ENV'] = 'production';

/** Builds dist/, unless it was built from the current sources. */
async function build() {
  if (isBuilt()) return;
  // The hash is computed before the build, so that a change during the build makes the next start build again.
  const hash = sourcesHash();
  await rm(stampFile, { force: true });
  await Promise.all([
    bundleServer(),
    buildWeb({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' }).then(precompress),
  ]);
  await writeFile(stampFile, hash);
}

await withLock(build);
