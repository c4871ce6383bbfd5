import { firstBusinessOf } from '#app/ids.ts';
import { joiningReaction } from '#app/access-reaction.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { testId } from '#tests/support/histories.ts';
import { ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsIn } from './anas-business.ts';
import { accountOf, call, guestOf, paidAccounts } from './paid-accounts.ts';

const { userId: ana } = accountOf('ana');
const { userId: bia } = accountOf('bia');
const guest = guestOf('visita');
const guestId = guest.userId;
const GUESTS = firstBusinessOf(guestId);
const ANAS = firstBusinessOf(ana);
const PAYMENT = testId('payment');

let log: EventLog;
let process: ReturnType<typeof paidAccounts>;
beforeEach(async () => {
  log = await ownLog();
  process = paidAccounts(log);
  for (const userId of [ana, bia]) await process.accounts.signIn(userId, 'https://issuer.test', call);
});
afterEach(() => log.close());

async function paid(status: 'paid' | 'charged_back' = 'paid'): Promise<void> {
  await process.told(PAYMENT, 'paid');
  await process.claim(PAYMENT, guest, null, 'browser');
  await process.settle(PAYMENT);
  await process.told(PAYMENT, status);
  await process.settle(PAYMENT);
}

async function open(userId: string): Promise<void> {
  await process.change(userId, { type: 'OpenBusiness', ownerId: userId });
  await process.change(userId, { type: 'AddFixedCost', id: testId('rent', userId), name: 'Aluguel', value: 1 });
}

const bring = (joining: { readonly userId?: string; readonly open?: boolean } = {}, through = process) =>
  through.guests.bring({ guestId, userId: ana, open: true, ...joining }, call);
const ownerOf = async (businessId: string) => (await process.businesses.current(businessId)).ownerId;
const chosenBy = async (userId: string) => (await process.accounts.current(userId)).chosenBusinessId;
const joinedIn = async (userId: string) =>
  (await eventsIn(log, accountStream(userId))).filter(({ type }) => type === 'GuestJoined').map(({ data }) => data);

describe('a guest who signs in', () => {
  test('brings business, payment and access, and is a guest no more', async () => {
    await paid();
    await open(guestId);
    const position = await bring();
    const last = await log.head();
    expect(position).toBe(last);
    expect(await ownerOf(GUESTS)).toBe(ana);
    expect((await process.businesses.current(GUESTS)).fixedCosts.size).toBe(1);
    expect(await process.accounts.hasAccess(ana)).toBe(true);
    expect(await process.accounts.hasAccess(guestId)).toBe(false);
    expect((await process.payments.current(PAYMENT)).holder).toEqual({ kind: 'account', userId: ana });
    expect(process.endedSessions).toEqual([guestId]);
    expect(await joinedIn(ana)).toEqual([{ guestId, businessIds: [GUESTS] }]);
    expect(await chosenBy(ana)).toBe(GUESTS);
  });

  test('again changes nothing', async () => {
    await paid();
    await open(guestId);
    await bring();
    const events = await log.head();
    await bring();
    await bring({}, paidAccounts(log));
    expect(await log.head()).toBe(events);
  });

  test('without anything brings nothing, and it is on record', async () => {
    await bring();
    expect(await joinedIn(ana)).toEqual([{ guestId, businessIds: [] }]);
    expect(await chosenBy(ana)).toBeNull();
    expect(await process.accounts.hasAccess(ana)).toBe(false);
  });

  test('brings what has been taken back along, for when it comes back', async () => {
    await paid('charged_back');
    await bring();
    expect(await process.accounts.hasAccess(ana)).toBe(false);
    await process.told(PAYMENT, 'paid');
    await process.settle(PAYMENT);
    expect(await process.accounts.hasAccess(ana)).toBe(true);
  });

  test('whose access another device has taken still brings the data', async () => {
    await paid();
    await open(guestId);
    await process.requestTransfer(PAYMENT, accountOf('bia'));
    await process.claim(PAYMENT, accountOf('bia'), guest, 'verified_email');
    await process.settle(PAYMENT);
    await bring();
    expect(await ownerOf(GUESTS)).toBe(ana);
    expect([await process.accounts.hasAccess(ana), await process.accounts.hasAccess(bia)]).toEqual([false, true]);
  });
});

