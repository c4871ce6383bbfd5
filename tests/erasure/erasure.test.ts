import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate, importMemoryAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { createImportMemories } from '#app/import-memories.ts';
import { createHistories } from '#app/history/histories.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { accountStream, businessStream, importMemoryStream } from '#domain/streams.ts';
import { type EventLog, ErasedStreamError } from '#eventstore/port.ts';
import { createSessions } from '#identity/sessions.ts';
import { createVault } from '#identity/vault.ts';
import { createProjector } from '#projections/runner/projector.ts';
import { createErasureSteps } from '#erasure/erasure-steps.ts';
import { createErasureList, repeatErasures } from '#erasure/erasure-list.ts';
import { createErasure, type ErasureSteps, erasureReaction } from '#erasure/erasure.ts';
import { createMailQueue } from '#mail/queue.ts';
import { createOutbox } from '#mail/outbox.ts';
import { paymentConfirmation } from '#mail/payment-confirmation.ts';
import { migrate } from '#processes/migrate.ts';
import { newPaymentId } from '#payments/intent.ts';
import { ownedBusinesses } from '#personal-data/owned-businesses.ts';
import { copyOf, freshDatabase, openLogOf, type TestDatabase } from '#tests/support/database.ts';
import { tablesContaining } from '#tests/support/tables-containing.ts';
import { quietLogger } from '#tests/projections/read-database.ts';

const clock = (): Date => new Date();
const system = { kind: 'system', id: 'test' } as const;
const callOf = (): { actor: typeof system; requestId: string } => ({ actor: system, requestId: randomUUID() });

/** The product without HTTP and reactors, so that a test can stop anywhere. */
async function stage(database: TestDatabase, folder: string) {
  await migrate({ url: database.url, ownerUrl: database.url });
  const pool = new pg.Pool({ connectionString: database.url });
  const log: EventLog = await openLogOf(database);
  const options = { log, now: clock, wait: (milliseconds: number) => sleep(milliseconds) };
  const businesses = createCommandHandler({ ...options, aggregate: businessAggregate });
  const accounts = createAccounts(createCommandHandler({ ...options, aggregate: accountAggregate }), randomUUID);
  const importMemories = createImportMemories(
    () => createCommandHandler({ ...options, aggregate: importMemoryAggregate }),
    randomUUID,
  );
  const projector = createProjector({ log, connectionString: database.url, logger: quietLogger });
  projector.start();
  const [sessions, vault] = [createSessions(pool, clock), createVault(pool)];
  const list = createErasureList(join(folder, 'erasures.txt'), clock);
  const owned = ownedBusinesses({ pool, log, account: (userId) => accounts.currentState(userId) });
  /** The numbers of the events from which histories were read, in order. */
  const historyReadsFrom: (bigint | undefined)[] = [];
  const histories = createHistories({
    log: {
      readTexts(stream, from) {
        historyReadsFrom.push(from);
        return log.readTexts(stream, from);
      },
    },
  });
  const acts = createErasureSteps({
    pool,
    log,
    list,
    accounts,
    businesses,
    forgetBusiness: (id) => histories.forget(id),
    sessions,
    vault,
    ownedBusinesses: owned,
  });
  return {
    database,
    pool,
    log,
    accounts,
    businesses,
    importMemories,
    histories,
    historyReadsFrom,
    sessions,
    vault,
    list,
    acts,
    owned,
    async end() {
      await projector.stop();
      await log.close();
      await pool.end();
    },
  };
}
type Stage = Awaited<ReturnType<typeof stage>>;

