import { callInSet } from '#web/stores/business/send-command.ts';
import { workedCases } from '#tests/figures/worked-cases.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { v5 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Json = Record<string, unknown> & { id: string; version: number };
type Row = Json & Record<string, number>;

const NAMESPACE = '6c1f0f5e-2f0b-4f43-9d7a-52f3c9a1b7aa';
const uuid = (name: string): string => v5(name, NAMESPACE);

const IDS = /^(?:id|\w+Id|channels)$/;

/** Replaces the names of the worked cases by UUIDs, as the API requires. */
function withUuids<T>(value: T): T {
  return inUuids(value) as T;
}

function inUuids(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return IDS.test(field) ? uuid(value) : value;
  if (Array.isArray(value)) return value.map((each) => inUuids(each, field));
  if (typeof value !== 'object' || value === null) return value;
  const key = (name: string): string => (field === 'prices' ? uuid(name) : name);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [key(name), inUuids(each, name)]));
}

const read = async (owner: ApiVisitor, path: string): Promise<Row[]> => (await owner.call('GET', path)).json;

/** Fields that have another name in answers than in the domain. */
const DOMAIN_NAMES: Readonly<Record<string, string>> = { purchase: 'pack', source: 'priceSource' };

const COUNTS = new Set(['months', 'excludedQuantity', 'quantity', 'sales', 'monthsFilled']);

/** Converts an answer into the form of the worked cases: `unit_price: 1.5` becomes `unitPrice: 15000`. */
function inUnits(value: unknown, field = ''): unknown {
  if (typeof value === 'number') return COUNTS.has(field) ? value : Math.round(value * 10_000);
  if (Array.isArray(value)) return value.map((each) => inUnits(each, field));
  if (typeof value !== 'object' || value === null) return value;
  const camelCase = (name: string): string =>
    DOMAIN_NAMES[name] ?? name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [camelCase(name), inUnits(each, camelCase(name))]),
  );
}

describe('worked figures over HTTP', () => {
  test.each(workedCases)(
    'the dashboard and the dishes return the worked figures: $name',
    async ({ commands, expected }) => {
      const owner = await api.newOwner();
      const calls = withUuids(commands).map(callInSet);
      const made = await owner.call('POST', '/api/change-sets', { body: { calls } });
      expect([made.status, made.text]).toEqual([200, expect.any(String)]);
      const dashboard = (await owner.call('GET', '/api/dashboard')).json as Record<string, unknown>;
      const dishes = await read(owner, '/api/dishes');
      const answers = inUnits({
        ...dashboard,
        dashboard,
        ingredients: await read(owner, '/api/ingredients'),
        preparations: await read(owner, '/api/preparations'),
        dishes: dishes.map((dish) => ({ ...dish, lines: dish['ingredients'] })),
      });
      expect(answers).toMatchObject(withUuids({ mix: null, ...expected }));
      expect(await read(owner, '/api/mix')).toEqual(dashboard['mix']);
    },
  );
});

