import { accountStream, businessStream } from '#domain/streams.ts';
import { createAppender, historyOfEverything, testId } from '#tests/support/histories.ts';
import { readDatabase } from './read-database.ts';

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
