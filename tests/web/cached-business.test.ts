import { runInAction } from 'mobx';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { createHttpClient } from '#web/api/http.ts';
import { cacheBusiness } from '#web/offline/cache-business.ts';
import { ADDED_FIELD_COUNT, tableOf } from '#domain/business/entity-fields.ts';
import { type BusinessCache, createBusinessCache, CACHE_SHAPE } from '#web/stores/business-cache.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { added, type Fact, fixedCost, given, month, pricedDish, uses, variableCost } from '#tests/support/given.ts';
import { fakeCaches } from './support/fake-caches.ts';
import { idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { ana, sessionUnderTest } from './support/session-under-test.ts';

const R = (reais: number): number => reais * 10_000;
const DAY = 24 * 60 * 60 * 1_000;

let caches: ReturnType<typeof fakeCaches>;
let keeper: BusinessCache;
let isKnown: boolean;
let now: Date;
beforeEach(() => {
  caches = fakeCaches();
  isKnown = true;
  now = new Date('2026-11-21T13:32:00Z');
  keeper = createBusinessCache({ caches, isSignedIn: () => isKnown, now: () => now });
});

const business = pizzeriaServer().state();

const PREPARED_AND_SOLD: Fact = [
  { type: 'PreparationAdded', data: { id: 'e', name: 'e', yieldQuantity: 10_000, yieldUnit: 'kg' } },
  { type: 'ChannelAdded', data: { id: 'f', name: 'f', isMain: true } },
  {
    type: 'SalesRecorded',
    data: {
      month: '2026-10',
      channelId: 'f',
      channelName: 'f',
      rows: [{ dishId: 'c', from: null, to: { quantity: 1, revenue: null } }],
    },
  },
];

describe('the cached business', () => {
  test('is read as it was written, with its user and time', async () => {
    await keeper.write({ user: ana, business, mix: null });
    expect(await keeper.read()).toEqual({ user: ana, business, mix: null, at: now });
  });

  test('is deleted on demand, even while it is being written', async () => {
    void keeper.write({ user: ana, business, mix: null });
    await keeper.forget();
    expect(caches.all.size).toBe(0);
    expect(await keeper.read()).toBeUndefined();
  });

  test('is neither written nor read after a sign-out in any tab', async () => {
    await keeper.write({ user: ana, business, mix: null });
    isKnown = false;
    expect(await keeper.read()).toBeUndefined();
    await keeper.write({ user: ana, business, mix: null });
    expect(caches.all.size).toBe(0);
  });

  test('expires after thirty days', async () => {
    await keeper.write({ user: ana, business, mix: null });
    now = new Date(now.getTime() + 30 * DAY);
    expect(await keeper.read()).toBeUndefined();
  });

  test.each([
    ['older', CACHE_SHAPE - 1],
    ['newer', CACHE_SHAPE + 1],
    ['missing', undefined],
  ])('is ignored when its shape number is %s', async (_which, shape) => {
    await keeper.write({ user: ana, business, mix: null });
    const cache = await caches.open('prumo-business');
    const { value } = JSON.parse((await (await cache.match('/kept-business'))?.text()) ?? '') as { value: unknown };
    const text = shape === undefined ? JSON.stringify(value) : JSON.stringify({ shape, value });
    await cache.put('/kept-business', new Response(text));
    expect(await keeper.read()).toBeUndefined();
  });

  // A change of these fields needs a new shape number, so that older copies are ignored instead of misread.
  test('gets another shape number whenever one of its fields is added or removed', () => {
    const { state } = given(
      fixedCost('a', 1),
      variableCost('b', 1),
      month(1, 1, 1),
      added('d', 1),
      pricedDish('c', 1, uses('d', 1)),
      PREPARED_AND_SOLD,
    );
    /** Fields of the tables change the number by themselves. */
    const fieldsOf = (row: object | undefined, kind = ''): readonly string[] =>
      Object.keys(row ?? {})
        .filter((key) => tableOf(kind)?.[key] === undefined)
        .toSorted();
    const [dish] = state.dishes.values();
    const [sales] = state.sales.values();
    expect({
      shape: CACHE_SHAPE - ADDED_FIELD_COUNT,
      user: fieldsOf(ana),
      business: fieldsOf(state),
      fixedCost: fieldsOf([...state.fixedCosts.values()][0], 'fixed_cost'),
      variableCost: fieldsOf([...state.variableCosts.values()][0], 'variable_cost'),
      month: fieldsOf([...state.months.values()][0]),
      ingredient: fieldsOf([...state.ingredients.values()][0], 'ingredient'),
      preparation: fieldsOf([...state.preparations.values()][0], 'preparation'),
      dish: fieldsOf(dish, 'dish'),
      line: fieldsOf(dish?.lines[0]),
      channel: fieldsOf([...state.channels.values()][0], 'channel'),
      sales: fieldsOf(sales),
      soldDish: fieldsOf(sales?.rows[0]),
      settings: fieldsOf(state.settings),
    }).toMatchInlineSnapshot(`
      {
        "business": [
          "channels",
          "clearedVersion",
          "dishes",
          "erased",
          "fixedCosts",
          "ingredients",
          "lastTakenBackPurchase",
          "manualPrices",
          "mergedIngredients",
          "months",
          "ownerId",
          "preparations",
          "purchases",
          "purchasesByIngredient",
          "removed",
          "sales",
          "sequence",
          "settings",
          "statedTicket",
          "stockValues",
          "suppliers",
          "variableCosts",
        ],
        "channel": [
          "id",
          "isMain",
          "sequence",
          "version",
        ],
        "dish": [
          "id",
          "lines",
          "prices",
          "sequence",
          "version",
        ],
        "fixedCost": [
          "id",
          "sequence",
          "version",
        ],
        "ingredient": [
          "conversions",
          "free",
          "id",
          "pack",
          "priceSource",
          "sequence",
          "unit",
          "unitPrice",
          "version",
        ],
        "line": [
          "channels",
          "ingredientId",
          "ownUnit",
          "quantity",
          "version",
        ],
        "month": [
          "month",
          "orders",
          "value",
          "version",
        ],
        "preparation": [
          "conversions",
          "id",
          "lines",
          "sequence",
          "version",
          "yieldQuantity",
          "yieldUnit",
        ],
        "sales": [
          "channelId",
          "month",
          "rows",
        ],
        "settings": [
          "mixMonths",
          "priceRule",
          "productionLoss",
          "profitGoal",
          "version",
        ],
        "shape": 9,
        "soldDish": [
          "dishId",
          "quantity",
          "revenue",
        ],
        "user": [
          "access_granted",
          "email",
          "google_user_data",
          "guest",
          "guest_to_join",
          "id",
          "is_admin",
          "name",
          "payment_id",
          "transfer_asked",
        ],
        "variableCost": [
          "channels",
          "id",
          "sequence",
          "version",
        ],
      }
    `);
  });

  test('is ignored when it cannot be parsed or the browser has no cache', async () => {
    const cache = await caches.open('prumo-business');
    await cache.put('/kept-business', new Response('{"not'));
    expect(await keeper.read()).toBeUndefined();
    const without = createBusinessCache({ caches: undefined, isSignedIn: () => true });
    await without.write({ user: ana, business, mix: null });
    expect(await without.read()).toBeUndefined();
  });
});

describe('the business store with a cache', () => {
  function openStore(server = pizzeriaServer()) {
    const api = createHttpClient({ fetch: server.fetch, wait: () => Promise.resolve() });
    const store = new BusinessStore({ api, readCache: () => keeper.read(), onSignedOut: () => undefined });
    return { server, store };
  }

  test('caches what the server has confirmed, including changes, while a person with access has it open', async () => {
    vi.useFakeTimers();
    const { store } = openStore();
    const { session } = sessionUnderTest();
    await store.reader.open();
    const stop = cacheBusiness(store, session, keeper);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(caches.all.size).toBe(0); // The session has no user yet.
    runInAction(() => (session.user = { ...ana, is_admin: true }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await keeper.read()).toMatchObject({ user: { id: ana.id, is_admin: false }, business: store.confirmed });
    await store.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) }).outcome;
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await keeper.read())?.business.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    stop();
    await store.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(2) }).outcome;
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await keeper.read())?.business.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    vi.useRealTimers();
  });

  test('shows the cached business read-only without a connection, and the current one after it returns', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await keeper.write({ user: ana, business, mix: null });
    const { server, store } = openStore();
    server.failNext('listDishes', 'no answer');
    await store.reader.open();
    expect(store).toMatchObject({ reader: { status: 'loaded', cachedAt: now }, isFullyLoaded: false });
    expect(store.figures).toEqual(businessFigures(business));
    const { refused, outcome } = store.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    expect(refused?.sentence).toContain('só para consulta');
    expect(await outcome).toMatchObject({ kind: 'failed' });
    expect(store.issue({ type: 'RemoveFixedCost', id: idOf('Aluguel') }).refused).toBeDefined();
    expect(server.changes()).toEqual([]);
    store.reader.onReconnected();
    await expect.poll(() => store.isFullyLoaded).toBe(true);
    expect(store.reader.cachedAt).toBeNull();
    expect(store.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) }).refused).toBeUndefined();
    logged.mockRestore();
  });

  test('fails to open without a connection while nothing is cached', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { server, store } = openStore();
    server.failNext('listDishes', 'no answer');
    await store.reader.open();
    expect(store.reader.status).toBe('failed');
    logged.mockRestore();
  });
});

