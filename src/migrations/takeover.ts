import { readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { catalogOf } from './catalog.ts';
import { BASELINE, migrationFile, migrationNames, MigrationProblem } from './migration.ts';

/** The migrations that give the state of databases from before numbered migrations. */
export const baselineNames = (): readonly string[] => migrationNames().filter((name) => name <= BASELINE);

/**
 * Tells whether a database without recorded migrations is one from before they were numbered. Its shape is compared
 * with the result of the first migrations on this very server, in a transaction that is rolled back.
 * @returns false when it has no schema of ours yet
 * @throws MigrationProblem when a schema of ours has another shape
 */
export async function isAtBaseline(client: ClientBase): Promise<boolean> {
  const actual = await catalogOf(client);
  if (actual.length === 0) return false;
  const expected = await baselineCatalog(client, actual);
  const differences = [
    ...expected.filter((line) => !actual.includes(line)).map((line) => `without ${firstLine(line)}`),
    ...actual.filter((line) => !expected.includes(line)).map((line) => `with ${firstLine(line)}`),
  ];
  if (differences.length === 0) return true;
  const more = differences.length > 3 ? ` and ${differences.length - 3} more differences` : '';
  throw new MigrationProblem(
    'unknown_shape',
    `The database is not what the first numbered migrations begin with: ${differences.slice(0, 3).join('; ')}${more}. ` +
      'Nothing was changed. Start the last version before numbered migrations once, then this one.',
  );
}

async function baselineCatalog(client: ClientBase, actual: readonly string[]): Promise<readonly string[]> {
  await client.query('begin');
  try {
    for (const line of actual)
      if (line.startsWith('schema ')) {
        const name = line.slice('schema '.length);
        await client.query(`alter schema ${name} rename to ${name}_as_found`);
      }
    for (const name of baselineNames()) await client.query(readFileSync(migrationFile(name), 'utf8'));
    return await catalogOf(client);
  } finally {
    await client.query('rollback');
  }
}

const firstLine = (line: string): string => line.split('\n')[0]?.slice(0, 160) ?? '';
