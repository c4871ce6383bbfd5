import { firstBusinessIdOf } from '#app/ids.ts';
import { guestMoveReaction } from '#app/reactions.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { testId } from '#tests/support/histories.ts';
import { ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsIn } from './anas-business.ts';
import { accountOf, call, guestIdOf, createPaymentProcess } from './payment-process.ts';

const { userId: ana } = accountOf('ana');
const { userId: bia } = accountOf('bia');
const guest = guestIdOf('visita');
const guestId = guest.userId;
const GUESTS = firstBusinessIdOf(guestId);
const ANAS = firstBusinessIdOf(ana);
const PAYMENT = testId('payment');

let log: EventLog;
let process: ReturnType<typeof createPaymentProcess>;
beforeEach(async () => {
  log = await ownLog();
  process = createPaymentProcess(log);
  for (const userId of [ana, bia]) await process.accounts.signIn(userId, 'https://issuer.test', call);
});
afterEach(() => log.close());

async function recordPayment(status: 'paid' | 'charged_back' = 'paid'): Promise<void> {
  await process.recordStatus(PAYMENT, 'paid');
  await process.claim(PAYMENT, guest, null, 'browser');
  await process.settle(PAYMENT);
  await process.recordStatus(PAYMENT, status);
  await process.settle(PAYMENT);
}

async function open(userId: string): Promise<void> {
  await process.change(userId, { type: 'OpenBusiness', ownerId: userId });
  await process.change(userId, { type: 'AddFixedCost', id: testId('rent', userId), name: 'Aluguel', value: 1 });
}

const bring = (joining: { readonly userId?: string; readonly showGuestBusiness?: boolean } = {}, through = process) =>
  through.guests.moveToAccount({ guestId, userId: ana, showGuestBusiness: true, ...joining }, call);
const ownerOf = async (businessId: string) => (await process.businesses.currentState(businessId)).ownerId;
const chosenBy = async (userId: string) => (await process.accounts.currentState(userId)).chosenBusinessId;
const joinedIn = async (userId: string) =>
  (await eventsIn(log, accountStream(userId))).filter(({ type }) => type === 'GuestJoined').map(({ data }) => data);

describe('guest who signs in', () => {
  test('brings business, payment and access to the account, and is no longer a guest', async () => {
    await recordPayment();
    await open(guestId);
    const position = await bring();
    const last = await log.head();
    expect(position).toBe(last);
    expect(await ownerOf(GUESTS)).toBe(ana);
    expect((await process.businesses.currentState(GUESTS)).fixedCosts.size).toBe(1);
    expect(await process.accounts.hasAccess(ana)).toBe(true);
    expect(await process.accounts.hasAccess(guestId)).toBe(false);
    expect((await process.payments.currentState(PAYMENT)).holder).toEqual({ kind: 'account', userId: ana });
    expect(process.endedSessions).toEqual([guestId]);
    expect(await joinedIn(ana)).toEqual([{ guestId, businessIds: [GUESTS] }]);
    expect(await chosenBy(ana)).toBe(GUESTS);
  });

  test('changes nothing when the join is repeated', async () => {
    await recordPayment();
    await open(guestId);
    await bring();
    const events = await log.head();
    await bring();
    await bring({}, createPaymentProcess(log));
    expect(await log.head()).toBe(events);
  });

  test('without data brings nothing, and the join is recorded all the same', async () => {
    await bring();
    expect(await joinedIn(ana)).toEqual([{ guestId, businessIds: [] }]);
    expect(await chosenBy(ana)).toBeNull();
    expect(await process.accounts.hasAccess(ana)).toBe(false);
  });

  test('brings a charged-back payment along, which gives access when it is paid again', async () => {
    await recordPayment('charged_back');
    await bring();
    expect(await process.accounts.hasAccess(ana)).toBe(false);
    await process.recordStatus(PAYMENT, 'paid');
    await process.settle(PAYMENT);
    expect(await process.accounts.hasAccess(ana)).toBe(true);
  });

  test('brings the data even when another device has taken the access', async () => {
    await recordPayment();
    await open(guestId);
    await process.requestTransfer(PAYMENT, accountOf('bia'));
    await process.claim(PAYMENT, accountOf('bia'), guest, 'verified_email');
    await process.settle(PAYMENT);
    await bring();
    expect(await ownerOf(GUESTS)).toBe(ana);
    expect([await process.accounts.hasAccess(ana), await process.accounts.hasAccess(bia)]).toEqual([false, true]);
  });
});