describe('when both have data', () => {
  beforeEach(async () => {
    await paid();
    await open(guestId);
    await open(ana);
  });

  test('the guest’s can be shown', async () => {
    await bring({ open: true });
    expect([await ownerOf(GUESTS), await ownerOf(ANAS), await chosenBy(ana)]).toEqual([ana, ana, GUESTS]);
  });

  test('the account’s own can stay, whichever id is lower', async () => {
    await bring({ open: false });
    expect([await ownerOf(GUESTS), await ownerOf(ANAS), await chosenBy(ana)]).toEqual([ana, ana, ANAS]);
  });

  test.each([
    [true, GUESTS],
    [false, ANAS],
  ])(
    'cut off after the decision and finished by the reaction, the answer still counts: open %s',
    async (isGuests, shown) => {
      await process.accounts.becomeAccount(guestId, ana, call);
      await process.guests.bringRest(guestId, {}, call);
      await bring({ open: isGuests }, paidAccounts(log));
      expect(await chosenBy(ana)).toBe(shown);
    },
  );
});

describe('two accounts that ask for the same guest', () => {
  test('one gets all, the other nothing', async () => {
    await paid();
    await open(guestId);
    const other = paidAccounts(log);
    const [first, second] = await Promise.all([bring({ userId: ana }), bring({ userId: bia }, other)]);
    expect([first, second].filter((position) => position === null)).toHaveLength(1);
    const winner = first === null ? bia : ana;
    expect(await ownerOf(GUESTS)).toBe(winner);
    expect(await process.accounts.hasAccess(winner)).toBe(true);
    expect([await process.accounts.hasAccess(ana), await process.accounts.hasAccess(bia)].filter(Boolean)).toHaveLength(
      1,
    );
  });

  test('an account is no guest', async () => {
    await open(bia);
    await expect(process.guests.bring({ guestId: bia, userId: ana, open: true }, call)).rejects.toThrow('not_a_guest');
    expect(await ownerOf(firstBusinessOf(bia))).toBe(bia);
  });

  test('who has never signed in gets nothing', async () => {
    await open(guestId);
    await expect(bring({ userId: testId('nobody') })).rejects.toThrow('no account');
    expect(await ownerOf(GUESTS)).toBe(guestId);
  });
});

describe('what comes in at the same moment', () => {
  const react = async (streams: readonly string[]): Promise<void> => {
    const reaction = joiningReaction(process.guests);
    for (const stream of streams)
      await reaction.handle(
        (await eventsIn(log, stream)).filter(({ type }) => reaction.types.some((each) => each === type)),
      );
  };

  test('a business opened after all was moved is moved too', async () => {
    await bring();
    await open(guestId);
    await react([businessStream(GUESTS)]);
    expect(await ownerOf(GUESTS)).toBe(ana);
    expect(await joinedIn(ana)).toEqual([
      { guestId, businessIds: [] },
      { guestId, businessIds: [GUESTS] },
    ]);
  });

  test('a payment confirmed after it gives the account access', async () => {
    await bring();
    await paid();
    await react([accountStream(guestId)]);
    expect([await process.accounts.hasAccess(guestId), await process.accounts.hasAccess(ana)]).toEqual([false, true]);
  });

  test('somebody’s own first business stays theirs', async () => {
    await open(bia);
    await react([businessStream(firstBusinessOf(bia)), accountStream(bia)]);
    expect(await ownerOf(firstBusinessOf(bia))).toBe(bia);
  });
});
