import type { ClientBase } from 'pg';
import { MigrationProblem } from './migration.ts';

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
