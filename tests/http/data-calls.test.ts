import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { TESTED_LOG } from '#tests/support/event-log.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

let api: RunningApi;
/** Returns an owner with access and an empty business. */
let owner: ApiVisitor;

beforeAll(async () => {
  api = await startApi();
  owner = await api.signIn('admin@exemplo.com');
});
afterAll(() => api.stop());

type Row = { id: string; version: number } & Record<string, unknown>;
const create = async (path: string, body: unknown): Promise<Row> => {
  const answer = await owner.call('POST', path, { body });
  expect([201, 200]).toContain(answer.status);
  return answer.json;
};
const listed = async (path: string): Promise<Row[]> => (await owner.call('GET', path)).json;

describe('fixed costs over HTTP', () => {
  test('adds, partly updates, lists and removes a fixed cost', async () => {
    const added = await owner.call('POST', '/api/fixed-costs', { body: { name: ' Aluguel ', value: 3500 } });
    expect(added.status).toBe(201);
    const { id } = added.json as Row;
    expect(added.json).toEqual({ id, name: 'Aluguel', value: 3500, version: 1 });

    const changed = await owner.call('PUT', `/api/fixed-costs/${id}`, { body: { value: '3.600,50' } });
    expect(changed.status).toBe(200);
    expect(changed.json).toEqual({ id, name: 'Aluguel', value: 3600.5, version: 2 });
    const list = await listed('/api/fixed-costs');
    expect(list).toContainEqual({ id, name: 'Aluguel', value: 3600.5, version: 2 });

    const removed = await owner.call('DELETE', `/api/fixed-costs/${id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(await listed('/api/fixed-costs')).not.toContainEqual(expect.objectContaining({ id }));
  });

  test('answers with the current state and creates no new version when nothing changes', async () => {
    const { id } = await create('/api/variable-costs', { name: 'Cartão', percentage: '3,2' });
    const same = await owner.call('PUT', `/api/variable-costs/${id}`, { body: { percentage: 3.2 } });
    expect(same.json).toEqual({ id, name: 'Cartão', percentage: 3.2, channels: null, version: 1 });
    expect(same.headers.get('X-Position')).toMatch(/:\d{20}$/);
  });
});

describe('revenue over HTTP', () => {
  test('is set for a month, replaced, and listed from January to December', async () => {
    await owner.call('POST', '/api/revenue-projections', { body: { month: 7, value: 41000, orders_count: 655 } });
    await owner.call('POST', '/api/revenue-projections', { body: { month: 2, value: 100, orders_count: 0 } });
    const again = await owner.call('POST', '/api/revenue-projections', {
      body: { month: 7, value: '42.000,00', orders_count: '700' },
    });
    expect(again.status).toBe(200);
    expect(again.json).toEqual({ month: 7, value: 42000, orders_count: 700, version: 2 });
    expect(await listed('/api/revenue-projections')).toEqual([
      { month: 2, value: 100, orders_count: 0, version: 1 },
      { month: 7, value: 42000, orders_count: 700, version: 2 },
    ]);
  });

  test('records no change for the ticket that follows from the months, and records another one', async () => {
    const known = await owner.call('POST', '/api/business-metrics', {
      body: { average_ticket: 60, update_ticket_only: true },
    });
    expect(known.status).toBe(200);
    expect(known.json).toMatchObject({ average_ticket: 60 });
  });
});

describe('ingredients and dishes over HTTP', () => {
  test('give a dish the cost of its recipe', async () => {
    const flour = await create('/api/ingredients', { name: 'Farinha', unit: 'kg', unit_price: 4.79 });
    const dish = await create('/api/dishes', { name: 'Pão', sale_price: 0 });
    expect(dish).toMatchObject({ sale_price: 0, cmv: 0, ingredients: [] });
    const line = await owner.call('POST', '/api/recipe-ingredients', {
      body: { dish_id: dish.id, ingredient_id: flour.id, quantity: '0,5' },
    });
    expect(line.status).toBe(201);
    expect(line.json).toEqual({
      ingredient_id: flour.id,
      ingredient_name: 'Farinha',
      channels: null,
      quantity: 0.5,
      unit: 'kg',
      component_unit: 'kg',
      unit_price: 4.79,
      cost: 2.395,
      version: 1,
    });
    const priced = await owner.call('PUT', `/api/dishes/${dish.id}`, { body: { sale_price: 10 } });
    expect(priced.json).toMatchObject({ sale_price: 10, cmv: 2.6345, ingredients: [{ cost: 2.395 }] });
  });

  test('refuse a second line of an ingredient, and the removal of an ingredient while a recipe uses it', async () => {
    const flour = await create('/api/ingredients', { name: 'Farinha de rosca', unit: 'kg', unit_price: 4.79 });
    const dish = await create('/api/dishes', { name: 'Bolo', sale_price: 0 });
    const added = await owner.call('POST', '/api/recipe-ingredients', {
      body: { dish_id: dish.id, ingredient_id: flour.id, quantity: 0.5 },
    });
    expect(added.status).toBe(201);
    const twice = await owner.call('POST', '/api/recipe-ingredients', {
      body: { dish_id: dish.id, ingredient_id: flour.id, quantity: 1 },
    });
    expect(twice.status).toBe(409);
    const inUse = await owner.call('DELETE', `/api/ingredients/${flour.id}`);
    expect(inUse.status).toBe(409);
    expect(inUse.json).toMatchObject({ code: 'ingredient_in_use', detail: expect.stringContaining('“Bolo”') });

    const path = `/api/recipe-ingredients/${dish.id}/${flour.id}`;
    expect((await owner.call('PUT', path, { body: { quantity: 1 } })).json).toMatchObject({ quantity: 1, version: 2 });
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await owner.call('DELETE', `/api/ingredients/${flour.id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/api/dishes/${dish.id}`)).status).toBe(204);
  });
});

describe('a change that names an outdated version', () => {
  test('answers 409 with the current state, and writes nothing', async () => {
    const { id } = await create('/api/ingredients', { name: 'Sal', unit: 'kg', unit_price: 2 });
    await owner.call('PUT', `/api/ingredients/${id}`, { body: { unit_price: 3 }, headers: { 'If-Match': '"1"' } });
    const late = await owner.call('PUT', `/api/ingredients/${id}`, {
      body: { unit_price: 4 },
      headers: { 'If-Match': '"1"' },
    });
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({ code: 'changed_meanwhile', current: { id, unit_price: 3, version: 2 } });
  });
});

describe('id chosen by the caller', () => {
  const copied = async (path: string, body: unknown): Promise<string> => {
    const { id } = await create(path, body);
    return `${path}/${id}/duplicate`;
  };
  test.each([
    ['a fixed cost', () => '/api/fixed-costs', { name: 'Aluguel', value: 1 }],
    ['a variable cost', () => '/api/variable-costs', { name: 'Cartão', percentage: 1 }],
    ['an ingredient', () => '/api/ingredients', { name: 'Sal', unit: 'kg', unit_price: 1 }],
    ['a preparation', () => '/api/preparations', { name: 'Massa', yield_quantity: 1, yield_unit: 'kg' }],
    ['a dish', () => '/api/dishes', { name: 'Pão' }],
    ['a channel', () => '/api/channels', { name: 'App' }],
    ['the copy of a dish', () => copied('/api/dishes', { name: 'Pizza' }), {}],
    [
      'the copy of a preparation',
      () => copied('/api/preparations', { name: 'Molho', yield_quantity: 1, yield_unit: 'l' }),
      {},
    ],
  ])(
    'is given to %s; one that exists is refused with 409, and one that is no UUID with 422',
    async (_, pathOf, body) => {
      const [path, id] = [await pathOf(), randomUUID()];
      const added = await owner.call('POST', path, { body: { id: id.toUpperCase(), ...body } });
      expect([added.status, (added.json as Row).id]).toEqual([201, id]);
      const taken = await owner.call('POST', path, { body: { id, ...body } });
      expect([taken.status, taken.json]).toEqual([409, expect.objectContaining({ code: 'id_taken' })]);
      const none = await owner.call('POST', path, { body: { id: 'aluguel', ...body } });
      expect([none.status, none.json]).toEqual([422, expect.objectContaining({ fields: { id: 'Envie um UUID.' } })]);
      const unnamed = await owner.call('POST', path, { body });
      expect([unnamed.status, (unnamed.json as Row).id === id]).toEqual([201, false]);
    },
  );

  test('belongs to the body: a repeat gets the first answer even after the entity is gone, and another id under the same key is refused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { id: randomUUID(), name: 'Gelo', value: 110 };
    const first = await owner.call('POST', '/api/fixed-costs', { body, headers });
    await owner.call('DELETE', `/api/fixed-costs/${body.id}`);
    const again = await owner.call('POST', '/api/fixed-costs', { body, headers });
    expect([again.status, again.text]).toEqual([201, first.text]);
    const other = await owner.call('POST', '/api/fixed-costs', { body: { ...body, id: randomUUID() }, headers });
    expect(other.json).toMatchObject({ code: 'key_reused' });
    const gone = await owner.call('POST', '/api/fixed-costs', { body });
    expect(gone.json).toMatchObject({ code: 'id_taken' });
  });
});

describe('repeated Idempotency-Key', () => {
  test('gets the first answer for the same body, byte for byte, even after later changes', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { name: 'Gás', value: 110 };
    const first = await owner.call('POST', '/api/fixed-costs', { body, headers });
    const { id } = first.json as Row;
    await owner.call('PUT', `/api/fixed-costs/${id}`, { body: { value: 120 } });
    const again = await owner.call('POST', '/api/fixed-costs', { body, headers });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('X-Position')).toBe(first.headers.get('X-Position'));
  });

  test('answers 422 for another body', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    await owner.call('POST', '/api/fixed-costs', { body: { name: 'Luz', value: 1 }, headers });
    const other = await owner.call('POST', '/api/fixed-costs', { body: { name: 'Luz', value: 2 }, headers });
    expect(other.status).toBe(422);
    expect(other.json).toMatchObject({ code: 'key_reused' });
  });

  test('creates one entity when it is sent a hundred times at once', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { name: 'Cem vezes', value: 1 };
    const send = () => owner.call('POST', '/api/fixed-costs', { body, headers });
    /** Repeats a request that was answered 503 because of too much load. */
    const answered = async () => {
      for (;;) {
        const answer = await send();
        if (answer.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 100 }, answered));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const list = await listed('/api/fixed-costs');
    expect(list.filter(({ name }) => name === 'Cem vezes')).toHaveLength(1);
  });
});

/** The stand-in for EventStoreDB runs in this process and is slower. */
const PAIRS = TESTED_LOG === 'postgres' ? 1_000 : 200;

describe('read after write', () => {
  test('always shows the write before it', { timeout: 240_000 }, async () => {
    const kinds = [
      { path: '/api/fixed-costs', field: 'value', fresh: { name: 'Contador', value: 0 } },
      { path: '/api/variable-costs', field: 'percentage', fresh: { name: 'Taxa', percentage: 0 } },
      { path: '/api/ingredients', field: 'unit_price', fresh: { name: 'Sal', unit: 'kg', unit_price: 0 } },
      { path: '/api/dishes', field: 'sale_price', fresh: { name: 'Sopa', sale_price: 0 } },
    ] as const;
    const rows = await Promise.all(kinds.map(async (kind) => ({ ...kind, ...(await create(kind.path, kind.fresh)) })));
    let shown = 0;
    for (let pair = 1; pair <= PAIRS; pair += 1) {
      const { path, field, id } = rows[(pair * 7) % rows.length]!;
      await owner.call('PUT', `${path}/${id}`, { body: { [field]: pair / 10 } });
      const list = await listed(path);
      if (list.find((row) => row.id === id)?.[field] === pair / 10) shown += 1;
    }
    expect(shown).toBe(PAIRS);
  });
});

describe('GET /api/dashboard', () => {
  test('returns its nine figures as numbers at the top level, beside break-even, slices and position', async () => {
    const { json, headers } = await owner.call('GET', '/api/dashboard');
    const dashboard = json as Record<string, unknown>;
    for (const figure of [
      'faturamentoMedio',
      'custosFixos',
      'custosVariaveisPercentual',
      'custosVariaveisValor',
      'cmvMedio',
      'lucroMedio',
      'pontoEquilibrio',
      'margemContribuicao',
      'ticketMedio',
    ])
      expect(dashboard[figure], figure).toBeTypeOf('number');
    expect(dashboard['breakEven']).toEqual({
      revenue: expect.any(Number),
      sales: expect.any(Number),
      progress: expect.any(Number),
      performance: expect.any(Number),
      surplus: expect.any(Number),
    });
    expect(dashboard['slices']).toBeInstanceOf(Array);
    expect(dashboard['position']).toMatch(/:\d{20}$/);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test('returns the fixed costs, the revenue, the contribution margin and the ticket behind the break-even point', async () => {
    const { json } = await owner.call('GET', '/api/break-even-financial');
    expect(json).toEqual({
      totalFixedCosts: expect.any(Number),
      monthlyRevenue: expect.any(Number),
      businessMetrics: { contribution_margin_percentage: expect.any(Number), average_ticket: expect.any(Number) },
    });
  });
});
