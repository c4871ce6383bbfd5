import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { personWithHistory } from '#app/samples/people.ts';
import { seedPerson } from '#app/samples/seed.ts';
import { openPizzeriaWithHistory } from '#app/samples/seed-year.ts';
import type { EventLog } from '#eventstore/port.ts';
import { createVault } from '#identity/vault.ts';
import { LOCAL_ISSUER, localIdentityOf } from '#processes/sign-in.ts';
import { openPool } from '#postgres/session.ts';

interface Options {
  readonly log: EventLog;
  readonly connectionString: string;
  readonly now: Date;
  /** The age of the business in months. */
  readonly months: number;
}

const MAX_MONTHS = 36;
const CONNECT_TIMEOUT_MS = 10_000;

/** Parses `--months 12`. @returns undefined unless it is an integer from 1 to 36 */
export function monthsFrom(args: readonly string[]): number | undefined {
  const [option, text = ''] = args;
  const months = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return option === '--months' && months >= 1 && months <= MAX_MONTHS ? months : undefined;
}

/**
 * Creates a sample person with access, whose business has a history. The product may run at the same time. After an
 * interruption the next run completes it, and a further run changes nothing.
 * @returns false when the person existed already
 * @throws HistoryConflict when the person's business begins with other events
 */
export async function seedPersonWithPast({ log, connectionString, now, months }: Options): Promise<boolean> {
  const pool = openPool({ connectionString, name: 'prumo-operator', max: 1, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  try {
    const { userId } = await createVault(pool).recogniseOrRegister(localIdentityOf(personWithHistory));
    const wait = (milliseconds: number) => sleep(milliseconds);
    const accounts = createAccounts(
      createCommandHandler({ log, aggregate: accountAggregate, now: () => now, wait }),
      randomUUID,
    );
    return await seedPerson({
      person: personWithHistory,
      userId,
      issuer: LOCAL_ISSUER,
      log,
      accounts,
      openBusiness: (ownerId) =>
        openPizzeriaWithHistory({ log, ownerId, actor: { kind: 'account', id: ownerId }, now, months }),
    });
  } finally {
    await pool.end();
  }
}
