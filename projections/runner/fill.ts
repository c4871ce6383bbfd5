import type { ClientBase } from 'pg';
import type { EventLog, Position } from '#eventstore/port.ts';
import { readModelTables } from '../read/schema.ts';
import { batchStatement, insertStatement, type Statement } from './batch-statement.ts';
import type { Folder } from './folding.ts';
import { createDigestsSql, DIGESTED, digestDifferences, digestsOf } from './row-digests.ts';
import { rowPages } from './row-pages.ts';
import type { Difference } from './verification.ts';

export interface FillCount {
  readonly businesses: number;
  readonly accounts: number;
}

/**
 * Makes `schema` anew with all rows of what is in the log up to `until`. Each row is written once, in pages, one page on
 * each connection at a time while the next ones are made; keys are made when all rows are there: in order, and at a
 * fraction of what each alone costs. What has been sent is kept as digests, to be compared with what is stored.
 * @throws LogUnavailable · errors of the database
 */
export async function fill(
  clients: readonly ClientBase[],
  schema: string,
  { log, until, folding }: { readonly log: EventLog; readonly until: Position | null; readonly folding: Folder },
): Promise<FillCount> {
  const [first] = clients;
  if (!first) throw new RangeError('rows are written over a connection at least');
  await first.query(`drop schema if exists ${schema} cascade; ${readModelTables(schema)} ${createDigestsSql(schema)}`);
  for (const { name } of DIGESTED) await first.query(`alter table ${schema}.${name} drop constraint ${name}_pkey`);
  const filled = { businesses: 0, accounts: 0 };
  async function* statements(): AsyncGenerator<Statement> {
    for await (const { businessIds, userIds, changes } of rowPages(log, { until, folding })) {
      filled.businesses += businessIds.length;
      filled.accounts += userIds.length;
      const statement = insertStatement(schema, [...changes, digestsOf(changes)]);
      if (statement) yield statement;
    }
  }
  await forEachClient(clients, statements(), async (client, { name, text, values }) => {
    await client.query({ name, text, values: [...values] });
  });
  await forEachClient(clients, DIGESTED, async (client, { name, columns, keys }) => {
    const key = columns.slice(0, keys).map((column) => column.name);
    await client.query(`alter table ${schema}.${name} add primary key (${key.join(', ')})`);
  });
  const { text, values } = batchStatement(schema, { from: null, to: until, generation: 1 }, []);
  await first.query(text, [...values]);
  return filled;
}

/** Whether the rows that are stored, in the same schema unless told, are those that `fill` has sent to schema `sent`. */
export async function differencesFrom(
  clients: readonly ClientBase[],
  sent: string,
  stored = sent,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  await forEachClient(clients, DIGESTED, async (client, table) => {
    found.push(...(await digestDifferences(client, table, { sent, stored })));
  });
  return found;
}

/**
 * Does `work` with every item, one at a time on each connection. The next item is asked for only when a connection is
 * free: what is under way is bounded by their number.
 * @throws the first error, when what was under way has ended
 */
export async function forEachClient<Item>(
  clients: readonly ClientBase[],
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (client: ClientBase, item: Item) => Promise<void>,
): Promise<void> {
  const free = [...clients];
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  try {
    for await (const item of items) {
      while (free.length === 0) await Promise.race(underWay);
      const client = free.pop();
      if (errors.length > 0 || !client) break;
      const done: Promise<void> = work(client, item)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          free.push(client);
          underWay.delete(done);
        });
      underWay.add(done);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (errors.length > 0) throw errors[0];
}
