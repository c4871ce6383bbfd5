import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import type { EventLog, AuditableLog } from '#eventstore/port.ts';
import { createSessions } from '#identity/sessions.ts';
import { createVault } from '#identity/vault.ts';
import { readAuditHead } from '#projections/audit/entries.ts';
import { createAuditWriter } from '#projections/audit/audit-writer.ts';
import { createProjector } from '#projections/runner/projector.ts';
import { createErasureSteps } from '#erasure/erasure-steps.ts';
import { createErasureList, repeatErasures } from '#erasure/erasure-list.ts';
import { createErasure } from '#erasure/erasure.ts';
import { ownedBusinesses } from '#personal-data/owned-businesses.ts';
import { openPool } from '#postgres/session.ts';
import { waitUntil } from '#runtime/waiting.ts';
import type { Logger } from 'pino';

interface Options {
  readonly log: EventLog & AuditableLog;
  readonly connectionString: string;
  /** The path of the list of erased accounts. */
  readonly file: string;
  readonly logger: Logger;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** The time for the audit log to reach the end of the event log; ten minutes are enough for a million entries. */
const AUDIT_TIMEOUT_MS = 10 * 60_000;

/**
 * Erases the listed accounts that a restored backup contains, and writes the audit log up to the end of the event log,
 * because until then it has no entries for these erasures. The product may run at the same time.
 */
export async function applyErasuresTo({ log, connectionString, file, logger }: Options) {
  const clock = (): Date => new Date();
  const pool = openPool({ connectionString, name: 'prumo-operator', max: 4, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const handlerOptions = { log, now: clock, wait: (milliseconds: number) => sleep(milliseconds) };
  const businesses = createCommandHandler({ ...handlerOptions, aggregate: businessAggregate });
  const accounts = createAccounts(createCommandHandler({ ...handlerOptions, aggregate: accountAggregate }), randomUUID);
  const list = createErasureList(file, clock);
  const [sessions, vault] = [createSessions(pool, clock), createVault(pool)];
  const findOwned = ownedBusinesses({ pool, log, account: (userId) => accounts.currentState(userId) });
  const projector = createProjector({ log, connectionString, logger });
  const auditWriter = createAuditWriter({ log, connectionString, logger });
  projector.start();
  try {
    const result = await repeatErasures({
      pool,
      list,
      accounts,
      ownedBusinessIds: findOwned,
      erase: createErasure(
        createErasureSteps({
          pool,
          log,
          list,
          accounts,
          businesses,
          forgetBusiness: () => undefined, // This program caches no businesses.
          sessions,
          vault,
          ownedBusinesses: findOwned,
        }),
      ),
    });
    auditWriter.start();
    const end = await log.head();
    const isWritten = async (): Promise<boolean> => {
      const { position } = await readAuditHead(pool);
      return end === null || (position !== null && position >= end);
    };
    if (!(await waitUntil(isWritten, { everyMs: 50, withinMs: AUDIT_TIMEOUT_MS })))
      throw new Error('Everybody on the list is erased, but the audit log could not be written: repeat this command.');
    return result;
  } finally {
    await auditWriter.stop();
    await projector.stop();
    await pool.end();
  }
}
