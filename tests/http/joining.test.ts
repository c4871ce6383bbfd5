import type { EventLog } from '#eventstore/port.ts';
import { createSessions } from '#identity/sessions.ts';
import { call, createPaymentProcess } from '#tests/app/payment-process.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: RunningApi;
let log: EventLog;
beforeAll(async () => {
  api = await startApi();
  log = await api.openLog();
});
afterAll(() => api.stop());

interface Me {
  readonly id: string;
  readonly guest: boolean;
  readonly access_granted: boolean;
  readonly payment_id: string | null;
  readonly guest_to_join: { readonly has_data: boolean; readonly own_data: boolean } | null;
}
interface Business {
  readonly id: string;
  readonly is_open: boolean;
  readonly fixed_costs: number;
}

const get = async <Body>(visitor: ApiVisitor, path: string): Promise<Body> => (await visitor.call('GET', path)).json;
const me = (visitor: ApiVisitor) => get<Me>(visitor, '/api/users/me');
const businesses = (visitor: ApiVisitor) => get<readonly Business[]>(visitor, '/api/account/businesses');
const costs = async (visitor: ApiVisitor) =>
  (await get<readonly { readonly name: string }[]>(visitor, '/api/fixed-costs')).map(({ name }) => name);
const join = (visitor: ApiVisitor, choice: string) => visitor.call('POST', '/api/account/join', { body: { choice } });

async function addCost(visitor: ApiVisitor, name: string): Promise<void> {
  const added = await visitor.call('POST', '/api/fixed-costs', { body: { name, value: 100 } });
  expect(added.status).toBe(201);
  expect((await visitor.call('GET', '/api/fixed-costs')).status).toBe(200);
}

/** Creates a guest who has paid in this browser, without an account. */
async function createGuest() {
  const guestId = randomUUID();
  const paymentId = randomUUID();
  const payments = createPaymentProcess(log);
  await payments.recordStatus(paymentId, 'paid');
  await payments.claim(paymentId, { kind: 'guest', userId: guestId }, null, 'browser');
  const session = await createSessions(api.pool, () => new Date()).start({ userId: guestId, kind: 'guest' });
  const browser = visitorAt(api.origin, { session });
  await expect.poll(() => me(browser)).toMatchObject({ access_granted: true });
  return { browser, paymentId, guestId, session, again: () => visitorAt(api.origin, { session }) };
}

/** Returns a new e-mail for each sign-in. */
let people = 0;
const someone = (): string => `pessoa${(people += 1)}@exemplo.com`;

async function guestWithData() {
  const guest = await createGuest();
  await addCost(guest.browser, 'Aluguel da visita');
  return guest;
}

describe('guest who signs in in the same browser', () => {
  test('is asked, and all their data becomes the account’s', async () => {
    const { browser, paymentId, session, again } = await guestWithData();
    await signIn(browser, api.origin, someone());
    expect(await me(browser)).toMatchObject({
      guest: false,
      access_granted: false,
      guest_to_join: { has_data: true, own_data: false },
    });
    expect((await me(again())).guest).toBe(true);
    const asking = /session=([^;]+)/.exec(browser.cookieHeader())?.[1] ?? '';

    const joined = await join(browser, 'open_guests');
    expect(joined.status).toBe(200);
    expect(joined.json).toMatchObject({ access_granted: true, payment_id: paymentId, guest_to_join: null });
    expect(await me(browser)).toEqual(joined.json);
    expect(await costs(browser)).toEqual(['Aluguel da visita']);
    expect(await businesses(browser)).toMatchObject([{ is_open: true, fixed_costs: 1 }]);
    await addCost(browser, 'Luz');
    expect(await costs(browser)).toEqual(['Aluguel da visita', 'Luz']);

    for (const dead of [asking, session])
      expect((await visitorAt(api.origin, { session: dead }).call('GET', '/api/users/me')).status).toBe(401);
    expect((await join(browser, 'open_guests')).status).toBe(409);
  });

  test('is asked even without data', async () => {
    const { browser } = await createGuest();
    await signIn(browser, api.origin, someone());
    expect((await me(browser)).guest_to_join).toEqual({ has_data: false, own_data: false });
    expect((await join(browser, 'open_mine')).json).toMatchObject({ access_granted: true });
    expect(await businesses(browser)).toEqual([]);
    await addCost(browser, 'Primeiro');
    expect(await costs(browser)).toEqual(['Primeiro']);
  });

  test('is asked until they answer, whoever signs in meanwhile', async () => {
    const { browser } = await guestWithData();
    await signIn(browser, api.origin, someone());
    expect((await join(browser, 'talvez')).status).toBe(422);
    await signIn(browser, api.origin, someone());
    expect((await me(browser)).guest_to_join).toEqual({ has_data: true, own_data: false });
    await join(browser, 'open_guests');
    expect(await costs(browser)).toEqual(['Aluguel da visita']);
  });

  test('can keep both separate, and nothing moves', async () => {
    const { browser, again, guestId } = await guestWithData();
    await signIn(browser, api.origin, someone());
    expect((await join(browser, 'keep_apart')).json).toMatchObject({ access_granted: false, guest_to_join: null });
    expect(await businesses(browser)).toEqual([]);
    expect((await again().call('GET', '/api/users/me')).status).toBe(401);
    const session = await createSessions(api.pool, () => new Date()).start({ userId: guestId, kind: 'guest' });
    expect(await costs(visitorAt(api.origin, { session }))).toEqual(['Aluguel da visita']);
  });

  test('whose access another device has taken keeps the data until then and brings them along', async () => {
    const { browser, paymentId, guestId } = await guestWithData();
    const other = api.visitor();
    await signIn(other, api.origin, someone());
    const { id: userId } = await me(other);
    const payments = createPaymentProcess(log);
    const guest = { kind: 'guest', userId: guestId } as const;
    // The claim is by e-mail alone, after the guest was asked and did not answer.
    const [answerDeadline, at] = ['2026-03-08T12:00:00.000Z', '2026-03-08T12:00:00.000Z'];
    const context = { ...call, changeId: randomUUID() };
    await payments.payments.handle(paymentId, { type: 'RequestTransfer', userId, answerDeadline }, context);
    const to = { kind: 'account', userId } as const;
    const claim = { type: 'Claim', to, from: guest.userId, via: 'verified_email', at } as const;
    await payments.payments.handle(paymentId, claim, { ...context, changeId: randomUUID() });
    await expect.poll(() => me(browser)).toMatchObject({ access_granted: false });
    expect((await me(browser)).guest).toBe(true);
    expect((await browser.call('GET', '/api/fixed-costs')).status).toBe(403);
    await signIn(browser, api.origin, 'dona@exemplo.com');
    await join(browser, 'open_guests');
    expect(await costs(browser)).toEqual(['Aluguel da visita']);
    expect((await me(other)).access_granted).toBe(true);
  });

  test('is forgotten by the browser after signing out', async () => {
    const { browser, again } = await createGuest();
    await browser.call('GET', '/api/logout');
    expect((await again().call('GET', '/api/users/me')).status).toBe(401);
  });
});