describe('guest and account that both have data', () => {
  beforeEach(async () => {
    await recordPayment();
    await open(guestId);
    await open(ana);
  });

  test('open the guest’s business when the person chooses it', async () => {
    await bring({ showGuestBusiness: true });
    expect([await ownerOf(GUESTS), await ownerOf(ANAS), await chosenBy(ana)]).toEqual([ana, ana, GUESTS]);
  });

  test('open the account’s own business when the person chooses it, whichever id is lower', async () => {
    await bring({ showGuestBusiness: false });
    expect([await ownerOf(GUESTS), await ownerOf(ANAS), await chosenBy(ana)]).toEqual([ana, ana, ANAS]);
  });

  test.each([
    ['the guest’s business', true, GUESTS],
    ['the account’s own business', false, ANAS],
  ])(
    'open %s, as the person chose, even when the join is interrupted and the reaction completes it',
    async (_which, isGuests, shown) => {
      await process.accounts.becomeAccount(guestId, ana, call);
      await process.guests.moveRemaining(guestId, {}, call);
      await bring({ showGuestBusiness: isGuests }, createPaymentProcess(log));
      expect(await chosenBy(ana)).toBe(shown);
    },
  );
});

describe('join of a guest', () => {
  test('gives everything to one of two simultaneous accounts, and nothing to the other', async () => {
    await recordPayment();
    await open(guestId);
    const other = createPaymentProcess(log);
    const [first, second] = await Promise.all([bring({ userId: ana }), bring({ userId: bia }, other)]);
    expect([first, second].filter((position) => position === null)).toHaveLength(1);
    const winner = first === null ? bia : ana;
    expect(await ownerOf(GUESTS)).toBe(winner);
    expect(await process.accounts.hasAccess(winner)).toBe(true);
    expect([await process.accounts.hasAccess(ana), await process.accounts.hasAccess(bia)].filter(Boolean)).toHaveLength(
      1,
    );
  });

  test('is refused when the guest is an account itself', async () => {
    await open(bia);
    await expect(
      process.guests.moveToAccount({ guestId: bia, userId: ana, showGuestBusiness: true }, call),
    ).rejects.toThrow('not_a_guest');
    expect(await ownerOf(firstBusinessIdOf(bia))).toBe(bia);
  });

  test('is refused to a person who has never signed in', async () => {
    await open(guestId);
    await expect(bring({ userId: testId('nobody') })).rejects.toThrow('no account');
    expect(await ownerOf(GUESTS)).toBe(guestId);
  });
});

describe('join of a guest whose data is still arriving', () => {
  const react = async (streams: readonly string[]): Promise<void> => {
    const reaction = guestMoveReaction(process.guests);
    for (const stream of streams)
      await reaction.handle(
        (await eventsIn(log, stream)).filter(({ type }) => reaction.types.some((each) => each === type)),
      );
  };

  test('moves a business that was opened after everything else had been moved', async () => {
    await bring();
    await open(guestId);
    await react([businessStream(GUESTS)]);
    expect(await ownerOf(GUESTS)).toBe(ana);
    expect(await joinedIn(ana)).toEqual([
      { guestId, businessIds: [] },
      { guestId, businessIds: [GUESTS] },
    ]);
  });

  test('gives the account access by a payment that is confirmed afterwards', async () => {
    await bring();
    await recordPayment();
    await react([accountStream(guestId)]);
    expect([await process.accounts.hasAccess(guestId), await process.accounts.hasAccess(ana)]).toEqual([false, true]);
  });

  test('leaves the first business of an unrelated account where it is', async () => {
    await open(bia);
    await react([businessStream(firstBusinessIdOf(bia)), accountStream(bia)]);
    expect(await ownerOf(firstBusinessIdOf(bia))).toBe(bia);
  });
});
