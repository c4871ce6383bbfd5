import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const FOLDERS = ['src', 'web', 'projections'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];
/** The operator's commands, which are directly in scripts/; the folders in scripts/ are not built. */
const operatorCommands = () =>
  readdirSync(join(root, 'scripts'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `scripts/${name}`);

/** A build writes the hash of its sources to this file as its last step. */
export const stampFile = join(root, 'dist', '.sources');
const BUILD_OUTPUTS = [
  stampFile,
  ...['web/index.html', 'server/main.js', 'server/operate.js'].map((file) => join(root, 'dist', file)),
];

/**
 * @param {string} folder relative to the root
 * @returns {string[]} every file in it that a build may read
 */
function filesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(path);
    return entry.name.endsWith('.md') ? [] : [path];
  });
}

/** @returns {string[]} the path of every source of a build, relative to the root */
export const sources = () => [...FILES, ...operatorCommands(), ...FOLDERS.flatMap(filesIn)].toSorted();

/**
 * A hash of the sources. It depends on their contents and not on their times, which a checkout or a copy changes.
 * @returns {string}
 */
export function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of sources()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @returns {boolean} whether dist/ was built from the current sources */
export function isBuilt() {
  return BUILD_OUTPUTS.every((file) => existsSync(file)) && readFileSync(stampFile, 'utf8') === sourcesHash();
}
