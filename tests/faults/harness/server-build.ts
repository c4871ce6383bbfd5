import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { PROGRAM, SERVER_PROGRAMS } from '#tests/support/server-programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServerBuild {
  /** The product, to be run by Node.js. */
  readonly program: string;
  /** Its parts as processes of their own. */
  readonly api: string;
  readonly projector: string;
  readonly reactor: string;
  /** What an operator runs beside it, with the task as its argument. */
  readonly operate: string;
  remove(): void;
}

/** A protection that is left out: `text` of a file under the root becomes another one. */
export interface Altered {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/** @throws when it finds nothing to alter: a control of what is not there would say nothing */
const altering = ({ file, text, by }: Altered): Plugin => ({
  name: 'altering',
  setup(bundle) {
    let isAltered = false;
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== join(root, file)) return undefined;
      const contents = await readFile(path, 'utf8');
      isAltered = contents.includes(text);
      return { contents: contents.replaceAll(text, by), loader: 'ts' };
    });
    bundle.onEnd(() => {
      if (!isAltered) throw new Error(`there is no ${text} in ${file}`);
    });
  },
});

/**
 * The server as `npm start` runs it, from the sources as they are now, with a tiny client beside it.
 * @param altered what is not as it is in the sources, for a control
 */
export async function buildServer(altered?: Altered): Promise<ServerBuild> {
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'prumo-faults-'));
  const outdir = join(folder, 'server');
  cpSync(join(root, 'tests', 'support', 'web-root'), join(folder, 'web'), { recursive: true });
  await build({
    ...PROGRAM,
    entryPoints: SERVER_PROGRAMS,
    outdir,
    plugins: altered ? [altering(altered)] : [],
  });
  cpSync(join(root, 'src', 'migrations', 'sql'), join(outdir, 'sql'), { recursive: true });
  return {
    program: join(outdir, 'main.js'),
    api: join(outdir, 'api.js'),
    projector: join(outdir, 'projector.js'),
    reactor: join(outdir, 'reactor.js'),
    operate: join(outdir, 'operate.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
