import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createAccess } from '#app/access.ts';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate, importMemoryAggregate, paymentAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { createGuests } from '#app/guests.ts';
import { createHistories } from '#app/history/histories.ts';
import { createImportMemories } from '#app/import-memories.ts';
import { lastRevisionSql } from '#eventstore/postgres/read.ts';
import { createSessions } from '#identity/sessions.ts';
import { createVault } from '#identity/vault.ts';
import { createQueries } from '#queries/queries.ts';
import { createAccessLog } from '#access-log/access-log.ts';
import type { Infrastructure } from './infrastructure.ts';
import { startPastReads } from './past-reads.ts';
import { logSettings } from './event-log.ts';
import { ownedBusinesses } from '#personal-data/owned-businesses.ts';

/** The maximum number of cached accounts, which are small; every command of another account costs a read of the log. */
const MAX_CACHED_ACCOUNTS = 10_000;

/** Use cases and queries over log and database. */
export type UseCases = ReturnType<typeof createUseCases>;

/**
 * Stopping writes the waiting rows of the access log and ends the threads, so it must come before the infrastructure
 * stops.
 */
export function createUseCases({ config, log, pool, clock, wait, logger, connectionString }: Infrastructure) {
  const handlerOptions = { log, now: clock, wait, yieldThread: () => setImmediate() };
  const businesses = createCommandHandler({ ...handlerOptions, aggregate: businessAggregate });
  const paymentCommands = createCommandHandler({ ...handlerOptions, aggregate: paymentAggregate });
  const accounts = createAccounts(
    createCommandHandler({ ...handlerOptions, aggregate: accountAggregate, cacheSize: MAX_CACHED_ACCOUNTS }),
    randomUUID,
  );
  const sessions = createSessions(pool, clock);
  // After a move to EventStoreDB the old events are still in the database, without any later ones.
  const cacheCheck = config.eventStoreUrl === undefined ? { lastRevision: lastRevisionSql } : {};
  const queries = createQueries({ pool, clock, ...cacheCheck });
  const access = createAccess({ log, accounts });
  const accessLog = createAccessLog({ pool, clock, logger });
  const histories = createHistories({ log });
  const pastReads = startPastReads(logSettings({ config, connectionString }));
  return {
    handlers: { businesses, paymentCommands },
    histories,
    pastReads,
    /** Drops a business that is being erased from the caches of this process. */
    forgetBusiness: (id: string): void => {
      histories.forget(id);
      pastReads.forget(id);
    },
    accounts,
    importMemories: createImportMemories(
      () => createCommandHandler({ ...handlerOptions, aggregate: importMemoryAggregate }),
      randomUUID,
    ),
    access,
    guests: createGuests({
      accounts,
      access,
      businesses,
      paymentCommands,
      businessesOf: async (userId) => (await queries.businesses(userId)).map(({ id }) => id),
      endSessions: (userId) => sessions.endAllOf(userId),
      newId: randomUUID,
    }),
    sessions,
    vault: createVault(pool),
    queries,
    accessLog,
    ownedBusinesses: ownedBusinesses({ pool, log, account: (userId) => accounts.currentState(userId) }),
    stop: () => Promise.all([accessLog.stop(), pastReads.stop()]).then(() => undefined),
  };
}
