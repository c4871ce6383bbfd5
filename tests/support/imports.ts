import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Import {
  /** The importing file, from the root of the repository. */
  readonly from: string;
  /** A file from the root, or `node:…`, or `npm:` and a package's name. */
  readonly to: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const { imports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { imports: Record<string, string> };
const ALIASES = Object.entries(imports).map(([alias, path]) => [
  alias.replace('*', ''),
  path.slice(2).replace('*', ''),
]);
/** `import … from 'x'` and `export … from 'x'` where a line begins, `import 'x'`, and `import('x')` anywhere. */
const SPECIFIER = /(?:^\s*(?:import|export)\b[^'"`;]*?\bfrom|^\s*import|\bimport\s*\()\s*['"]([^'"\n]+)['"]/gm;

export const sourceOf = (file: string): string => readFileSync(root + file, 'utf8');

/** TypeScript files of a folder and of those in it, from the root of the repository. */
export const filesIn = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);

function resolveSpecifier(from: string, specifier: string): string {
  if (isBuiltin(specifier)) return `node:${specifier.replace('node:', '')}`;
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  for (const [alias = '', path = ''] of ALIASES)
    if (specifier.startsWith(alias)) return path + specifier.slice(alias.length);
  return `npm:${/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]}`;
}

/** Every import that a file's text holds, static or dynamic, of types too. */
export const importsOf = (from: string, text: string): Import[] =>
  [...text.matchAll(SPECIFIER)].map(([, specifier = '']) => ({ from, to: resolveSpecifier(from, specifier) }));
