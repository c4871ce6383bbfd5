import { createAdminRecord } from '#app/admin/admin-record.ts';
import { createGrants } from '#app/admin/grants.ts';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, adminAggregate, grantAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { adminStream, grantStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { listPersonGrants } from '#queries/grants.ts';
import { testId } from '#tests/support/histories.ts';
import { ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsIn } from '../anas-business.ts';

const [ADMIN, ANA, BIA] = [testId('admin'), testId('ana'), testId('bia')];
const EMAIL = 'ana@exemplo.com';
const call = { actor: { kind: 'admin', id: ADMIN }, requestId: 'r' } as const;

let log: EventLog;
/** E-mails by grant id, as in the vault. */
let waitingEmails: Map<string, string>;
let people: { readonly userId: string; readonly email: string; readonly emailVerified: boolean }[];
beforeEach(async () => {
  log = await ownLog();
  waitingEmails = new Map();
  people = [];
});
afterEach(() => log.close());

/** `dyingAt` names the step that kills the process once. */
function process({ dyingAt }: { readonly dyingAt?: 'addAccess' | 'settle' | 'removeAccess' } = {}) {
  const options = { log, now: () => new Date('2026-03-01T12:00:00Z'), wait: async () => {} };
  const newId = () => crypto.randomUUID();
  const accounts = createAccounts(createCommandHandler({ ...options, aggregate: accountAggregate }), newId);
  const dying =
    <Given extends readonly unknown[], Answer>(step: typeof dyingAt, act: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (step === dyingAt) throw new Error('killed');
      return act(...given);
    };
  const grants = createGrants({
    grants: createCommandHandler({ ...options, aggregate: grantAggregate }),
    accounts: {
      ...accounts,
      addAccess: dying('addAccess', (...given: Parameters<typeof accounts.addAccess>) => accounts.addAccess(...given)),
      removeAccess: dying('removeAccess', (...given: Parameters<typeof accounts.removeAccess>) =>
        accounts.removeAccess(...given),
      ),
    },
    grantEmails: {
      add: async (grantId, email) => void waitingEmails.set(grantId, email),
      findWaiting: async (email) => [...waitingEmails].filter(([, held]) => held === email).map(([grantId]) => grantId),
      remove: dying('settle', async (grantId) => void waitingEmails.delete(grantId)),
    },
    vault: {
      find: async (userId) => people.find((person) => person.userId === userId),
      findByVerifiedEmail: async (email) => people.find((person) => person.emailVerified && person.email === email),
    },
    adminRecord: createAdminRecord(createCommandHandler({ ...options, aggregate: adminAggregate }), newId),
    clock: options.now,
    newId,
  });
  return { grants, accounts };
}

async function signsIn(userId = ANA): Promise<void> {
  people.push({ userId, email: EMAIL, emailVerified: true });
  await process().accounts.signIn(userId, 'https://issuer.test', call);
}
const hasAccess = (userId: string): Promise<boolean> => process().accounts.hasAccess(userId);
const waitingId = (): string => [...waitingEmails.keys()][0] ?? '';
const typesIn = async (stream: string) => (await eventsIn(log, stream)).map(({ type }) => type);

describe('access granted to an e-mail', () => {
  test('is given immediately and once to the account that verified the e-mail', async () => {
    await signsIn();
    expect(await process().grants.give(EMAIL, null, call)).toBe('granted');
    expect(await hasAccess(ANA)).toBe(true);
    expect(await process().grants.give(EMAIL, null, call)).toBe('had_access');
    expect(waitingEmails.size).toBe(0);
  });

  test('waits when the e-mail is known but has no account yet', async () => {
    people.push({ userId: ANA, email: EMAIL, emailVerified: true });
    expect(await process().grants.give(EMAIL, null, call)).toBe('waiting');
    await process().accounts.signIn(ANA, 'https://issuer.test', call);
    await process().grants.takeUp(ANA, EMAIL, call);
    expect(await hasAccess(ANA)).toBe(true);
  });

  test('waits when nobody verified the e-mail, and is taken up once by its owner alone', async () => {
    expect(await process().grants.give(EMAIL, 'Cortesia', call)).toBe('waiting');
    expect(await process().grants.give(EMAIL, 'Cortesia', call)).toBe('waiting');
    expect(waitingEmails.size).toBe(1);
    const grantId = waitingId();
    await signsIn();
    await Promise.all([process().grants.takeUp(ANA, EMAIL, call), process().grants.takeUp(ANA, EMAIL, call)]);
    expect(await typesIn(grantStream(grantId))).toEqual(['GrantGiven', 'GrantTakenUp']);
    expect(await hasAccess(ANA)).toBe(true);
    await process().grants.takeUp(BIA, EMAIL, call);
    expect(await hasAccess(BIA)).toBe(false);
  });

  test.each([
    ['adding the access', 'addAccess'],
    ['removing the waiting e-mail', 'settle'],
  ] as const)('is taken up again after a process died while %s', async (_step, dyingAt) => {
    await process().grants.give(EMAIL, null, call);
    const grantId = waitingId();
    await signsIn();
    await expect(process({ dyingAt }).grants.takeUp(ANA, EMAIL, call)).rejects.toThrow('killed');
    expect(waitingEmails.size).toBe(1);
    await process().grants.takeUp(ANA, EMAIL, call);
    expect(await hasAccess(ANA)).toBe(true);
    expect(waitingEmails.size).toBe(0);
    expect(await typesIn(grantStream(grantId))).toEqual(['GrantGiven', 'GrantTakenUp']);
  });

  test('is withdrawn once while it waits, and gives nothing afterwards', async () => {
    await process().grants.give(EMAIL, null, call);
    const grantId = waitingId();
    const withdraw = () => process().grants.withdraw(grantId, 'Digitado errado', call);
    await expect(process({ dyingAt: 'settle' }).grants.withdraw(grantId, 'Digitado errado', call)).rejects.toThrow(
      'killed',
    );
    expect([await withdraw(), await withdraw()]).toEqual(['withdrawn', 'withdrawn']);
    expect(await typesIn(grantStream(grantId))).toEqual(['GrantGiven', 'GrantRevoked']);
    expect(waitingEmails.size).toBe(0);
    waitingEmails.set(grantId, EMAIL); // This process had read the grant before.
    await signsIn();
    await process().grants.takeUp(ANA, EMAIL, call);
    expect(await hasAccess(ANA)).toBe(false);
  });

  test('cannot be withdrawn after it was taken up, and an unknown grant is reported', async () => {
    await process().grants.give(EMAIL, null, call);
    const grantId = waitingId();
    await signsIn();
    await process().grants.takeUp(ANA, EMAIL, call);
    expect(await process().grants.withdraw(grantId, 'Tarde demais', call)).toBe('taken');
    expect(await hasAccess(ANA)).toBe(true);
    const broken = testId('broken off');
    waitingEmails.set(broken, EMAIL);
    expect(await process().grants.withdraw(broken, 'Sobra', call)).toBe('unknown');
    expect(waitingEmails.size).toBe(0);
  });

  test('gives nothing after it was revoked, even to a process that read it before', async () => {
    await signsIn();
    await process().grants.give(EMAIL, null, call);
    await process().grants.revokeAll(ANA, 'Engano', call);
    await process().grants.give(EMAIL, null, call);
    const again = waitingEmails.size === 0;
    expect([again, await hasAccess(ANA)]).toEqual([true, true]);
    people = [];
    const other = 'bia@exemplo.com';
    await process().grants.give(other, null, call);
    const grantId = waitingId();
    people.push({ userId: BIA, email: other, emailVerified: true });
    expect(await process().grants.revokeAll(BIA, 'Engano', call)).toBe(true);
    waitingEmails.set(grantId, other); // This process had read the grant before.
    await process().grants.takeUp(BIA, other, call);
    expect(await hasAccess(BIA)).toBe(false);
    expect(waitingEmails.size).toBe(0);
  });
});

describe('revocation of access', () => {
  test('is recorded before anything else happens, and can be resumed', async () => {
    await signsIn();
    await process().grants.give(EMAIL, null, call);
    await expect(process({ dyingAt: 'removeAccess' }).grants.revokeAll(ANA, 'Engano', call)).rejects.toThrow('killed');
    expect(await typesIn(adminStream(ADMIN))).toEqual(['AccessRevoked']);
    expect(await process().grants.revokeAll(ANA, 'Engano', call)).toBe(true);
    expect(await hasAccess(ANA)).toBe(false);
    expect(await process().grants.revokeAll(ANA, 'Engano', call)).toBe(false);
  });

  test('does nothing for an account without access', async () => {
    await signsIn();
    expect(await process().grants.revokeAll(ANA, 'Engano', call)).toBe(false);
    expect(await typesIn(adminStream(ADMIN))).toEqual([]);
  });
});

describe('giver of access as the administration displays it', () => {
  /** Returns [state, giver and reason] as the administration displays them, then how the access ended. */
  async function displayedAccess(userId = ANA) {
    const found = await listPersonGrants(userId, await process().accounts.currentState(userId), {
      read: (stream) => log.read(stream),
      waiting: [...waitingEmails.keys()],
      namesIn: async () => ({ who: ({ kind, id }) => (id === ADMIN ? 'o admin' : kind) }),
    });
    return found.map(({ waiting, revoked, given, ended }) => [
      revoked ? 'revoked' : waiting ? 'waiting' : 'held',
      given && [given.by, given.reason],
      ended && [ended.by, ended.reason],
    ]);
  }

  test('is known while the grant waits, after it was taken up and after it was revoked', async () => {
    await process().grants.give(EMAIL, 'cortesia', call);
    expect(await displayedAccess()).toEqual([['waiting', ['o admin', 'cortesia'], null]]);
    await signsIn();
    await process().grants.takeUp(ANA, EMAIL, { actor: { kind: 'account', id: ANA }, requestId: 'r' });
    expect(await displayedAccess()).toEqual([['held', ['o admin', 'cortesia'], null]]);
    await process().grants.revokeAll(ANA, 'engano', call);
    await process().grants.give(EMAIL, null, call);
    expect(await displayedAccess()).toEqual([
      ['held', ['o admin', null], null],
      ['revoked', ['o admin', 'cortesia'], ['o admin', 'engano']],
    ]);
  });

  test('is read from the account when the grant has no stream of its own', async () => {
    await signsIn();
    const source = { kind: 'grant', id: testId('sample') } as const;
    const system = { actor: { kind: 'system', id: 'samples' }, requestId: 'r' } as const;
    await process().accounts.addAccess(ANA, { source, reason: 'granted' }, system);
    expect(await displayedAccess()).toEqual([['held', ['system', null], null]]);
  });

  test('is missing for a person who paid or has no access', async () => {
    await signsIn();
    await process().accounts.addAccess(ANA, { source: { kind: 'payment', id: testId('paid') }, reason: 'paid' }, call);
    expect(await displayedAccess()).toEqual([]);
    expect(await displayedAccess(BIA)).toEqual([]);
  });
});
