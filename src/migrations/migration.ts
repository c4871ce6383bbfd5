import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The database cannot be used by this program as it is; the message is one line for whoever operates it.
 *
 * - `not_migrated`: migrations are missing, and this role may not make them.
 * - `newer`: it has migrations that this program does not know.
 * - `unknown_shape`: it was there before migrations were numbered, and is not what they begin with.
 * - `failed`: a migration could not be made; nothing of it was done.
 * - `no_role`: a role that is to be given rights is not there.
 * - `no_rights`: this role lacks what the program needs.
 */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';
  readonly kind: 'not_migrated' | 'newer' | 'unknown_shape' | 'failed' | 'no_role' | 'no_rights';
  constructor(kind: MigrationProblem['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

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
