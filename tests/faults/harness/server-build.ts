import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { PROGRAM, SERVER_PROGRAMS, THREADS } from '#tests/support/server-programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServerBuild {
  /** The program with everything in one process. */
  readonly program: string;
  /** The programs of the single parts. */
  readonly api: string;
  readonly projector: string;
  readonly reactor: string;
  /** The program with the operator's commands, which takes the task as argument. */
  readonly operate: string;
  remove(): void;
}

/** The file name of a module of the product, and the module that replaces it. */
interface Replacement {
  readonly file: string;
  readonly by: URL;
}

/** The replacement itself may import the module that it replaces. @throws when no module imports such a file */
function replacing({ file, by }: Replacement): Plugin {
  const path = fileURLToPath(by);
  return {
    name: 'replacing',
    setup(bundle) {
      let isFound = false;
      bundle.onResolve({ filter: /\.ts$/ }, (imported) => {
        if (!imported.path.endsWith(`/${file}`) || imported.importer === path) return undefined;
        isFound = true;
        return { path };
      });
      bundle.onEnd(() => {
        if (!isFound) throw new Error(`${file} is no module of the product`);
      });
    },
  };
}

/** Builds the server as `npm start` does, from the current sources, with a tiny client. */
export async function buildServer(...replacements: readonly Replacement[]): Promise<ServerBuild> {
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'prumo-faults-'));
  const outdir = join(folder, 'server');
  cpSync(join(root, 'tests', 'support', 'web-root'), join(folder, 'web'), { recursive: true });
  await build({
    ...PROGRAM,
    entryPoints: { ...SERVER_PROGRAMS, ...THREADS },
    outdir,
    plugins: replacements.map(replacing),
  });
  cpSync(join(root, 'src', 'migrations', 'sql'), join(outdir, 'sql'), { recursive: true });
  return { ...programsIn(outdir), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns the programs of a build in its folder. */
export function programsIn(folder: string): Omit<ServerBuild, 'remove'> {
  const program = (name: string): string => join(folder, `${name}.js`);
  return {
    program: program('main'),
    api: program('api'),
    projector: program('projector'),
    reactor: program('reactor'),
    operate: program('operate'),
  };
}
