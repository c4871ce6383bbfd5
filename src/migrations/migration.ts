import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';

/**
 * The database is not usable by this program; the message is one line for the operator.
 *
 * - `not_migrated`: migrations are missing, and this role may not apply them.
 * - `newer`: it has migrations that this program does not know.
 * - `unknown_shape`: it is older than numbered migrations, and differs from their baseline.
 * - `failed`: a migration failed and was rolled back.
 * - `no_role`: a role that is to get rights does not exist.
 * - `no_rights`: this role lacks rights that the program needs.
 */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';
  readonly kind: 'not_migrated' | 'newer' | 'unknown_shape' | 'failed' | 'no_role' | 'no_rights';
  constructor(kind: MigrationProblem['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The folder with the migrations of this program; a build copies it beside its programs. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./sql', import.meta.url));

/** The last migration that older databases, from before numbered migrations, already contain. */
export const BASELINE = '0009_access_log';

const FILE = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** The names of the migrations of a folder in their order, such as `0001_log` for `0001_log.sql`. */
export const migrationNames = (folder = MIGRATIONS_FOLDER): readonly string[] =>
  readdirSync(folder)
    .flatMap((file) => FILE.exec(file)?.[1] ?? [])
    .toSorted();

export const migrationFile = (name: string, folder = MIGRATIONS_FOLDER): string => join(folder, `${name}.sql`);

/** The table with the applied migrations; only the owner role writes it. */
export const MIGRATIONS_TABLE = { schema: 'migrations', table: 'applied' } as const;

const MISSING_CODES = ['3F000', '42P01'];
const FORBIDDEN_CODE = '42501';

/**
 * Reads the names of the applied migrations; undefined where none was ever recorded.
 * @throws MigrationProblem when this role may not read them
 */
export async function readAppliedMigrations(client: Pick<ClientBase, 'query'>): Promise<readonly string[] | undefined> {
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from ${MIGRATIONS_TABLE.schema}.${MIGRATIONS_TABLE.table} order by name`,
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== undefined && MISSING_CODES.includes(code)) return undefined;
    if (code === FORBIDDEN_CODE)
      throw new MigrationProblem(
        'no_rights',
        'This role may not even look which migrations the database has: name it in DATABASE_ROLES and run "npm run migrate" with the owner in DATABASE_OWNER_URL.',
      );
    throw error;
  }
}

/** @throws MigrationProblem when a newer program has migrated the database */
export function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new MigrationProblem(
    'newer',
    `The database has migration ${unknown}, which this version does not know: a newer one made it. Start that one.`,
  );
}