describe('recipes over HTTP', () => {
  let owner: ApiVisitor;
  let egg: Json;
  let dough: Json;
  let dish: Json;
  const create = async (path: string, body: unknown): Promise<Json> => {
    const answer = await owner.call('POST', path, { body });
    expect([answer.status, answer.json]).toEqual([201, expect.anything()]);
    return answer.json;
  };
  /** Returns status, code and invalid fields of a refused call. */
  const refusalOf = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const { status, json } = await owner.call(method, path, { body });
    const { code, detail, fields } = json as { code: string; detail: string; fields?: object };
    return { status, code, detail, fields: Object.keys(fields ?? {}) };
  };

  beforeAll(async () => {
    owner = await api.newOwner();
    egg = await create('/api/ingredients', { name: 'Ovo', unit: 'kg', unit_price: 12 });
    dough = await create('/api/preparations', { name: 'Massa', yield_quantity: 2, yield_unit: 'kg' });
    dish = await create('/api/dishes', { name: 'Pão', sale_price: 20, portions: 4, category: 'Pães', method: 'Asse.' });
  });

  test('show default values unchanged', async () => {
    expect(egg).toMatchObject({ unit_price: 12, purchase: null, yield: 100, conversions: [] });
    expect(dough).toMatchObject({ lines: [], batch_cost: 0, unit_cost: 0, conversions: [], method: null, version: 1 });
    expect(dish).toMatchObject({ portions: 4, loss: null, category: 'Pães', method: 'Asse.' });
    expect((await owner.call('GET', '/api/business-settings')).json).toEqual({
      production_loss: 10,
      mix_months: 3,
      profit_goal: 0,
      price_rule: 'last',
      version: 0,
    });
  });

  test('name the one missing conversion at its field', async () => {
    const line = { ingredient_id: egg.id, quantity: 3, unit: 'un' };
    const question = {
      status: 422,
      code: 'unit_not_convertible',
      detail: 'Quanto pesa 1 un de Ovo?',
      fields: ['unit'],
    };
    expect(await refusalOf('POST', `/api/preparations/${dough.id}/lines`, line)).toEqual(question);
    expect(await refusalOf('POST', '/api/recipe-ingredients', { dish_id: dish.id, ...line })).toEqual(question);
    const conversions = [{ unit: 'un', quantity: 50, equals_unit: 'g' }];
    const told = await owner.call('PUT', `/api/ingredients/${egg.id}`, { body: { conversions } });
    expect(told.json).toMatchObject({ conversions, unit_price: 12 });
    const answer = await owner.call('POST', `/api/preparations/${dough.id}/lines`, { body: line });
    expect(answer.json).toMatchObject({ quantity: 3, unit: 'un', component_unit: 'kg', unit_price: 12, cost: 1.8 });
  });

  test('use a preparation like an ingredient, and refuse to delete it while it is used', async () => {
    const line = await create('/api/recipe-ingredients', {
      dish_id: dish.id,
      ingredient_id: dough.id,
      quantity: 500,
      unit: 'g',
    });
    expect(line).toMatchObject({
      ingredient_name: 'Massa',
      unit: 'g',
      component_unit: 'kg',
      unit_price: 0.9,
      cost: 0.45,
    });
    expect(await refusalOf('DELETE', `/api/preparations/${dough.id}`, undefined)).toEqual({
      status: 409,
      code: 'preparation_in_use',
      detail: 'Não dá para apagar Massa: Pão usa.',
      fields: [],
    });
  });

  test('refuse a recipe that contains itself', async () => {
    const sponge = await create('/api/preparations', { name: 'Fermento natural', yield_quantity: 1, yield_unit: 'kg' });
    await create(`/api/preparations/${sponge.id}/lines`, { ingredient_id: dough.id, quantity: 0.1 });
    expect(
      await refusalOf('POST', `/api/preparations/${dough.id}/lines`, { ingredient_id: sponge.id, quantity: 0.1 }),
    ).toEqual({
      status: 409,
      code: 'recipe_circle',
      detail: 'Massa já leva Fermento natural, que leva Massa: uma receita não pode levar a si mesma.',
      fields: [],
    });
  });

  test('take a typed price or compute it from a purchase', async () => {
    const purchase = { price: 89.9, quantity: 4740, unit: 'g', label: 'caixa 12 × 395 g' };
    const milk = await create('/api/ingredients', { name: 'Leite condensado', unit: 'kg', purchase });
    expect(milk).toMatchObject({ unit_price: 18.9662, purchase });
    const path = `/api/ingredients/${milk.id}`;
    expect(await refusalOf('PUT', path, { unit_price: 20, purchase })).toMatchObject({
      status: 422,
      fields: ['unit_price'],
    });
    // An old client renames the ingredient and sends back the price that it displayed.
    const renamed = await owner.call('PUT', path, { body: { name: 'Leite cond.', unit: 'kg', unit_price: 18.9662 } });
    expect(renamed.json).toMatchObject({ name: 'Leite cond.', purchase });
    expect((await owner.call('PUT', path, { body: { purchase: null } })).json).toMatchObject({
      unit_price: 18.9662,
      purchase: null,
    });
    expect(await refusalOf('POST', '/api/ingredients', { name: 'Sal', unit: 'kg' })).toMatchObject({
      status: 422,
      fields: ['unit_price'],
    });
  });

  test('change no figure when the unit changes, and refuse one that does not convert while recipes need it', async () => {
    const flour = await create('/api/ingredients', { name: 'Farinha', unit: 'kg', unit_price: 4.79 });
    await create('/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: flour.id, quantity: 0.32 });
    const before = await read(owner, '/api/dishes');
    const changed = await owner.call('PUT', `/api/ingredients/${flour.id}`, { body: { unit: 'g' } });
    expect(changed.json).toMatchObject({
      unit: 'g',
      unit_price: 0.0048,
      purchase: { price: 4.79, quantity: 1, unit: 'kg', label: null },
    });
    const after = await read(owner, '/api/dishes');
    const figuresOf = (rows: readonly Json[]) => rows.map(({ cmv, net_profit }) => [cmv, net_profit]);
    expect(figuresOf(after)).toEqual(figuresOf(before));
    expect(await refusalOf('PUT', `/api/ingredients/${flour.id}`, { unit: 'pacote' })).toMatchObject({
      status: 409,
      code: 'unit_in_use',
    });
    const undone = await owner.call('POST', `/api/changes/${changed.headers.get('X-Change')}/undo`);
    expect(undone.status).toBe(200);
    const again = (await read(owner, '/api/ingredients')).find(({ id }) => id === flour.id);
    expect(again).toMatchObject({ unit: 'kg', unit_price: 4.79, purchase: null });
  });

  test('copy everything but the name, times a factor', async () => {
    const copy = await create(`/api/dishes/${dish.id}/duplicate`, { factor: 1.5 });
    expect(copy).toMatchObject({ name: 'Pão (cópia)', sale_price: 20, portions: 4, category: 'Pães', method: 'Asse.' });
    const quantities = (copy['ingredients'] as { quantity: number }[]).map(({ quantity }) => quantity);
    expect(quantities).toEqual([750, 0.48]);
    expect(await refusalOf('POST', `/api/dishes/${dish.id}/duplicate`, { factor: 0.0001 })).toMatchObject({
      status: 422,
      code: 'factor_unfit',
      fields: ['factor'],
    });
  });

  test('copy the lines that keep their amount without the factor', async () => {
    const now = (await read(owner, '/api/dishes')).find(({ id }) => id === dish.id);
    const lines = (now?.['ingredients'] ?? []) as unknown as readonly { ingredient_id: string; quantity: number }[];
    const [first] = lines;
    const keep = [first?.ingredient_id];
    const copy = await create(`/api/dishes/${dish.id}/duplicate`, { factor: 2, keep });
    expect((copy['ingredients'] as { quantity: number }[])[0]?.quantity).toBe(first?.quantity);
    expect(await refusalOf('POST', `/api/dishes/${dish.id}/duplicate`, { keep: [...keep, dish.id] })).toMatchObject({
      status: 422,
      code: 'kept_line_unknown',
      fields: ['keep.1'],
    });
  });

  test('replace an ingredient by another, and back', async () => {
    const flour = (await read(owner, '/api/ingredients')).find((row) => String(row['name']) === 'Farinha');
    const other = await create('/api/ingredients', { name: 'Farinha integral', unit: 'g', unit_price: 0.01 });
    const [before, all] = [await read(owner, '/api/dishes'), await read(owner, '/api/ingredients')];
    const merged = await owner.call('POST', `/api/ingredients/${flour?.id}/replace`, {
      body: { by: other.id, merge: true },
    });
    expect({ status: merged.status, json: merged.json }).toMatchObject({ status: 200, json: { id: other.id } });
    const ids = (rows: readonly Json[]) => rows.map(({ id }) => id);
    expect(ids(await read(owner, '/api/ingredients'))).toEqual(ids(all).filter((id) => id !== flour?.id));
    expect(JSON.stringify(await read(owner, '/api/dishes'))).not.toContain(flour?.id);
    const { json: changes } = await owner.call('GET', '/api/changes');
    expect(JSON.stringify(changes)).toContain('juntou “Farinha” a “Farinha integral”');
    await owner.call('POST', `/api/changes/${merged.headers.get('X-Change')}/undo`);
    const withoutVersions = (rows: unknown) => JSON.stringify(rows).replaceAll(/"version":\d+/g, '');
    expect(withoutVersions(await read(owner, '/api/dishes'))).toBe(withoutVersions(before));
    expect(ids(await read(owner, '/api/ingredients'))).toEqual(ids(all));
    expect(await refusalOf('POST', `/api/ingredients/${flour?.id}/replace`, { by: dough.id })).toMatchObject({
      status: 422,
      fields: ['by'],
    });
  });

  test('change several prices by one percentage as one change', async () => {
    const all = await read(owner, '/api/ingredients');
    const ids = all.map(({ id }) => id);
    const raised = await owner.call('POST', '/api/ingredients/reprice', { body: { ids, percentage: '10' } });
    expect(raised.status).toBe(200);
    expect((raised.json as unknown as Row[]).map(({ id }) => id)).toEqual(ids);
    const price = (rows: readonly Row[], id: string) => rows.find((row) => row.id === id)?.['unit_price'];
    const typed = all.find(({ purchase }) => purchase === null);
    expect(price(await read(owner, '/api/ingredients'), typed?.id ?? '')).toBeCloseTo(
      (typed?.['unit_price'] ?? 0) * 1.1,
      4,
    );
    await owner.call('POST', `/api/changes/${raised.headers.get('X-Change')}/undo`);
    expect(price(await read(owner, '/api/ingredients'), typed?.id ?? '')).toBe(typed?.['unit_price']);
    for (const percentage of [-100, 1000.1, 'mais'])
      expect(await refusalOf('POST', '/api/ingredients/reprice', { ids, percentage })).toMatchObject({
        status: 422,
        fields: ['percentage'],
      });
  });

  test('apply the loss of the business and the loss of a dish', async () => {
    const { json } = await owner.call('PUT', '/api/business-settings', { body: { production_loss: 0 } });
    expect(json).toEqual({ production_loss: 0, mix_months: 3, profit_goal: 0, price_rule: 'last', version: 1 });
    const [first] = await read(owner, '/api/dishes');
    const own = await owner.call('PUT', `/api/dishes/${first?.id}`, { body: { loss: 0 } });
    expect(own.json).toMatchObject({ loss: 0, cmv: first?.['cmv'] });
    const reset = await owner.call('PUT', '/api/business-settings', { body: { production_loss: null } });
    expect(reset.json).toEqual({ production_loss: 10, mix_months: 3, profit_goal: 0, price_rule: 'last', version: 2 });
    expect(await refusalOf('PUT', '/api/business-settings', { production_loss: 101 })).toMatchObject({
      status: 422,
      fields: ['production_loss'],
    });
  });

  test('answer 404 for another owner’s entities', async () => {
    const other = await api.newOwner();
    for (const [method, path] of [
      ['PUT', `/api/preparations/${dough.id}`],
      ['DELETE', `/api/preparations/${dough.id}`],
      ['POST', `/api/preparations/${dough.id}/duplicate`],
    ] as const)
      expect((await other.call(method, path, { body: {} })).status).toBe(404);
    const theirs = (await other.call('POST', '/api/ingredients', { body: { name: 'Sal', unit: 'kg', unit_price: 3 } }))
      .json as Json;
    // Another owner's id and an unknown id get the same answer at the same field.
    for (const ingredient_id of [theirs.id, '0b8f3c5e-7a4d-4a52-9b58-0f4f4a3f7e11'])
      expect(await refusalOf('POST', `/api/preparations/${dough.id}/lines`, { ingredient_id, quantity: 1 })).toEqual({
        status: 422,
        code: 'component_unknown',
        detail: 'Este insumo não existe.',
        fields: ['ingredient_id'],
      });
  });
});
