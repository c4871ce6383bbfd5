import { createAccounts } from '#app/accounts.ts';
import { accountAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { accountStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { faultyLog } from '#tests/support/faulty-log.ts';
import { newEvents, testId } from '#tests/support/histories.ts';
import { ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventsIn } from './anas-business.ts';

const ANA = testId('ana');
const call = { actor: { kind: 'account', id: ANA }, requestId: 'r' } as const;
const grant = { source: { kind: 'grant', id: testId('grant') }, reason: 'Cortesia' } as const;

let log: EventLog;
beforeEach(async () => {
  log = await ownLog();
});
afterEach(() => log.close());

function process(over: EventLog = log) {
  const options = { log: over, aggregate: accountAggregate, now: () => new Date(0), wait: async () => {} };
  return createAccounts(createCommandHandler(options), () => crypto.randomUUID());
}

const types = async () => (await eventsIn(log, accountStream(ANA))).map((event) => event.type);

test('the first sign-in registers the account, and each sign-in is recorded', async () => {
  await process().signIn(ANA, 'https://issuer.test', call);
  await process().signIn(ANA, 'https://issuer.test', call);
  expect(await types()).toEqual(['AccountRegistered', 'SignedIn', 'SignedIn']);
});

test('access given by one process is visible in every process, and giving it twice records it once', async () => {
  const [one, other] = [process(), process()];
  await one.signIn(ANA, 'https://issuer.test', call);
  expect(await other.hasAccess(ANA)).toBe(false);
  await Promise.all([one.addAccess(ANA, grant, call), other.addAccess(ANA, grant, call)]);
  expect([await one.hasAccess(ANA), await other.hasAccess(ANA)]).toEqual([true, true]);
  expect((await types()).filter((type) => type === 'AccessSourceAdded').length).toBe(1);
});

test('a caller that knows the last revision of an account saves a read of the log, and still sees a revocation immediately', async () => {
  const [other, unasked] = [process(), process(faultyLog(log, { reads: 1 }))];
  await other.signIn(ANA, 'https://issuer.test', call);
  await other.addAccess(ANA, grant, call);
  await expect(unasked.hasAccess(ANA, 2n)).rejects.toThrow('cannot be reached'); // This process has nothing in its cache yet.
  expect(await unasked.hasAccess(ANA)).toBe(true);
  const reads = vi.spyOn(log, 'read');
  expect(await unasked.hasAccess(ANA, 2n)).toBe(true);
  expect(reads).not.toHaveBeenCalled();
  const removal = { type: 'AccessSourceRemoved', data: grant };
  await log.append(accountStream(ANA), 2n, newEvents(accountStream(ANA), 3, [removal]));
  expect(await unasked.hasAccess(ANA, 3n)).toBe(false);
});

test('an account that never signed in has no access and can be given none', async () => {
  expect(await process().hasAccess(ANA)).toBe(false);
  await expect(process().addAccess(ANA, grant, call)).rejects.toThrow('account_unknown');
});

test('the check of a person’s access fails while the log is unavailable, so that nobody is let in', async () => {
  await process().signIn(ANA, 'https://issuer.test', call);
  await process().addAccess(ANA, grant, call);
  await expect(process(faultyLog(log, { reads: 1 })).hasAccess(ANA)).rejects.toThrow('cannot be reached');
});