describe('the session with a cached business', () => {
  function openSession() {
    const setup = sessionUnderTest({ loadCache: async () => keeper });
    setup.markers.rememberSignedIn();
    return setup;
  }

  test('is that of the last person without a connection, until the server says otherwise', async () => {
    await keeper.write({ user: ana, business, mix: null });
    const { session, answer } = openSession();
    answer('/api/users/me', () => Promise.reject(new TypeError('Failed to fetch')));
    await session.fetchUser();
    expect(session).toMatchObject({ user: { id: ana.id }, isFromCache: true, isPending: false });
    answer('/api/users/me', () => problem(401, 'not_signed_in', 'Entre.'));
    await session.fetchUser();
    expect(session).toMatchObject({ user: null, hasEnded: true });
    await expect.poll(() => caches.all.size).toBe(0);
  });

  test.each([
    ['the person signs out', async ({ session }: ReturnType<typeof openSession>) => session.logout()],
    ['the personal data are erased', async ({ session }: ReturnType<typeof openSession>) => session.forgetPerson()],
    ['the server no longer knows the session', async ({ session }: ReturnType<typeof openSession>) => session.expire()],
    [
      'somebody else signs in',
      async ({ session }: ReturnType<typeof openSession>) => session.setUser({ ...ana, id: 'other' }),
    ],
    [
      'the access has ended',
      async ({ session }: ReturnType<typeof openSession>) => session.setUser({ ...ana, access_granted: false }),
    ],
  ])('deletes the cached business when %s', async (_when, happens) => {
    await keeper.write({ user: ana, business, mix: null });
    await happens(openSession());
    await expect.poll(() => caches.all.size).toBe(0);
  });

  test('keeps the cached business of the same person', async () => {
    await keeper.write({ user: ana, business, mix: null });
    openSession().session.setUser(ana);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await keeper.read())?.user.id).toBe(ana.id);
  });
});
