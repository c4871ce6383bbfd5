import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { openPizzeria, seedPerson } from '#app/samples/seed.ts';
import { createVault } from '#identity/vault.ts';
import { LOCAL_ISSUER, localIdentityOf } from '#src/sign-in.ts';
import pg from 'pg';
import { openLogOf, type Placed } from './database.ts';

/** Somebody of the local issuer. */
export interface TestAccount {
  readonly email: string;
  /** What stands before the @. */
  readonly name: string;
}

interface Wanted {
  /** The sample pizzeria, else nothing yet. */
  readonly hasPizzeria?: boolean;
}

/** Somebody nobody else is, with access; made by the commands by which the sample people are. */
export async function newAccount(placed: Placed, { hasPizzeria = true }: Wanted = {}): Promise<TestAccount> {
  const name = `pessoa-${randomUUID().slice(0, 8)}`;
  const person = { email: `${name}@exemplo.com`, name, note: '', hasAccess: true, hasPizzeria };
  const log = await openLogOf(placed);
  const pool = new pg.Pool({ connectionString: placed.url, max: 1 });
  try {
    const handling = { log, now: () => new Date(), wait: (milliseconds: number) => sleep(milliseconds) };
    const businesses = createCommandHandler({ ...handling, aggregate: businessAggregate });
    const accounts = createAccounts(createCommandHandler({ ...handling, aggregate: accountAggregate }), randomUUID);
    const { userId } = await createVault(pool).recogniseOrRegister(localIdentityOf(person));
    const openBusiness = (ownerId: string): Promise<void> => openPizzeria(ownerId, businesses);
    await seedPerson({ person, userId, issuer: LOCAL_ISSUER, log, accounts, openBusiness });
  } finally {
    await pool.end();
    await log.close();
  }
  return { email: person.email, name };
}
