import { build as bundle } from 'esbuild';
import { readdirSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as buildWeb } from 'vite';
import { PROGRAM, SERVER_PROGRAMS, THREADS } from './bundle.mjs';
import { alone } from './lock.mjs';
import { isBuilt, root, sourcesHash, stampFile } from './sources.mjs';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/;
const TOO_SMALL = 1_000;

/** Writes .br and .gz beside every asset, so that serving needs no compression. */
async function precompress() {
  const folder = join(root, 'dist', 'web');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name));
  const oneFile = async (/** @type {string} */ name) => {
    const file = join(folder, name);
    const content = await readFile(file);
    if (content.length < TOO_SMALL) return;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(`${file}.br`, await brotli(content, { params }));
    await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }));
  };
  await Promise.all(names.map(oneFile));
}

/** Bundles our own code into one file for each program; packages stay in node_modules. */
async function bundleServer() {
  await rm(join(root, 'dist', 'server'), { recursive: true, force: true });
  await bundle({
    ...PROGRAM,
    entryPoints: { ...SERVER_PROGRAMS, ...THREADS },
    outdir: 'dist/server',
    splitting: true,
    chunkNames: '[name]-[hash]', // Chunks are stored beside the programs, so that relative paths hold in every file.
    sourcemap: true,
  });
  await cp(join(root, 'src', 'migrations', 'sql'), join(root, 'dist', 'server', 'sql'), { recursive: true });
}

// Run by the tests, the build would otherwise bundle React for development and leave it for `npm start`.
process.env['NODE_ENV'] = 'production';

/** Builds, unless dist/ was made from these very sources. */
async function build() {
  if (isBuilt()) return;
  // The hash is taken before the build, so that a change during the build makes the next start build again.
  const hash = sourcesHash();
  await rm(stampFile, { force: true });
  await Promise.all([
    bundleServer(),
    buildWeb({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' }).then(precompress),
  ]);
  await writeFile(stampFile, hash);
}

await alone(build);
