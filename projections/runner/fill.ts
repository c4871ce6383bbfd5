import type { ClientBase } from 'pg';
import type { EventLog, Position } from '#eventstore/port.ts';
import { readModelTables } from '../read/schema.ts';
import { batchStatement, insertStatement, type Statement } from './batch-statement.ts';
import type { EventFolder } from './folding.ts';
import { createDigestsSql, DIGESTED_TABLES, findDigestDifferences, expectedDigestsOf } from './row-digests.ts';
import { readRowPages } from './row-pages.ts';
import type { Difference } from './verify.ts';

export interface FillCount {
  readonly businesses: number;
  readonly accounts: number;
}

/**
 * Builds `schema` with all rows of the log up to `until`. Each row is written once. Pages are written on all
 * connections, one at a time on each, while the next ones are made; keys are created after all rows, in order, at a
 * fraction of the cost of adding to an index row by row. Digests of the sent rows are kept, to be compared with the
 * stored ones.
 * @throws LogUnavailable · errors of the database
 */
export async function fillSchema(
  clients: readonly ClientBase[],
  schema: string,
  {
    log,
    until,
    eventFolder,
  }: { readonly log: EventLog; readonly until: Position | null; readonly eventFolder: EventFolder },
): Promise<FillCount> {
  const [first] = clients;
  if (!first) throw new RangeError('rows are written over a connection at least');
  await first.query(`drop schema if exists ${schema} cascade; ${readModelTables(schema)} ${createDigestsSql(schema)}`);
  for (const { name } of DIGESTED_TABLES)
    await first.query(`alter table ${schema}.${name} drop constraint ${name}_pkey`);
  const counts = { businesses: 0, accounts: 0 };
  async function* statements(): AsyncGenerator<Statement> {
    for await (const { businessIds, userIds, changes } of readRowPages(log, { until, eventFolder })) {
      counts.businesses += businessIds.length;
      counts.accounts += userIds.length;
      const statement = insertStatement(schema, [...changes, expectedDigestsOf(changes)]);
      if (statement) yield statement;
    }
  }
  await forEachClient(clients, statements(), async (client, { name, text, values }) => {
    await client.query({ name, text, values: [...values] });
  });
  await forEachClient(clients, DIGESTED_TABLES, async (client, { name, columns, keyCount }) => {
    const key = columns.slice(0, keyCount).map((column) => column.name);
    await client.query(`alter table ${schema}.${name} add primary key (${key.join(', ')})`);
  });
  const { text, values } = batchStatement(schema, { from: null, to: until, generation: 1 }, []);
  await first.query(text, [...values]);
  return counts;
}

/**
 * Finds the differences between the stored rows, in the same schema by default, and the rows that `fillSchema` has sent
 * to schema `sentSchema`.
 */
export async function findDifferences(
  clients: readonly ClientBase[],
  sentSchema: string,
  storedSchema = sentSchema,
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  await forEachClient(clients, DIGESTED_TABLES, async (client, table) => {
    differences.push(...(await findDigestDifferences(client, table, { expected: sentSchema, actual: storedSchema })));
  });
  return differences;
}

/**
 * Runs `work` with every item, one at a time on each connection. The next item is read only when a connection is free,
 * so their number bounds the items in memory.
 * @throws the first error, after running work has ended
 */
export async function forEachClient<Item>(
  clients: readonly ClientBase[],
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (client: ClientBase, item: Item) => Promise<void>,
): Promise<void> {
  const freeClients = [...clients];
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  try {
    for await (const item of items) {
      while (freeClients.length === 0) await Promise.race(running);
      const client = freeClients.pop();
      if (errors.length > 0 || !client) break;
      const working: Promise<void> = work(client, item)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          freeClients.push(client);
          running.delete(working);
        });
      running.add(working);
    }
  } finally {
    await Promise.all(running);
  }
  if (errors.length > 0) throw errors[0];
}