/** Creates a person with two businesses, a payment and its confirmation mail. `name` is in all of their data. */
async function person({ pool, accounts, businesses, importMemories, sessions, vault }: Stage, name: string) {
  const email = `${name}@canario.example`;
  const identity = { issuer: 'https://issuer.example', subject: name, email, emailVerified: true, name };
  const { userId } = await vault.recogniseOrRegister(identity);
  await accounts.signIn(userId, identity.issuer, callOf());
  const guestId = randomUUID();
  const guests = randomUUID();
  const change = (businessId: string, ownerId: string, command: BusinessCommand) =>
    businesses.handle(businessId, { ownerId, command }, { ...callOf(), changeId: randomUUID() });
  for (const [businessId, ownerId] of [
    [firstBusinessIdOf(userId), userId],
    [guests, guestId],
  ] as const) {
    await change(businessId, ownerId, { type: 'OpenBusiness', ownerId });
    await change(businessId, ownerId, { type: 'AddIngredient', id: randomUUID(), name, unit: 'kg', unitPrice: 10_000 });
    await change(businessId, ownerId, { type: 'AddDish', id: randomUUID(), name, salePrice: 10_000 });
    const names = [{ kind: 'dish', text: name, id: null } as const];
    await importMemories.remember(businessId, { layouts: [], names }, callOf());
  }
  await change(guests, guestId, { type: 'ChangeOwner', to: userId });
  await accounts.joinGuest(userId, { guestId, businessIds: [guests] }, callOf());
  await sessions.start({ userId, kind: 'account' });
  await sessions.start({ userId: guestId, kind: 'guest' });
  for (const user of [userId, guestId, null]) {
    const paymentId = newPaymentId();
    await pool.query(
      `insert into payments.intent (payment_id, provider, cents, buyer_hash, user_id, user_kind, claimed_email,
              claimed_name, created_at, receipt_hash)
       values ($1, 'sandbox', 1000, $2, $3, $4, $5, $6, now(), $7)`,
      [paymentId, 'b'.repeat(43), user, user && 'account', email, name, paymentId.padEnd(43, 'x')],
    );
    await createMailQueue(pool, clock).add(paymentId, 'payment_confirmed');
    const shop = {
      seller: { name: 'S', cnpj: 'C', address: 'A' },
      support: { email: 's@s.example', whatsapp: '5581912345678' },
      publicOrigin: 'https://prumo.example',
    };
    const confirmation = { paymentId, name, email, cents: 1_000, paidAt: clock(), receiptCode: null };
    await createOutbox(pool, clock).send(paymentConfirmation(confirmation, shop));
  }
  const owned = [firstBusinessIdOf(userId), guests];
  await expect
    .poll(async () => (await pool.query('select from read.dish where business_id = any($1)', [owned])).rows.length)
    .toBe(2);
  return { userId, guestId, email, identity, businessIds: owned };
}

async function typesOf(log: EventLog, stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of log.read(stream)) types.push(type);
  return types;
}

const dish = { kind: 'dish', text: 'Pizza', id: null } as const;
const EVERYWHERE = ['identity.person', 'log.events', 'mail.outbox', 'payments.intent', 'read.dish', 'read.ingredient'];

