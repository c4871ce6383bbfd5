import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

interface ListedChange {
  readonly id: string;
  readonly number: number;
  readonly sentences: readonly string[];
  readonly more: number;
  readonly things: readonly { readonly kind: string; readonly id: string; readonly name: string }[];
  readonly undoable: boolean;
  readonly reason: string | null;
  readonly restores: boolean;
  readonly undoes: string | null;
  readonly undone_by: string | null;
}

interface Page {
  readonly changes: readonly ListedChange[];
  readonly newer: boolean;
  readonly next: number | null;
}

let api: RunningApi;
let owner: ApiVisitor;

beforeAll(async () => {
  api = await startApi();
  owner = await api.signIn('admin@exemplo.com');
});
afterAll(() => api.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Makes a call that must succeed. @returns its body and the id of its change */
async function request(method: Method, path: string, body?: unknown) {
  const { status, json, headers } = await owner.call(method, path, { body });
  expect([path, status < 300]).toEqual([path, true]);
  return {
    json: json as { readonly id: string },
    change: headers.get('X-Change') ?? '',
  };
}

const undo = (change: string, headers?: Record<string, string>) =>
  owner.call('POST', `/api/changes/${change}/undo`, headers ? { headers } : {});

async function refusal(change: string) {
  const { status, json } = await owner.call('POST', `/api/changes/${change}/undo`, {
    headers: { Accept: 'application/json' },
  });
  const { code, type, detail } = json as { code?: string; type?: string; detail: string };
  return { status, code: code ?? type, detail };
}

async function page(query = ''): Promise<Page> {
  const { json } = await owner.call('GET', `/api/changes${query}`);
  return json;
}
const listed = async (change: string) => (await page(`?change=${change}`)).changes.find(({ id }) => id === change);

const cheese = () => request('POST', '/api/ingredients', { name: 'Muçarela', unit: 'kg', unit_price: 38.9 });

async function priceOf(id: string): Promise<number | undefined> {
  const { json } = await owner.call('GET', '/api/ingredients');
  return (json as { id: string; unit_price: number }[]).find((each) => each.id === id)?.unit_price;
}

test('the very first change can be listed and looked back at immediately, even before the read model contains the business', async () => {
  const client = await api.pool.connect();
  await client.query('begin; lock table read.business in share row exclusive mode'); // Nothing is projected while this lock is held.
  const first = await request('POST', '/api/fixed-costs', { name: 'Aluguel', value: 900 });
  expect(await listed(first.change)).toMatchObject({ sentences: [expect.stringContaining('“Aluguel”')] });
  await client.query('rollback');
  client.release();
});

describe('undo of a mistaken price', () => {
  test('takes the price back and can itself be undone, and each change says how it can be undone', async () => {
    const { json: made } = await cheese();
    const mistake = await request('PUT', `/api/ingredients/${made.id}`, { unit_price: 389 });
    expect(await listed(mistake.change)).toMatchObject({
      undoable: true,
      reason: null,
      restores: false,
      things: [{ kind: 'ingredient', id: made.id, name: 'Muçarela' }],
    });

    const back = await undo(mistake.change);
    const { id: undoing } = back.json as { id: string };
    expect([back.status, back.headers.get('X-Change')]).toEqual([200, undoing]);
    expect(await priceOf(made.id)).toBe(38.9);
    expect(await listed(mistake.change)).toMatchObject({
      undoable: false,
      undone_by: undoing,
      reason: 'Esta mudança já foi desfeita.',
    });
    expect(await refusal(mistake.change)).toMatchObject({ status: 409, detail: 'Esta mudança já foi desfeita.' });
    expect(await listed(undoing)).toMatchObject({ undoes: mistake.change, undoable: true });

    expect((await undo(undoing)).status).toBe(200);
    expect(await priceOf(made.id)).toBe(389);
  });

  test('is refused with the reason when the price was changed again since', async () => {
    const { json: made } = await cheese();
    const { change } = await request('PUT', `/api/ingredients/${made.id}`, { unit_price: 40 });
    await request('PUT', `/api/ingredients/${made.id}`, { unit_price: 41 });
    const detail = 'O preço de “Muçarela” mudou de novo depois disso.';
    expect(await refusal(change)).toMatchObject({ status: 409, detail });
    expect(await listed(change)).toMatchObject({ undoable: false, reason: detail });
  });

  test('takes effect once when its request comes twice, or two come at once', async () => {
    const { json: made } = await cheese();
    const { change } = await request('PUT', `/api/ingredients/${made.id}`, { unit_price: 40 });
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [await undo(change, key), await undo(change, key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json).toEqual(first.json);

    const other = await request('PUT', `/api/ingredients/${made.id}`, { unit_price: 42 });
    const both = await Promise.all([undo(other.change), undo(other.change)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('undo of a removal or an addition', () => {
  test('restores a removed dish with its recipe once its ingredients are back', async () => {
    const { json: made } = await cheese();
    const { json: dish } = await request('POST', '/api/dishes', { name: 'Pizza', sale_price: 45 });
    await request('POST', '/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: made.id, quantity: 0.3 });
    await request('PUT', `/api/dishes/${dish.id}`, { sale_price: 46 });
    const asIs = await owner.call('GET', '/api/dishes');
    const before = asIs.json as { id: string; cmv: number; version: number }[];
    const gone = await request('DELETE', `/api/dishes/${dish.id}`);
    const cheeseRemoval = await request('DELETE', `/api/ingredients/${made.id}`);
    expect(await listed(gone.change)).toMatchObject({ restores: true, undoable: false });
    expect(await refusal(gone.change)).toMatchObject({
      status: 409,
      detail: 'Para trazer “Pizza” de volta, primeiro traga de volta “Muçarela”.',
    });
    expect((await undo(cheeseRemoval.change)).status).toBe(200);
    expect((await undo(gone.change)).status).toBe(200);
    const after = await owner.call('GET', '/api/dishes');
    expect(after.json).toEqual(
      before.map((each) => (each.id === dish.id ? { ...each, version: each.version + 1 } : each)),
    );
  });

  test('refuses to take back an added ingredient that is in use, and names where', async () => {
    const made = await cheese();
    const { json: dish } = await request('POST', '/api/dishes', { name: 'Calzone', sale_price: 30 });
    await request('POST', '/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: made.json.id, quantity: 0.2 });
    expect(await refusal(made.change)).toMatchObject({
      status: 409,
      detail: '“Muçarela” está em uso em “Calzone”. Tire-o de lá primeiro.',
    });
  });
});

describe('list of changes', () => {
  test('has pages, can be searched and filtered, and finds a single change', async () => {
    const calls = Array.from({ length: 40 }, (_, i) => ({
      call: 'addFixedCost',
      body: { name: `Custo ${i}`, value: 10 },
    }));
    const many = await request('POST', '/api/change-sets', { calls });
    for (let i = 0; i < 55; i += 1)
      await request('POST', '/api/revenue-projections', { month: 5, value: 100 + i, orders_count: 1 });
    const newest = await page();
    expect([newest.changes.length, newest.newer]).toEqual([50, false]);
    const older = await page(`?before=${newest.next}`);
    expect(older.newer).toBe(true);
    expect(older.changes[0]?.number).toBeLessThan(newest.changes.at(-1)?.number ?? 0);

    const found = await page(`?change=${many.change}`);
    expect(found.newer).toBe(true);
    const whole = found.changes.find(({ id }) => id === many.change);
    expect([whole?.sentences.length, whole?.more]).toEqual([40, 0]);
    const inList = older.changes.find(({ id }) => id === many.change);
    expect([inList?.sentences.length, inList?.more, inList?.things.length]).toEqual([10, 30, 10]);
    expect((await page(`?change=${randomUUID()}`)).changes).toEqual(newest.changes);

    const named = await page('?name=MUCAR&subject=dishes');
    expect(named.changes.length).toBeGreaterThan(0);
    for (const { sentences } of named.changes) expect(sentences.join()).toMatch(/“Muçarela” em “/);
    const revenue = await page('?subject=revenue');
    expect(revenue.changes.every(({ things }) => things.every(({ kind }) => kind === 'month'))).toBe(true);
    expect((await owner.call('GET', '/api/changes?subject=tudo')).status).toBe(422);
    expect((await undo(many.change)).status).toBe(200);
    expect(await listed(many.change)).toMatchObject({ undoable: false });
  });
});

test('a missing or foreign change answers 404, and one that cannot be undone says so', async () => {
  const { change } = await cheese();
  const other = await api.signIn('dona@exemplo.com');
  expect((await other.call('POST', `/api/changes/${change}/undo`)).status).toBe(404);
  expect((await undo(randomUUID())).status).toBe(404);
  expect((await undo('x')).status).toBe(404);
  const opening = (await page('?before=1')).changes.at(-1);
  expect(opening).toMatchObject({ undoable: false, reason: 'Isto não pode ser desfeito.' });
  expect((await refusal(opening?.id ?? '')).status).toBe(409);
  const same = await owner.call('PUT', `/api/ingredients/${(await cheese()).json.id}`, { body: { unit_price: 38.9 } });
  expect([same.status, same.headers.get('X-Change')]).toEqual([200, null]);
});
