import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let api: RunningApi;
let owner: ApiVisitor;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  owner = await api.newOwner();
});

type Json = Record<string, never> & { id: string };

async function request(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await owner.call(method, path, { body });
  expect([path, answer.status < 300, answer.json]).toEqual([path, true, answer.json]);
  return answer.json;
}

/** Returns status, code and invalid fields of a refused call. */
async function refusalOf(method: string, path: string, body: unknown): Promise<unknown> {
  const { status, json } = await owner.call(method, path, { body });
  const { code, fields = {} } = json as { code: string; fields?: object };
  return { status, code, fields: Object.keys(fields) };
}

const UNKNOWN = '0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e';
const channel = (name: string) => request('POST', '/api/channels', { name });
const dish = (name: string, sale_price: number) => request('POST', '/api/dishes', { name, sale_price });
const sell = (month: string, channelId: string, rows: object[]) =>
  request('PUT', `/api/sales/${month}/${channelId}`, { rows });
const mix = () => request('GET', '/api/mix') as unknown as Promise<{ revenue: number } | null>;

describe('sales channels', () => {
  test('keep every price when another channel becomes the main one, which is at first the one added first', async () => {
    const counter = await channel('Balcão');
    const app = await channel('App');
    expect([counter, app]).toMatchObject([{ is_main: true }, { is_main: false }]);
    const pizza = await dish('Pizza', 50);
    const priced = await request('PUT', `/api/dishes/${pizza.id}`, { prices: { [app.id]: 60 } });
    expect(priced).toMatchObject({ sale_price: 50, prices: { [app.id]: 60 } });
    expect(await refusalOf('PUT', `/api/dishes/${pizza.id}`, { prices: { [counter.id]: 55 } })).toEqual({
      status: 422,
      code: 'main_channel_price',
      fields: ['prices'],
    });
    await request('PUT', `/api/channels/${app.id}`, { is_main: true });
    const [turned] = (await request('GET', '/api/dishes')) as unknown as Json[];
    expect(turned).toMatchObject({
      sale_price: 60,
      prices: { [counter.id]: 50 },
      channels: [
        { channel_id: app.id, price: 60 },
        { channel_id: counter.id, price: 50 },
      ],
    });
    expect(await refusalOf('PUT', `/api/channels/${app.id}`, { is_main: false })).toMatchObject({
      status: 422,
      fields: ['is_main'],
    });
  });

  test('cannot be removed while a cost refers to them, and the main one can only be removed last', async () => {
    const counter = await channel('Balcão');
    const app = await channel('App');
    const cost = await request('POST', '/api/variable-costs', { name: 'Comissão', percentage: 23, channels: [app.id] });
    expect(cost).toMatchObject({ channels: [app.id] });
    expect(await refusalOf('DELETE', `/api/channels/${app.id}`, undefined)).toMatchObject({
      status: 409,
      code: 'channel_in_use',
    });
    expect(await refusalOf('DELETE', `/api/channels/${counter.id}`, undefined)).toMatchObject({
      status: 409,
      code: 'main_channel_stays',
    });
    await request('PUT', `/api/variable-costs/${cost.id}`, { channels: null });
    expect((await owner.call('DELETE', `/api/channels/${app.id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/api/channels/${counter.id}`)).status).toBe(204);
    expect(await request('GET', '/api/channels')).toEqual([]);
  });

  test('answer 422 at the invalid field', async () => {
    for (const [path, body, fields] of [
      ['/api/channels', { name: 'x'.repeat(41) }, ['name']],
      ['/api/variable-costs', { name: 'Taxa', percentage: 1, channels: [] }, ['channels']],
      ['/api/variable-costs', { name: 'Taxa', percentage: 1, channels: [UNKNOWN] }, ['channels']],
      ['/api/dishes', { name: 'Pizza', prices: { [UNKNOWN]: 5 } }, ['prices']],
    ] as const)
      expect([path, await refusalOf('POST', path, body)]).toMatchObject([path, { status: 422, fields }]);
    expect((await owner.call('PUT', `/api/channels/${UNKNOWN}`, { body: { name: 'App' } })).status).toBe(404);
    for (let i = 0; i < 12; i += 1) await channel(`Canal ${i}`);
    expect(await refusalOf('POST', '/api/channels', { name: 'Mais um' })).toMatchObject({
      status: 422,
      code: 'too_many_channels',
    });
  });
});