let database: TestDatabase;
let folder: string;
let on: Stage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prumo-erasure-'));
  database = await freshDatabase();
  on = await stage(database, folder);
});
afterAll(async () => {
  await on.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('erasure of an account', () => {
  test('leaves no byte of the person, and all data of others', async () => {
    const [ana, other] = [await person(on, 'anacanaria'), await person(on, 'outracanaria')];
    expect(await tablesContaining(on.pool, on.database, 'anacanaria')).toEqual(EVERYWHERE);
    await on.accounts.erase(ana.userId, await on.owned(ana.userId), callOf());
    await createErasure(on.acts)(ana.userId, { businessIds: ana.businessIds });
    expect(await tablesContaining(on.pool, on.database, 'anacanaria')).toEqual([]);
    expect(await tablesContaining(on.pool, on.database, 'outracanaria')).toEqual(EVERYWHERE);
    for (const id of ana.businessIds) {
      expect(await on.importMemories.read(id)).toEqual({ layouts: [], names: [] });
      expect(await typesOf(on.log, importMemoryStream(id))).toEqual([]);
      await expect(on.importMemories.remember(id, { layouts: [], names: [dish] }, callOf())).rejects.toThrow(
        ErasedStreamError,
      );
    }
    for (const userId of [ana.userId, ana.guestId]) expect(await on.sessions.timesOf(userId)).toEqual([]);
    expect(await on.sessions.timesOf(other.userId)).toHaveLength(1);
    expect(await typesOf(on.log, accountStream(ana.userId))).toEqual([
      'AccountRegistered',
      'SignedIn',
      'GuestJoined',
      'UserErased',
      'ErasureCompleted',
    ]);
    const { rows } = await on.pool.query<{ count: string }>('select count(*) from payments.intent where user_id = $1', [
      ana.userId,
    ]);
    expect(rows[0]?.count).toBe('1'); // The fact that there was a payment stays.
    const back = await on.vault.recogniseOrRegister(ana.identity);
    expect(back.isNew).toBe(true);
    expect(back.userId).not.toBe(ana.userId);
    expect(await on.accounts.hasAccess(back.userId)).toBe(false);
    await on.vault.forget(back.userId);
  });

  test('is completed when it starts again, whichever of its steps it was interrupted before or after', async () => {
    let acts = 0;
    const counting = wrapped(on.acts, async (act) => {
      acts += 1;
      return act();
    });
    const first = await person(on, 'acontagem');
    await on.accounts.erase(first.userId, first.businessIds, callOf());
    await createErasure(counting)(first.userId, { businessIds: first.businessIds });
    expect(acts).toBeGreaterThan(10);
    for (let broken = 1; broken <= acts; broken += 1)
      for (const when of ['before', 'after'] as const) {
        const name = `interrompida${broken}${when}`;
        const { userId, businessIds } = await person(on, name);
        await on.accounts.erase(userId, businessIds, callOf());
        let left = broken;
        const breaking = wrapped(on.acts, async (act) => {
          left -= 1;
          if (left === 0 && when === 'before') throw new Error('killed');
          const answer = await act();
          if (left === 0) throw new Error('killed');
          return answer;
        });
        await expect(createErasure(breaking)(userId, { businessIds })).rejects.toThrow('killed');
        await createErasure(on.acts)(userId, { businessIds });
        expect(await tablesContaining(on.pool, on.database, name), `${broken} ${when}`).toEqual([]);
        const types = await typesOf(on.log, accountStream(userId));
        expect(types.filter((type) => type === 'ErasureCompleted')).toHaveLength(1);
      }
  }, 120_000);

  test('leaves a business that has moved to another account, even when the erasure names it', async () => {
    const [ana, bia] = [await person(on, 'anaquevendeu'), await person(on, 'biaquecomprou')];
    const [given = ''] = ana.businessIds;
    const command = { type: 'ChangeOwner', to: bia.userId } as const;
    await on.businesses.handle(given, { ownerId: ana.userId, command }, { ...callOf(), changeId: randomUUID() });
    await on.accounts.erase(ana.userId, ana.businessIds, callOf());
    await createErasure(on.acts)(ana.userId, { businessIds: ana.businessIds });
    expect((await typesOf(on.log, businessStream(given))).at(-1)).toBe('BusinessOwnerChanged');
    expect(await on.owned(bia.userId)).toContain(given);
  });

  test('includes data that a guest was bringing at the same moment', async () => {
    const guestId = randomUUID();
    const guests = firstBusinessIdOf(guestId);
    const ana = await person(on, 'anaquesaiu');
    const change = (ownerId: string, command: BusinessCommand) =>
      on.businesses.handle(guests, { ownerId, command }, { ...callOf(), changeId: randomUUID() });
    await change(guestId, { type: 'OpenBusiness', ownerId: guestId });
    await change(guestId, { type: 'AddDish', id: randomUUID(), name: 'anaquesaiu', salePrice: 1 });
    const reaction = erasureReaction(createErasure(on.acts), (userId) => on.accounts.currentState(userId));
    const react = async (stream: string) => {
      const events = [];
      for await (const event of on.log.read(stream))
        if (reaction.types.some((type) => type === event.type)) events.push(event);
      await reaction.handle(events);
    };
    await on.accounts.becomeAccount(guestId, ana.userId, callOf());
    await on.accounts.erase(ana.userId, ana.businessIds, callOf());
    await react(accountStream(ana.userId));
    expect(await tablesContaining(on.pool, on.database, 'anaquesaiu')).toEqual(['log.events', 'read.dish']);
    await change(guestId, { type: 'ChangeOwner', to: ana.userId });
    await react(businessStream(guests));
    await react(accountStream(guestId));
    expect(await tablesContaining(on.pool, on.database, 'anaquesaiu')).toEqual([]);
  });

  test('removes the cached history of this process', async () => {
    const { userId: ownerId, businessIds } = await person(on, 'anaqueolhouparatras');
    const [id = ''] = businessIds;
    const readHistory = async () => {
      const { events } = await on.histories.of({ id, ownerId });
      return [events.length, on.historyReadsFrom.at(-1)];
    };
    expect([await readHistory(), await readHistory()]).toEqual([
      [3, 0n],
      [3, 2n],
    ]);
    await on.accounts.erase(ownerId, businessIds, callOf());
    await createErasure(on.acts)(ownerId, { businessIds });
    expect(await readHistory()).toEqual([0, 0n]);
  });

  test('does not start for an account that is not being erased when data arrives there', async () => {
    const bia = await person(on, 'biaquefica');
    const reaction = erasureReaction(
      () => Promise.reject(new Error('erased')),
      (userId) => on.accounts.currentState(userId),
    );
    for (const businessId of bia.businessIds)
      for await (const event of on.log.read(businessStream(businessId)))
        if (reaction.types.some((type) => type === event.type)) await reaction.handle([event]);
    expect(await on.owned(bia.userId)).toHaveLength(2);
  });

  test('prevents the account from opening a business afterwards', async () => {
    const userId = randomUUID();
    await on.accounts.signIn(userId, 'https://issuer.example', callOf());
    await on.accounts.erase(userId, [], callOf());
    await createErasure(on.acts)(userId, { businessIds: [] });
    const command = { type: 'OpenBusiness', ownerId: userId } as const;
    const opening = on.businesses.handle(
      firstBusinessIdOf(userId),
      { ownerId: userId, command },
      { ...callOf(), changeId: randomUUID() },
    );
    await expect(opening).rejects.toThrow(/erased/);
  });
});

function wrapped(acts: ErasureSteps, around: (act: () => Promise<unknown>) => Promise<unknown>): ErasureSteps {
  const entries = Object.entries(acts) as [string, (...args: never[]) => Promise<unknown>][];
  return Object.fromEntries(
    entries.map(([name, act]) => [name, (...args: never[]) => around(() => act(...args))]),
  ) as unknown as ErasureSteps;
}

describe('erasure list outside the database', () => {
  test('names each erased account once, whatever a power cut left of the last line', async () => {
    const file = join(folder, 'list', 'erasures.txt');
    const list = createErasureList(file, clock);
    expect(await list.read()).toEqual([]);
    const [a, b] = [randomUUID(), randomUUID()];
    await list.add(a);
    await appendFile(file, '2026-11-21T12:00:00.000Z 0b2a');
    await list.add(b);
    await list.add(a);
    expect(await list.read()).toEqual([a, b]);
    expect(await readFile(file, 'utf8')).not.toMatch(/@/);
  });

  test('erases again after a restore exactly the accounts that the backup brought back', async () => {
    const shop = await freshDatabase();
    const before = await stage(shop, join(folder, 'shop'));
    const [ana, bia] = [await person(before, 'anarestaurada'), await person(before, 'biarestaurada')];
    const backup = await copied(shop, before);
    const now = await stage(shop, join(folder, 'shop'));
    const carla = await person(now, 'carladepois'); // This person joins and leaves after the backup.
    for (const { userId, businessIds } of [ana, carla]) {
      await now.accounts.erase(userId, businessIds, callOf());
      await createErasure(now.acts)(userId, { businessIds });
    }
    await now.end();
    await shop.drop();

    const restored = await stage(backup, join(folder, 'shop'));
    expect(await tablesContaining(restored.pool, restored.database, 'anarestaurada')).toEqual(EVERYWHERE);
    const apply = () =>
      repeatErasures({
        ...restored,
        ownedBusinessIds: restored.owned,
        erase: createErasure(restored.acts),
      });
    expect(await apply()).toEqual({ listedCount: 2, erasedCount: 1 });
    expect(await tablesContaining(restored.pool, restored.database, 'anarestaurada')).toEqual([]);
    expect(await tablesContaining(restored.pool, restored.database, 'biarestaurada')).toEqual(EVERYWHERE);
    expect(await restored.owned(bia.userId)).toHaveLength(2);
    expect(await apply()).toEqual({ listedCount: 2, erasedCount: 0 });
    // The backup does not contain her, and she is a new person when she returns: her new account must never be erased.
    expect((await restored.vault.recogniseOrRegister(carla.identity)).userId).not.toBe(carla.userId);
    await restored.end();
    await backup.drop();
  });
});

/** Turns the database into a restored backup. It ends what runs on it. */
async function copied(original: TestDatabase, running: Stage): Promise<TestDatabase> {
  await running.end();
  return copyOf(original);
}
