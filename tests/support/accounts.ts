import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate } from '#app/aggregate.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { pizzeria } from '#app/samples/pizzeria.ts';
import { openSample, seedPerson } from '#app/samples/seed.ts';
import { businessStream } from '#domain/streams.ts';
import { createVault } from '#identity/vault.ts';
import { LOCAL_ISSUER, localIdentityOf } from '#processes/sign-in.ts';
import pg from 'pg';
import { openLogOf, type ProductStorage } from './database.ts';
import { signIn, visitorAt } from './visitor.ts';

/** An account of the local issuer. */
export interface TestAccount {
  readonly email: string;
  /** The part of the e-mail before the @. */
  readonly name: string;
}

interface AccountOptions {
  /** True: the account starts with the sample pizzeria, sold in one place; otherwise it starts empty. */
  readonly hasPizzeria?: boolean;
}

interface RunningServer extends ProductStorage {
  readonly origin: string;
}

const SHOWN_TIMEOUT_MS = 30_000;

/** Waits until the product shows everything that was written up to `position`. */
async function waitUntilShown({ origin }: RunningServer, email: string, position: string): Promise<void> {
  const visitor = visitorAt(origin);
  await signIn(visitor, origin, email);
  for (const deadline = Date.now() + SHOWN_TIMEOUT_MS; ;) {
    const { status } = await visitor.call('GET', '/api/dashboard', { headers: { 'X-Read-After': position } });
    if (status === 200) return;
    if (status !== 503 || Date.now() > deadline) throw new Error(`the business of ${email} is not shown: ${status}`);
  }
}

/** Creates a new account with access, by the same commands as the sample accounts, and waits until it is shown. */
export async function newAccount(
  product: RunningServer,
  { hasPizzeria = true }: AccountOptions = {},
): Promise<TestAccount> {
  const name = `pessoa-${randomUUID().slice(0, 8)}`;
  const person = { email: `${name}@exemplo.com`, name, note: '', hasAccess: true, hasPizzeria };
  const log = await openLogOf(product);
  const pool = new pg.Pool({ connectionString: product.url, max: 1 });
  try {
    const handling = { log, now: () => new Date(), wait: (milliseconds: number) => sleep(milliseconds) };
    const businesses = createCommandHandler({ ...handling, aggregate: businessAggregate });
    const accounts = createAccounts(createCommandHandler({ ...handling, aggregate: accountAggregate }), randomUUID);
    const { userId } = await createVault(pool).recogniseOrRegister(localIdentityOf(person));
    const openBusiness = (ownerId: string): Promise<void> => openSample(ownerId, businesses, pizzeria);
    await seedPerson({ person, userId, issuer: LOCAL_ISSUER, log, accounts, openBusiness });
    let position: string | undefined;
    for await (const event of log.read(businessStream(firstBusinessIdOf(userId)))) position = event.position;
    if (position !== undefined) await waitUntilShown(product, person.email, position);
  } finally {
    await pool.end();
    await log.close();
  }
  return { email: person.email, name };
}