describe('recorded sales', () => {
  test('have figures in the history from the day on which they were entered', async () => {
    const pizza = await dish('Pizza', 40);
    await request('POST', '/api/fixed-costs', { name: 'Aluguel', value: 1_000 });
    const course = async () => {
      const { points } = (await request('GET', '/api/history')) as unknown as {
        points: { figures: { mix: unknown } }[];
      };
      return points.map(({ figures }) => figures.mix);
    };
    expect((await course()).at(-1)).toBeNull();
    await sell('2026-10', 'main', [{ dish_id: pizza.id, quantity: 50 }]);
    expect((await course()).at(-1)).toEqual({
      cmv: 0,
      contribution_margin: 100,
      profit: null,
      result: 1_000,
      break_even: 1_000,
    });
  });

  test('create the main channel where there is none, and can be set, corrected and cleared', async () => {
    const [pizza, soup] = [await dish('Pizza', 40), await dish('Sopa', 20)];
    const set = (await sell('2026-10', 'main', [
      { dish_id: pizza.id, quantity: 10 },
      { dish_id: soup.id, quantity: 5, revenue: 90 },
    ])) as unknown as { channel_id: string };
    const [counter] = (await request('GET', '/api/channels')) as unknown as Json[];
    expect(counter).toMatchObject({ id: set.channel_id, name: 'Balcão', is_main: true });
    expect(await mix()).toMatchObject({ months: 1, revenue: 490 });
    const after = await sell('2026-10', set.channel_id, [{ dish_id: pizza.id, quantity: 0 }]);
    expect(after).toEqual({
      month: '2026-10',
      channel_id: set.channel_id,
      rows: [{ dish_id: soup.id, quantity: 5, revenue: 90 }],
    });
    await request('PUT', `/api/dishes/${soup.id}`, { name: 'Sopa do dia' });
    expect(await request('GET', '/api/sales?from=2026-10&to=2026-10')).toEqual([after]);
    expect((await owner.call('DELETE', `/api/dishes/${soup.id}`)).status).toBe(204);
    expect(await mix()).toBeNull();
    // After the removal, rows of sales carry the name of the dish themselves.
    expect(await request('GET', '/api/sales?from=2026-10&to=2026-10')).toMatchObject([
      { rows: [{ dish_id: soup.id, quantity: 5, revenue: 90, dish_name: 'Sopa do dia' }] },
    ]);
    await sell('2026-10', 'main', [{ dish_id: soup.id, quantity: 0 }]);
    expect(await request('GET', '/api/sales?from=2026-10&to=2026-10')).toEqual([]);
    expect(
      await refusalOf('PUT', '/api/sales/2026-10/main', { rows: [{ dish_id: soup.id, quantity: 1 }] }),
    ).toMatchObject({
      status: 422,
      fields: ['rows.0.dish_id'],
    });
  });

  test('are refused as a whole when one value is impossible', async () => {
    const pizza = await dish('Pizza', 40);
    const row = { dish_id: pizza.id, quantity: 3 };
    expect((await owner.call('PUT', '/api/sales/2026-13/main', { body: { rows: [row] } })).status).toBe(404);
    expect((await owner.call('PUT', `/api/sales/2026-10/${UNKNOWN}`, { body: { rows: [row] } })).status).toBe(404);
    const next = `${new Date().getFullYear() + 1}-10`;
    const toCome = { status: 422, code: 'month_to_come', fields: ['month'] };
    expect(await refusalOf('PUT', `/api/sales/${next}/main`, { rows: [row] })).toEqual(toCome);
    const sets = [{ month: next, channel_id: 'main', rows: [row] }];
    expect(await refusalOf('POST', '/api/sales/import', { sets })).toEqual({ ...toCome, fields: ['sets.0.month'] });
    expect(await refusalOf('PUT', '/api/sales/1999-12/main', { rows: [row] })).toMatchObject({ status: 422 });
    await request('PUT', `/api/sales/${next}/main`, { rows: [{ ...row, quantity: 0 }] });
    expect(await refusalOf('PUT', '/api/sales/2026-10/main', { rows: [row, row] })).toMatchObject({
      status: 422,
      fields: ['rows.1.dish_id'],
    });
    for (const quantity of [-1, 1.5, 10_000_000, 'muitas'])
      expect([
        quantity,
        await refusalOf('PUT', '/api/sales/2026-10/main', { rows: [{ ...row, quantity }] }),
      ]).toMatchObject([quantity, { status: 422, fields: ['rows.0.quantity'] }]);
    expect(await request('GET', '/api/channels')).toEqual([]);
  });

  test('are imported from a report as one change with its revenue, and undone as one', async () => {
    const pizza = await dish('Pizza', 40);
    const sets = ['2026-08', '2026-09'].map((month) => ({
      month,
      channel_id: 'main',
      rows: [{ dish_id: pizza.id, quantity: 100, revenue: 3_900 }],
    }));
    const revenue = [{ month: 9, value: 3_900, orders_count: 90 }];
    const answer = await owner.call('POST', '/api/sales/import', { body: { sets, revenue } });
    expect([answer.status, answer.json]).toMatchObject([200, sets.map(({ month, rows }) => ({ month, rows }))]);
    expect(await mix()).toMatchObject({ months: 2, revenue: 7_800 });
    expect(await request('GET', '/api/revenue-projections')).toMatchObject([{ month: 9, value: 3_900 }]);
    await request('POST', `/api/changes/${answer.headers.get('X-Change')}/undo`);
    expect(await mix()).toBeNull();
    expect(await request('GET', '/api/revenue-projections')).toEqual([]);
    expect(await request('GET', '/api/channels')).toEqual([]);
    const broken = {
      sets: [...sets, { month: '2026-07', channel_id: 'main', rows: [{ dish_id: UNKNOWN, quantity: 1 }] }],
    };
    expect(await refusalOf('POST', '/api/sales/import', broken)).toEqual({
      status: 422,
      code: 'sold_dish_unknown',
      fields: ['sets.2.rows.0.dish_id'],
    });
    const elsewhere = { sets: [{ ...sets[0], channel_id: UNKNOWN }] };
    expect(await refusalOf('POST', '/api/sales/import', elsewhere)).toMatchObject({
      status: 422,
      fields: ['sets.0.channel_id'],
    });
    expect(await request('GET', '/api/sales?from=2026-01&to=2026-12')).toEqual([]);
  });

  test('are listed by month in order, and a reversed range is refused', async () => {
    const pizza = await dish('Pizza', 40);
    for (const month of ['2026-10', '2025-10', '2026-02'])
      await sell(month, 'main', [{ dish_id: pizza.id, quantity: 1 }]);
    const months = async (query: string) =>
      ((await request('GET', `/api/sales${query}`)) as unknown as { month: string }[]).map(({ month }) => month);
    expect(await months('?from=2025-01&to=2026-12')).toEqual(['2025-10', '2026-02', '2026-10']);
    expect(await months('?from=2026-02&to=2026-02')).toEqual(['2026-02']);
    expect(await refusalOf('GET', '/api/sales?from=2026-05&to=2026-04', undefined)).toMatchObject({
      status: 422,
      fields: ['to'],
    });
    expect(await refusalOf('GET', '/api/sales?from=ontem', undefined)).toMatchObject({ status: 422, fields: ['from'] });
  });

  test('are evaluated with the profit goal and the number of months in the settings', async () => {
    const settings = await request('PUT', '/api/business-settings', { mix_months: 6, profit_goal: 5_000 });
    expect(settings).toEqual({
      production_loss: 10,
      mix_months: 6,
      profit_goal: 5_000,
      price_rule: 'last',
      version: 2,
    });
    expect(await refusalOf('PUT', '/api/business-settings', { mix_months: 5 })).toMatchObject({
      status: 422,
      fields: ['mix_months'],
    });
    expect(await request('PUT', '/api/business-settings', { mix_months: null, profit_goal: null })).toMatchObject({
      mix_months: 3,
      profit_goal: 0,
    });
  });

  test('are absent as of a moment before they were recorded', async () => {
    const before = new Date().toISOString();
    const pizza = await dish('Pizza', 40);
    await sell('2026-10', 'main', [{ dish_id: pizza.id, quantity: 7 }]);
    const then = `as_of=${encodeURIComponent(before)}`;
    expect(await request('GET', `/api/mix?${then}`)).toBeNull();
    expect((await request('GET', `/api/dashboard?${then}`))['mix']).toBeNull();
    const now = `as_of=${encodeURIComponent(new Date().toISOString())}`;
    expect((await request('GET', `/api/dashboard?${now}`))['mix']).toEqual(await mix());
    expect(await request('GET', `/api/sales?from=2026-01&${then}`)).toEqual([]);
    expect(await request('GET', `/api/channels?${then}`)).toEqual([]);
  });
});
