import { accountStream, businessStream } from '#domain/streams.ts';
import { createAppender, historyOfEverything, testId } from '#tests/support/histories.ts';
import { type ReadDatabase, readDatabase } from './read-database.ts';

/** Events of a small business, for tests about when they are projected rather than about their content. */

export const streamOf = (name: string): string => businessStream(testId('business', name));
export const opened = (name: string) => ({ type: 'BusinessOpened', data: { ownerId: testId('owner', name) } });
export const cost = (n: number) => ({
  type: 'FixedCostAdded',
  data: { id: testId('cost', n), name: `Custo ${n}`, value: n * 10_000 },
});

/** Returns the values of a business's fixed costs from the read model, in their order. */
export async function costsOf({ pool }: ReadDatabase, name: string): Promise<number[]> {
  const { rows } = await pool.query<{ body: string }>(
    'select body from read.fixed_cost where business_id = $1 order by sequence',
    [testId('business', name)],
  );
  return rows.map(({ body }) => (JSON.parse(body) as { value: number }).value);
}

/** A business with an entry in every list. */
const { businessId, changes } = historyOfEverything(testId('owner'));

/** Creates a database in which that business and an account are projected. */
export async function projectedDatabase() {
  const database = await readDatabase();
  const appender = createAppender(database.log);
  database.project();
  await appender.append(accountStream(testId('someone')), [{ type: 'AccountRegistered', data: { issuer: 'test' } }]);
  for (const { events } of changes) await appender.append(businessStream(businessId), events);
  await database.reach((await database.log.head()) ?? '');
  return { database, appender };
}
