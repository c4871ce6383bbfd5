import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

interface AnswerBody {
  readonly ids: readonly (string | null)[];
  readonly fields: Readonly<Record<string, string>>;
  readonly changes: readonly { readonly id: string; readonly sentences: readonly string[]; readonly more: number }[];
  readonly next: number | null;
}

/** Replaces the non-breaking spaces in amounts by plain ones. */
const withPlainSpaces = (sentences: readonly string[] | undefined) =>
  sentences?.map((each) => each.replaceAll('\u00a0', ' '));

let api: RunningApi;
let owner: ApiVisitor;

beforeAll(async () => {
  api = await startApi();
  owner = await api.signIn('admin@exemplo.com');
});
afterAll(() => api.stop());

const ask = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
  const answer = await owner.call(method, path, { body });
  return { status: answer.status, headers: answer.headers, json: answer.json as AnswerBody };
};

const flour = (id: string, price = 5.5) => ({
  call: 'addIngredient',
  id,
  body: { name: 'Farinha', unit: 'kg', unit_price: price },
});

describe('change set', () => {
  test('creates nothing under the id of a removed entity, so its sales and history are not inherited', async () => {
    const dishId = randomUUID();
    const dish = { call: 'addDish', id: dishId, body: { name: 'Empada', sale_price: 8 } };
    expect((await ask('POST', '/api/change-sets', { calls: [dish] })).status).toBe(200);
    const month = new Date().toISOString().slice(0, 7);
    const rows = [{ dish_id: dishId, quantity: 3 }];
    expect((await owner.call('PUT', `/api/sales/${month}/main`, { body: { rows } })).status).toBe(200);
    const removal = await owner.call('DELETE', `/api/dishes/${dishId}`);
    expect(removal.status).toBe(204);
    const again = await ask('POST', '/api/change-sets', { calls: [dish] });
    expect([again.status, Object.keys(again.json.fields)]).toEqual([409, ['calls.0']]);
    const undone = await ask('POST', `/api/changes/${removal.headers.get('X-Change') ?? ''}/undo`);
    expect(undone.status).toBe(200);
    expect((await owner.call('GET', '/api/dishes')).text).toContain(dishId);
  });

  test('stores all changes, including those that refer to entities added earlier in the set, as one change in the list', async () => {
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

    const dishes = await owner.call('GET', '/api/dishes');
    expect(dishes.json).toContainEqual(expect.objectContaining({ id: dishId, name: 'Pão', cmv: 3.025 }));
    const { changes } = (await ask('GET', '/api/changes')).json;
    expect(withPlainSpaces(changes[0]?.sentences)).toEqual([
      'Você cadastrou o insumo “Farinha”, a R$ 5,50 por kg.',
      'Você criou o prato “Pão”, a R$ 8,00.',
      'Você pôs “Farinha” em “Pão”: 0,5 kg.',
      'Você cadastrou o custo fixo “Aluguel”, de R$ 2.000,00.',
    ]);
  });

  test('stores no change when one is refused, and names the refused one', async () => {
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

  describe('change set with versions', () => {
    async function stocked() {
      const [cheese, salt] = [randomUUID(), randomUUID()];
      await ask('POST', '/api/change-sets', { calls: [flour(cheese, 40), flour(salt, 2)] });
      const elsewhere = await owner.call('PUT', `/api/ingredients/${cheese}`, { body: { unit_price: 41 } });
      expect(elsewhere.json).toMatchObject({ version: 2 });
      const price = (id: string, unit_price: number, if_match: number) => ({
        call: 'changeIngredient',
        params: { id },
        if_match,
        body: { unit_price },
      });
      const prices = async (position: string) => {
        const { json } = await owner.call('GET', '/api/ingredients', { headers: { 'X-Read-After': position } });
        const rows = json as readonly { id: string; unit_price: number }[];
        return [cheese, salt].map((id) => rows.find((row) => row.id === id)?.unit_price);
      };
      return { cheese, salt, price, prices, position: elsewhere.headers.get('X-Position') ?? '' };
    }

    test('stores all changes when every version is the current one', async () => {
      const { cheese, salt, price, prices } = await stocked();
      const done = await ask('POST', '/api/change-sets', { calls: [price(cheese, 44, 2), price(salt, 3, 1)] });
      expect(done.status).toBe(200);
      expect(await prices(done.headers.get('X-Position') ?? '')).toEqual([44, 3]);
    });

    test('stores no change when one version is older, and returns the current state at that change', async () => {
      const { cheese, salt, price, prices, position } = await stocked();
      const calls = [price(salt, 3, 1), price(cheese, 44, 1)];
      const refused = await owner.call('POST', '/api/change-sets', { body: { calls } });
      const sentence = 'Isto mudou enquanto você editava. Veja o valor atual e salve de novo.';
      expect(refused.status).toBe(409);
      expect(refused.json).toMatchObject({
        code: 'changed_meanwhile',
        detail: sentence,
        fields: { 'calls.1': sentence },
        current: { id: cheese, unit_price: 41, version: 2 },
      });
      expect(await prices(position)).toEqual([41, 2]);
    });

    test('refuses to remove an entity that has changed, and names a malformed version', async () => {
      const { cheese, price } = await stocked();
      const removal = { call: 'removeIngredient', params: { id: cheese }, if_match: 1 };
      const refused = await ask('POST', '/api/change-sets', { calls: [removal] });
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([409, ['calls.0']]);
      for (const wrong of [-1, 1.5, '2', null]) {
        const call = { ...price(cheese, 44, 2), if_match: wrong };
        const answer = await ask('POST', '/api/change-sets', { calls: [call] });
        expect([answer.status, answer.json.fields]).toEqual([
          422,
          { 'calls.0.if_match': 'A versão precisa ser um número inteiro.' },
        ]);
      }
    });

    test('ignores versions of entities that the set itself adds', async () => {
      const { price } = await stocked();
      const id = randomUUID();
      const done = await ask('POST', '/api/change-sets', { calls: [flour(id), price(id, 7, 9)] });
      expect(done.status).toBe(200);
    });
  });

  test('accepts a thousand changes, and no more', async () => {
    const calls = Array.from({ length: 1_000 }, () => flour(randomUUID()));
    expect((await ask('POST', '/api/change-sets', { calls })).status).toBe(200);
    const oneMore = await ask('POST', '/api/change-sets', { calls: [...calls, flour(randomUUID())] });
    expect(oneMore.json.fields).toEqual({ calls: 'O limite é de 1.000 mudanças de uma vez.' });
  });
});

describe('import of a thousand existing rows', { timeout: 400_000 }, () => {
  /** Each request has a key, as from the pages, so that it can be repeated. */
  async function once(path: string, body?: unknown, key = randomUUID()) {
    const { status, json, headers } = await owner.call('POST', path, { body, headers: { 'Idempotency-Key': key } });
    const [change, position] = [headers.get('X-Change') ?? '', headers.get('X-Position') ?? ''];
    return { status, json: json as AnswerBody & { readonly detail: string }, change, position };
  }

  type Row = readonly [name: string, unit: string, price: number];

  /** Waits until the read model contains this position. */
  async function readAfter(path: string, position: string): Promise<unknown> {
    for (;;) {
      const { status, json, headers } = await owner.call('GET', path, { headers: { 'X-Read-After': position } });
      if (status === 200 && headers.get('X-Stale') === null) return json;
    }
  }

  /** The limit of a business is two thousand ingredients. */
  async function removeAll(): Promise<void> {
    const { position } = await once('/api/fixed-costs', { name: 'Água', value: 1 });
    const calls: object[] = [];
    for (const [path, call] of [
      ['/api/dishes', 'removeDish'],
      ['/api/ingredients', 'removeIngredient'],
    ] as const) {
      for (const { id } of (await readAfter(path, position)) as { id: string }[]) calls.push({ call, params: { id } });
    }
    for (let at = 0; at < calls.length; at += 1_000)
      expect((await once('/api/change-sets', { calls: calls.slice(at, at + 1_000) })).status).toBe(200);
  }

  /** Adds a thousand ingredients; `rows` returns them from the read model. */
  async function stocked(nameOf: (n: number) => string) {
    await removeAll();
    const ids = Array.from({ length: 1_000 }, () => randomUUID());
    const added = await once('/api/change-sets', {
      calls: ids.map((id, n) => ({
        call: 'addIngredient',
        id,
        body: { name: nameOf(n), unit: 'unidade', unit_price: 1234.56 },
      })),
    });
    expect(added.status).toBe(200);
    const rows = async (position: string): Promise<readonly Row[]> => {
      const all = (await readAfter('/api/ingredients', position)) as {
        id: string;
        name: string;
        unit: string;
        unit_price: number;
      }[];
      const byId = new Map(all.map((each) => [each.id, each]));
      return ids.map((id) => {
        const row = byId.get(id);
        return [row?.name ?? '', row?.unit ?? '', row?.unit_price ?? -1];
      });
    };
    return { ids, rows, before: ids.map((_, n): Row => [nameOf(n), 'unidade', 1234.56]), added: added.position };
  }

  const longest = (n: number): string => `${'ã'.repeat(76)}${1_000 + n}`;

  test.each([
    ['of the usual length', (n: number) => `Insumo de nome comprido número ${n}`],
    ['of the maximum length', longest],
  ])('changes price and unit of each row with names %s, and is undone as one change', async (_, nameOf) => {
    const { ids, rows, before, added } = await stocked(nameOf);
    expect(await rows(added)).toEqual(before);
    const set = {
      calls: ids.map((id) => ({ call: 'changeIngredient', params: { id }, body: { unit: 'kg', unit_price: 2345.67 } })),
    };
    const key = randomUUID();
    const changed = await once('/api/change-sets', set, key);
    expect(changed.status).toBe(200);
    expect(await rows(changed.position)).toEqual(before.map(([name]) => [name, 'kg', 2345.67]));
    const again = await once('/api/change-sets', set, key);
    expect(again).toEqual(changed);

    const undone = await once(`/api/changes/${changed.change}/undo`);
    expect(undone.status).toBe(200);
    expect(await rows(undone.position)).toEqual(before);
    const { changes } = (await ask('GET', '/api/changes')).json;
    expect(changes.slice(0, 2)).toMatchObject([
      { id: undone.change, undoes: changed.change, undone_by: null, undoable: true },
      { id: changed.change, undoes: null, undone_by: undone.change, undoable: false },
    ]);
    expect(changes.slice(0, 2).map(({ sentences, more }) => sentences.length + more)).toEqual([2_000, 2_000]);
  });

  test('is refused without any loss when it is too large for one change set, and succeeds in two parts', async () => {
    const { ids, rows, before, added } = await stocked(longest);
    const calls = ids.map((id, n) => ({
      call: 'changeIngredient',
      params: { id },
      body: { name: `${'é'.repeat(76)}${1_000 + n}`, unit: 'kg', unit_price: 2345.67 },
    }));
    const refused = await once('/api/change-sets', { calls });
    expect([refused.status, refused.json.detail]).toEqual([
      413,
      'São mudanças demais de uma vez: faça em duas partes.',
    ]);
    expect(await rows(added)).toEqual(before);
    expect((await once('/api/change-sets', { calls: calls.slice(0, 500) })).status).toBe(200);
    const second = await once('/api/change-sets', { calls: calls.slice(500) });
    expect(await rows(second.position)).toEqual(calls.map(({ body }) => [body.name, body.unit, body.unit_price]));
  });
});

describe('list of changes', () => {
  test('shows each change once over all its pages', async () => {
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
