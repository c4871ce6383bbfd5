import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HistoryReply } from '#contract/history.ts';
import { dayOf } from '#contract/instants.ts';
import * as v from 'valibot';
import { isView, viewRoutes } from '#contract/routes/views.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { seedPersonWithPast } from '../../scripts/seed.ts';

const VIEWS = Object.keys(viewRoutes).filter(isView);
const NOW = new Date();
const monthsAgo = (months: number): string => dayOf(new Date(NOW.getTime() - months * 30.4375 * 86_400_000));

let database: TestDatabase;
let api: RunningApi;
let celia: ApiVisitor;

const seed = async () => {
  const log = await api.openLog();
  return seedPersonWithPast({ log, connectionString: database.url, now: NOW, months: 12 });
};

beforeAll(async () => {
  database = await freshDatabase();
  api = await startApi({ storage: { ...database, ownerUrl: database.url } });
  if (!(await seed())) throw new Error('the person with a past was there already');
  celia = await api.signIn('celia@exemplo.com');
  // Projecting a year takes a while; until it is done, the product answers 503.
  while ((await get('/api/dashboard')).status === 503);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const get = (path: string, visitor = celia) => visitor.call('GET', path);
const rentAt = async (query: string) =>
  ((await get(`/api/fixed-costs${query}`)).json as { name: string; value: number }[]).find(
    ({ name }) => name === 'Aluguel',
  )?.value;

describe('reads as of a date for a business with a year of history', () => {
  test('see no further change when the sample data is created a second time', async () => {
    const before = (await get('/api/dashboard')).text;
    expect(await seed()).toBe(false);
    expect((await get('/api/dashboard')).text).toBe(before);
  });

  test('show the business as it was: another rent, other dishes, and nothing before its beginning', async () => {
    expect(await rentAt('')).toBe(3500);
    expect(await rentAt(`?as_of=${monthsAgo(7)}`)).toBe(3150);
    expect(await rentAt(`?as_of=${monthsAgo(20)}`)).toBeUndefined();
    const dishes = (await get(`/api/dishes?as_of=${monthsAgo(7)}`)).json as { name: string }[];
    expect(dishes.map(({ name }) => name)).toContain('Pizza Quatro Queijos');
  });

  test('equal reads without a date when the date is today or the moment is now', async () => {
    for (const view of VIEWS) {
      const { path } = viewRoutes[view];
      const now = (await get(path)).json as object;
      const answers = await Promise.all(
        [`?as_of=${dayOf(NOW)}`, `?as_of=${new Date().toISOString()}`].map((q) => get(path + q)),
      );
      for (const { status, json, headers } of answers) {
        expect(status, path).toBe(200);
        expect(headers.get('Cache-Control')).toBe('no-store');
        expect('position' in now ? { ...(json as object), position: now.position } : json, path).toEqual(now);
      }
    }
  });

  test('include a change that was saved a moment ago, without waiting for the read model', async () => {
    const added = await celia.call('POST', '/api/fixed-costs', { body: { name: 'Gás', value: 110 } });
    expect(added.status).toBe(201);
    expect((await get(`/api/fixed-costs?as_of=${dayOf(new Date())}`)).text).toContain('Gás');
  });
});

describe('checks of a read as of a date', () => {
  test.each(VIEWS)(
    'answer 401 for %s without a session, 403 without access, and 422 for a wrong date only after those',
    async (view) => {
      const { path } = viewRoutes[view];
      const newcomer = await api.signIn('novo@exemplo.com');
      for (const asked of ['2026-01-01', 'ontem', '']) {
        expect((await get(`${path}?as_of=${asked}`, api.visitor())).status).toBe(401);
        expect((await get(`${path}?as_of=${asked}`, newcomer)).status).toBe(403);
      }
      for (const asked of [
        'ontem',
        '',
        '31/12/2025',
        '9999-01-01',
        '2026-02-30',
        `${monthsAgo(1)}&as_of=${monthsAgo(2)}`,
      ]) {
        const { status, json } = await get(`${path}?as_of=${asked}`);
        expect([status, Object.keys((json as { fields: object }).fields)], asked).toEqual([422, ['as_of']]);
      }
    },
  );

  test('give an owner who has changed nothing yet an empty business at any date', async () => {
    const owner = await api.signIn('admin@exemplo.com');
    expect((await get(`/api/ingredients?as_of=${monthsAgo(3)}`, owner)).json).toEqual([]);
    expect((await get(`/api/dashboard?as_of=${monthsAgo(0)}`, owner)).json).toMatchObject({ lucroMedio: 100 });
  });
});

describe('GET /api/history', () => {
  const dishId = async (name: string, visitor = celia) =>
    ((await get('/api/dishes', visitor)).json as { id: string; name: string }[]).find((dish) => dish.name === name)?.id;

  test.each(['', `?from=${monthsAgo(6)}&to=${monthsAgo(1)}`, `?of=business&from=${monthsAgo(30)}`])(
    'returns the points of the business in order for the query “%s”',
    async (query) => {
      const { status, json } = await get(`/api/history${query}`);
      expect(status).toBe(200);
      const body = v.parse(HistoryReply, json);
      expect(body.points.length).toBeGreaterThan(10);
      expect(body.points.map(({ at }) => at)).toEqual(body.points.map(({ at }) => at).toSorted());
    },
  );

  test('ends a dish’s history in the figures of today, and hides it from everybody else', async () => {
    const id = await dishId('Pizza Muçarela');
    const path = `/api/history?of=dish:${id}`;
    const dishes = (await get('/api/dishes')).json as { id: string; cmv: number; net_profit: number }[];
    const { cmv, net_profit } = dishes.find((dish) => dish.id === id) ?? {};
    const body = v.parse(HistoryReply, (await get(path)).json);
    expect(body.points.at(-1)?.figures).toMatchObject({ cmv, net_profit });
    const dona = await api.signIn('dona@exemplo.com');
    expect((await get(path, dona)).status).toBe(404);
    expect((await get(path, await api.signIn('novo@exemplo.com'))).status).toBe(403);
    expect((await get(path, api.visitor())).status).toBe(401);
  });

  test.each([
    'of=dish',
    'of=dish:1',
    'of=dishes',
    'from=ontem',
    'to=9999-01-01',
    `from=${monthsAgo(1)}&to=${monthsAgo(2)}`,
  ])('answers 422 at the field for the query %s', async (query) => {
    const { status, json } = await get(`/api/history?${query}`);
    expect([status, Object.keys((json as { fields: object }).fields)]).toEqual([422, [query.split('=')[0]]]);
  });
});
