import type { ClientBase } from 'pg';
import { MigrationProblem } from './migration.ts';

/** Where it is noted which migrations a database has; written by the owner alone. */
export const NOTED_IN = { schema: 'migrations', table: 'applied' } as const;

const NOT_THERE = ['3F000', '42P01'];
const NOT_ALLOWED = '42501';

/**
 * Names of the migrations that a database has; undefined where none has ever been noted.
 * @throws MigrationProblem this role may not know
 */
export async function appliedMigrations(client: Pick<ClientBase, 'query'>): Promise<readonly string[] | undefined> {
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from ${NOTED_IN.schema}.${NOTED_IN.table} order by name`,
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== undefined && NOT_THERE.includes(code)) return undefined;
    if (code === NOT_ALLOWED)
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