describe('account with several businesses', () => {
  async function ownerOfTwo() {
    const { browser } = await guestWithData();
    const email = someone();
    await signIn(browser, api.origin, email);
    await join(browser, 'open_guests');
    const next = await guestWithData();
    await signIn(next.browser, api.origin, email);
    expect((await me(next.browser)).guest_to_join).toEqual({ has_data: true, own_data: true });
    return { first: browser, second: next.browser };
  }

  test.each([
    ['its own', 'open_mine', 0],
    ['the guest’s', 'open_guests', 1],
  ])(
    'opens %s business when the person chose it, and switches to the other with one call',
    async (_whose, choice, which) => {
      const { first, second } = await ownerOfTwo();
      const [before] = await businesses(first);
      await join(second, choice);
      const all = await businesses(second);
      expect(all).toHaveLength(2);
      const [mine, theirs] = [before?.id, all.find(({ id }) => id !== before?.id)?.id];
      const [open, closed] = which === 0 ? [mine, theirs] : [theirs, mine];
      expect(all.filter(({ is_open: isOpen }) => isOpen).map(({ id }) => id)).toEqual([open]);

      await addCost(second, 'Só neste');
      expect(await costs(second)).toEqual(['Aluguel da visita', 'Só neste']);
      const switched = await second.call('POST', `/api/account/businesses/${closed}/open`);
      expect(switched.status).toBe(200);
      expect((switched.json as readonly Business[]).filter((each) => each.is_open).map(({ id }) => id)).toEqual([
        closed,
      ]);
      expect(switched.headers.get('X-Position')).toMatch(/:\d{20}$/);
      expect(await costs(second)).toEqual(['Aluguel da visita']);
      expect(await costs(first)).toEqual(['Aluguel da visita']);
    },
  );

  test('neither opens nor sees another person’s business', async () => {
    const { first } = await ownerOfTwo();
    const [own] = await businesses(first);
    const dona = await api.signIn('dona@exemplo.com');
    const before = await costs(dona);
    const refused = await Promise.all(
      [own?.id, randomUUID(), 'x'].map((id) => dona.call('POST', `/api/account/businesses/${id}/open`)),
    );
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
    expect((await businesses(dona)).map(({ id }) => id)).not.toContain(own?.id);
    expect(await costs(dona)).toEqual(before);
  });
});

describe('joining a guest', () => {
  test('requires that the guest used this browser', async () => {
    const { browser: guest } = await createGuest();
    const dona = await api.signIn('dona@exemplo.com');
    expect((await join(api.visitor(), 'open_guests')).status).toBe(401);
    expect((await join(guest, 'open_guests')).json).toMatchObject({ status: 409, code: 'nothing_to_join' });
    expect((await join(dona, 'open_guests')).json).toMatchObject({ status: 409, code: 'nothing_to_join' });
    expect((await me(dona)).guest_to_join).toBeNull();
    const elsewhere = { body: { choice: 'open_guests' }, headers: { 'Sec-Fetch-Site': 'cross-site' } };
    expect((await guest.call('POST', '/api/account/join', elsewhere)).status).toBe(403);
  });

  test('is not needed by a guest to list and open a business of their own', async () => {
    const { browser } = await guestWithData();
    const [own] = await businesses(browser);
    expect(own).toMatchObject({ is_open: true, fixed_costs: 1 });
    expect((await browser.call('POST', `/api/account/businesses/${own?.id}/open`)).status).toBe(200);
    expect((await api.visitor().call('GET', '/api/account/businesses')).status).toBe(401);
  });
});
