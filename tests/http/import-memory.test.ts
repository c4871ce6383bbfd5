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

const PATH = '/api/import-memory';
const DISH = '0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e';
const CHANNEL = '1b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e';
const layout = (nth: number) => ({
  key: nth.toString(16).padStart(64, '0'),
  columns: { product: 0, quantity: 3, date: null },
  channel_id: CHANNEL,
  answers: { 'decimal 3': 'comma' },
});
const name = (text: string, id: string | null = DISH) => ({ kind: 'dish', text, id });

const put = (body: object) => owner.call('PUT', PATH, { body });
const storedMemory = async () => (await owner.call('GET', PATH)).json;
const events = async (): Promise<number> => {
  const { rows } = await api.pool.query<{ count: number }>(
    `select count(*)::int as count from log.events where type = 'ImportMemoryChanged'`,
  );
  return rows[0]?.count ?? 0;
};

describe('import memory', () => {
  test('is empty at first, and contains what a PUT stores, even before the business is opened', async () => {
    expect(await storedMemory()).toEqual({ layouts: [], names: [] });
    const answer = await put({ layouts: [layout(1)], names: [name('Calabresa G'), name('Taxa', null)] });
    expect([answer.status, answer.json]).toEqual([200, { layouts: 1, names: 2 }]);
    expect(await storedMemory()).toEqual({ layouts: [layout(1)], names: [name('Calabresa G'), name('Taxa', null)] });
  });

  test('is added to and replaced by a PUT, and an unchanged PUT appends no event', async () => {
    await put({ names: [name('Pão'), name('Água')] });
    const before = await events();
    expect((await put({ names: [name('PAO', null)], layouts: [layout(2)] })).json).toEqual({ layouts: 1, names: 2 });
    expect(await events()).toBe(before + 1);
    expect((await put({ names: [name('pão', null), name('agua')], layouts: [layout(2)] })).json).toEqual({
      layouts: 1,
      names: 2,
    });
    expect((await put({})).json).toEqual({ layouts: 1, names: 2 });
    expect(await events()).toBe(before + 1);
    expect(await storedMemory()).toEqual({ layouts: [layout(2)], names: [name('Água'), name('PAO', null)] });
  });

  test('appears in no list of changes and opens no business', async () => {
    await put({ names: [name('Pão')] });
    expect((await owner.call('GET', '/api/changes')).json).toMatchObject({ changes: [] });
  });

  test('names the field of an invalid value', async () => {
    const refusedFields = async (body: object) => {
      const { status, json } = await put(body);
      return [status, Object.keys((json as { fields?: object }).fields ?? {})];
    };
    expect(await refusedFields({ layouts: [{ ...layout(1), key: 'abc' }] })).toEqual([422, ['layouts.0.key']]);
    expect(await refusedFields({ layouts: [{ ...layout(1), columns: { product: 200 } }] })).toEqual([
      422,
      ['layouts.0.columns.product'],
    ]);
    expect(await refusedFields({ layouts: [{ ...layout(1), channel_id: 'x' }] })).toEqual([
      422,
      ['layouts.0.channel_id'],
    ]);
    expect(
      await refusedFields({ names: [name('ok'), { kind: 'waiter', text: ' ', id: 'x' }, { kind: 'dish', text: 'a' }] }),
    ).toEqual([422, ['names.1.kind', 'names.1.text', 'names.1.id', 'names.2.id']]);
    expect(await refusedFields({ layouts: [], names: 'Pão' })).toEqual([422, ['names']]);
    const many = Array.from({ length: 3_001 }, (_, nth) => name(`p${nth}`, null));
    expect(await refusedFields({ names: many })).toEqual([422, ['names']]);
    expect(await refusedFields({ layouts: Array.from({ length: 21 }, (_, nth) => layout(nth)) })).toEqual([
      422,
      ['layouts'],
    ]);
    expect(await storedMemory()).toEqual({ layouts: [], names: [] });
  });

  test('accepts 3 000 names of 80 letters at once, drops the oldest, and answers 413 above 768 kB', async () => {
    const many = (from: number) => Array.from({ length: 3_000 }, (_, nth) => name(`${from + nth}`.padStart(80, 'x')));
    const full = await put({ names: many(0) });
    expect([full.status, full.json]).toEqual([200, { layouts: 0, names: 3_000 }]);
    await put({ names: [name('novo')] });
    const { names } = (await storedMemory()) as unknown as { names: { text: string }[] };
    expect([names.length, names[0]?.text, names.at(-1)?.text]).toEqual([3_000, '1'.padStart(80, 'x'), 'novo']);
    const longNames = Array.from({ length: 3_000 }, (_, nth) => name(`${nth}`.padStart(200, 'y')));
    expect((await put({ names: longNames })).status).toBe(413);
  });

  test('belongs to one business, and no other owner reads it', async () => {
    await put({ names: [name('Segredo')] });
    const other = await api.newOwner();
    expect((await other.call('GET', PATH)).json).toEqual({ layouts: [], names: [] });
  });

  test('is part of the account’s data file', async () => {
    await owner.call('POST', '/api/dishes', { body: { name: 'Pizza', sale_price: 50 } });
    await put({ layouts: [layout(4)], names: [name('Calabresa G')] });
    await expect
      .poll(async () => {
        const { json } = await owner.call('GET', '/api/account/data');
        return (json as unknown as { negocios: { memoria_das_importacoes: object }[] }).negocios[0]
          ?.memoria_das_importacoes;
      })
      .toEqual({ arquivos: [layout(4)], nomes: [name('Calabresa G')] });
  });
});
