import { accessReaction } from '#app/reactions.ts';
import { REVOKED } from '#domain/account/account.ts';
import { accountStream, paymentStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { testId } from '#tests/support/histories.ts';
import { ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsIn } from './anas-business.ts';
import { accountOf, call, guestIdOf, createPaymentProcess } from './payment-process.ts';

const ana = accountOf('ana');
const bia = accountOf('bia');
const guest = guestIdOf('visita');
const PAYMENT = testId('payment');

let log: EventLog;
let process: ReturnType<typeof createPaymentProcess>;
beforeEach(async () => {
  log = await ownLog();
  process = createPaymentProcess(log);
  for (const { userId } of [ana, bia]) await process.accounts.signIn(userId, 'https://issuer.test', call);
});
afterEach(() => log.close());

const hasAccess = ({ userId }: { readonly userId: string }) => process.accounts.hasAccess(userId);
const accessEvents = async ({ userId }: { readonly userId: string }) =>
  (await eventsIn(log, accountStream(userId))).filter(({ type }) => type.startsWith('AccessSource'));

describe('access by payment', () => {
  test('is given to the holder of a paid payment once, with its reason', async () => {
    await process.recordStatus(PAYMENT, 'paid');
    await process.claim(PAYMENT, ana);
    const positions = [
      await process.settle(PAYMENT),
      await process.settle(PAYMENT),
      await createPaymentProcess(log).settle(PAYMENT),
    ];
    expect(await hasAccess(ana)).toBe(true);
    const [added, ...more] = await accessEvents(ana);
    const claimed = (await eventsIn(log, paymentStream(PAYMENT))).at(-1);
    expect(added).toMatchObject({
      data: { source: { kind: 'payment', id: PAYMENT }, reason: 'paid' },
      meta: { causationId: claimed?.id },
    });
    expect(more).toEqual([]);
    expect(new Set(positions)).toEqual(new Set([added?.position]));
  });

  test('is given to nobody while the payment has no holder', async () => {
    await process.recordStatus(PAYMENT, 'paid');
    expect(await process.settle(PAYMENT)).toBeNull();
    expect(await process.settle(testId('unknown'))).toBeNull();
  });

  test('is given to a guest, whose account is registered with it', async () => {
    await process.recordStatus(PAYMENT, 'paid');
    await process.claim(PAYMENT, guest, null, 'browser');
    await process.settle(PAYMENT);
    expect(await process.accounts.currentState(guest.userId)).toMatchObject({ registered: true, guest: true });
    expect(await hasAccess(guest)).toBe(true);
  });

  test('moves along when the payment moves to another account', async () => {
    await process.recordStatus(PAYMENT, 'paid');
    await process.claim(PAYMENT, guest, null, 'browser');
    await process.settle(PAYMENT);
    await process.claim(PAYMENT, ana, guest, 'joining');
    await process.settle(PAYMENT);
    expect([await hasAccess(guest), await hasAccess(ana)]).toEqual([false, true]);
    expect((await accessEvents(guest)).at(-1)?.data).toMatchObject({ reason: 'claimed_by_another' });
  });

  test.each([
    ['refunded', 'refunded'],
    ['charged back', 'charged_back'],
  ] as const)('ends when the payment is %s, and access from other sources stays', async (_what, status) => {
    const grant = { source: { kind: 'grant', id: testId('grant') }, reason: 'courtesy' } as const;
    await process.accounts.addAccess(ana.userId, grant, call);
    await process.recordStatus(PAYMENT, 'paid');
    await process.claim(PAYMENT, ana);
    await process.settle(PAYMENT);
    await process.recordStatus(PAYMENT, status);
    await process.settle(PAYMENT);
    const { sources } = await process.accounts.currentState(ana.userId);
    expect([...sources.keys()]).toEqual([grant.source.id]);
    expect((await accessEvents(ana)).at(-1)?.data).toMatchObject({ reason: status });
  });

  test('returns when the payment counts as paid again', async () => {
    await process.recordStatus(PAYMENT, 'paid');
    await process.claim(PAYMENT, ana);
    for (const status of ['charged_back', 'paid'] as const) {
      await process.recordStatus(PAYMENT, status);
      await process.settle(PAYMENT);
    }
    expect(await hasAccess(ana)).toBe(true);
  });

  test('stays revoked after an administrator revoked it', async () => {
    await process.recordStatus(PAYMENT, 'paid');
    await process.claim(PAYMENT, ana);
    await process.settle(PAYMENT);
    await process.accounts.removeAccess(ana.userId, { sourceId: PAYMENT, reason: REVOKED }, call);
    for (const status of ['charged_back', 'paid'] as const) {
      await process.recordStatus(PAYMENT, status);
      await createPaymentProcess(log).settle(PAYMENT);
    }
    expect(await hasAccess(ana)).toBe(false);
  });
});

test('access revoked from a guest does not return at their sign-in', async () => {
  await process.recordStatus(PAYMENT, 'paid');
  await process.claim(PAYMENT, guest, null, 'browser');
  await process.settle(PAYMENT);
  await process.accounts.removeAccess(guest.userId, { sourceId: PAYMENT, reason: REVOKED }, call);
  await process.guests.moveToAccount({ guestId: guest.userId, userId: ana.userId, showGuestBusiness: true }, call);
  expect([await hasAccess(guest), await hasAccess(ana)]).toEqual([false, false]);
});

test('a refund that arrives while access is being given takes the access away', async () => {
  await process.recordStatus(PAYMENT, 'paid');
  await process.claim(PAYMENT, ana);
  let isFirst = true;
  const slow = createPaymentProcess({
    ...log,
    async append(stream, expected, events) {
      if (isFirst && stream === accountStream(ana.userId)) {
        isFirst = false;
        await process.recordStatus(PAYMENT, 'refunded');
        await process.settle(PAYMENT);
      }
      return log.append(stream, expected, events);
    },
  });
  await slow.settle(PAYMENT);
  expect(await hasAccess(ana)).toBe(false);
});

test('the access reactor restores access that a process removed too late before it died', async () => {
  await process.recordStatus(PAYMENT, 'paid');
  await process.claim(PAYMENT, ana);
  await process.settle(PAYMENT);
  await process.accounts.removeAccess(ana.userId, { sourceId: PAYMENT, reason: 'refunded' }, call);
  const reaction = accessReaction(process.access);
  await reaction.handle(
    (await eventsIn(log, accountStream(ana.userId))).filter(({ type }) => reaction.types.some((each) => each === type)),
  );
  expect(await hasAccess(ana)).toBe(true);
});

test('the access reactor removes access that a process gave too late before it died', async () => {
  await process.recordStatus(PAYMENT, 'paid');
  await process.claim(PAYMENT, ana);
  await process.recordStatus(PAYMENT, 'refunded');
  await process.settle(PAYMENT);
  const grant = { source: { kind: 'payment', id: PAYMENT }, reason: 'paid' } as const;
  await process.accounts.addAccess(ana.userId, grant, call);
  const reaction = accessReaction(process.access);
  await reaction.handle(
    (await eventsIn(log, accountStream(ana.userId))).filter(({ type }) => reaction.types.some((each) => each === type)),
  );
  expect(await hasAccess(ana)).toBe(false);
});
