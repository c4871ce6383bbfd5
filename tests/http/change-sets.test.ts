import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

interface Answered {
  readonly ids: readonly (string | null)[];
  readonly fields: Readonly<Record<string, string>>;
  readonly changes: readonly { readonly id: string; readonly sentences: readonly string[] }[];
  readonly next: number | null;
}

/** With plain spaces in amounts. */
const said = (sentences: readonly string[] | undefined) => sentences?.map((each) => each.replaceAll('\u00a0', ' '));

let api: RunningApi;
let owner: ApiVisitor;

beforeAll(async () => {
  api = await startApi();
  owner = await api.signedIn('admin@exemplo.com');
});
afterAll(() => api.stop());

const ask = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
  const answer = await owner.call(method, path, { body });
  return { status: answer.status, headers: answer.headers, json: answer.json as Answered };
};

const flour = (id: string, price = 5.5) => ({
  call: 'addIngredient',
  id,
  body: { name: 'Farinha', unit: 'kg', unit_price: price },
});

describe('several changes at once', () => {
  test('are all made, those that speak of things added before them too, as one change in the list', async () => {
    const [ingredientId, dishId] = [randomUUID(), randomUUID()];
    const calls = [
      flour(ingredientId),
      { call: 'addDish', id: dishId, body: { name: 'Pão', sale_price: 8 } },
      { call: 'addDishIngredient', body: { dish_id: dishId, ingredient_id: ingredientId, quantity: 0.5 } },
      { call: 'addFixedCost', body: { name: 'Aluguel', value: 2000 } },
    ];
    const done = await ask('POST', '/api/change-sets', { calls });
    expect(done.status).toBe(200);
    expect(done.json.ids).toEqual([ingredientId, dishId, null, expect.stringMatching(/^[0-9a-f-]{36}$/)]);

    const dishes = await owner.call('GET', '/api/dishes', {
      headers: { 'X-Read-After': done.headers.get('X-Position') ?? '' },
    });
    expect(dishes.json).toContainEqual(expect.objectContaining({ id: dishId, name: 'Pão', cmv: 3.025 }));
    const { changes } = (await ask('GET', '/api/changes')).json;
    expect(said(changes[0]?.sentences)).toEqual([
      'Você cadastrou o insumo “Farinha”, a R$ 5,50 por kg.',
      'Você criou o prato “Pão”, a R$ 8,00.',
      'Você pôs “Farinha” em “Pão”: 0,5.',
      'Você cadastrou o custo fixo “Aluguel”, de R$ 2.000,00.',
    ]);
  });

  test('are none of them made when one is refused, and which one it was is said', async () => {
    const before = (await ask('GET', '/api/changes')).json.changes[0]?.id;
    const id = randomUUID();
    const refused = await ask('POST', '/api/change-sets', { calls: [flour(id), flour(id)] });
    expect(refused.status).toBe(409);
    expect(refused.json.fields).toEqual({ 'calls.1': 'Isto já existe.' });
    const wrong = await ask('POST', '/api/change-sets', { calls: [flour(id), flour(randomUUID(), -1)] });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.json.fields)).toEqual(['calls.1.body.unit_price']);
    expect((await ask('GET', '/api/changes')).json.changes[0]?.id).toBe(before);
  });

  test('a thousand at once, and not one more', async () => {
    const calls = Array.from({ length: 1_000 }, () => flour(randomUUID()));
    expect((await ask('POST', '/api/change-sets', { calls })).status).toBe(200);
    const oneMore = await ask('POST', '/api/change-sets', { calls: [...calls, flour(randomUUID())] });
    expect(oneMore.json.fields).toEqual({ calls: 'O limite é de 1.000 mudanças de uma vez.' });
  });
});

describe('the list of changes', () => {
  test('is told page by page, each change once', async () => {
    for (let number = 1; number <= 120; number += 1)
      await ask('POST', '/api/fixed-costs', { name: `Custo ${number}`, value: number });
    const ids: string[] = [];
    let next: number | null = null;
    do {
      const { json } = await ask('GET', `/api/changes${next === null ? '' : `?before=${next}`}`);
      ids.push(...json.changes.map(({ id }) => id));
      ({ next } = json);
    } while (next !== null);
    expect(ids.length).toBeGreaterThan(120);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
