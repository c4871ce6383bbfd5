import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the migrations of this program are; a build puts them beside its programs. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./sql', import.meta.url));

/** Up to here stands what databases had before migrations were numbered. */
export const BASELINE = '0009_access_log';

const FILE = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** The migrations of a folder in their order, by name, that is `0001_log` for `0001_log.sql`. */
export const migrationNames = (folder = MIGRATIONS_FOLDER): readonly string[] =>
  readdirSync(folder)
    .flatMap((file) => FILE.exec(file)?.[1] ?? [])
    .toSorted();

export const migrationFile = (name: string, folder = MIGRATIONS_FOLDER): string => join(folder, `${name}.sql`);
