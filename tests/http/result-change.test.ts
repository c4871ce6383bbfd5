import { randomUUID } from 'node:crypto';
import { dayAfter, dayOf } from '#contract/instants.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { FIVE_DISHES } from '#tests/figures/worked-cases.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

interface AnswerBody {
  readonly figure: string;
  readonly before: { readonly value: number; readonly has_sales: boolean };
  readonly after: { readonly value: number; readonly has_sales: boolean };
  readonly difference: number;
  readonly exact: boolean;
  readonly parts: readonly {
    readonly kind: string;
    readonly id: string;
    readonly name: string;
    readonly channel: { readonly name: string } | null;
    readonly value: number;
    readonly from: number | null;
    readonly to: number | null;
    readonly changes: readonly { readonly id: string; readonly sentences: readonly string[] }[];
  }[];
  readonly fields: Readonly<Record<string, string>>;
  readonly changes: readonly { readonly at: string }[];
}

const MONTH = '2026-10';

let api: RunningApi;
let owner: ApiVisitor;
let ids: readonly { readonly dish: string; readonly ingredient: string }[];
let rent: string;
let opened: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  owner = await api.newOwner();
  ids = FIVE_DISHES.map(() => ({ dish: randomUUID(), ingredient: randomUUID() }));
  rent = randomUUID();
  const calls = [
    { call: 'addFixedCost', id: rent, body: { name: 'Aluguel', value: 12_000 } },
    { call: 'changeBusinessSettings', body: { production_loss: 0, mix_months: 1 } },
    ...FIVE_DISHES.flatMap(([name, sale_price, cost], i) => [
      { call: 'addIngredient', id: ids[i]?.ingredient, body: { name, unit: 'un', unit_price: cost } },
      { call: 'addDish', id: ids[i]?.dish, body: { name, sale_price } },
      { call: 'addDishIngredient', body: { dish_id: ids[i]?.dish, ingredient_id: ids[i]?.ingredient, quantity: 1 } },
    ]),
  ];
  await request('POST', '/api/change-sets', { calls });
  opened = await lastChange();
});

async function request(method: string, path: string, body: unknown): Promise<unknown> {
  const { status, text, json } = await owner.call(method, path, { body });
  if (status >= 300) throw new Error(`${status} ${text}`);
  return json;
}

const ask = async (query: string) => {
  const { status, json } = await owner.call('GET', `/api/profit-change?${query}`);
  return { status, json: json as AnswerBody };
};

/** Returns the time of the last change. What follows happens at least a millisecond later. */
async function lastChange(): Promise<string> {
  const { json } = await owner.call('GET', '/api/changes');
  const { at } = (json as AnswerBody).changes[0] ?? { at: '' };
  while (new Date().toISOString() <= at) await new Promise(setImmediate);
  return at;
}

const sell = (channel: string, quantities: readonly (readonly [dish: number, quantity: number])[]) =>
  request('PUT', `/api/sales/${MONTH}/${channel}`, {
    rows: quantities.map(([i, quantity]) => ({ dish_id: ids[i]?.dish, quantity })),
  });
const sellAll = () =>
  sell(
    'main',
    FIVE_DISHES.map(([, , , quantity], i) => [i, quantity]),
  );

const FEIJOADA = 2;
const MASSAS = 3;
const STEPS = [
  () => request('PUT', `/api/ingredients/${ids[FEIJOADA]?.ingredient}`, { unit_price: 17 }),
  () => sell('main', [[FEIJOADA, 700]]),
  () => request('PUT', `/api/dishes/${ids[MASSAS]?.dish}`, { sale_price: 16 }),
  () => request('PUT', `/api/fixed-costs/${rent}`, { value: 13_000 }),
];

const partsOf = ({ parts }: AnswerBody) => parts.map(({ kind, name, value }) => [kind, name, value]);

describe('GET /api/profit-change?figure=result', () => {
  test.each([
    ['in their published order', STEPS],
    ['in the reverse order', STEPS.toReversed()],
  ])(
    'splits the result of the published month in reais, to the cent, when its changes come %s',
    async (_name, steps) => {
      await sellAll();
      const before = await lastChange();
      for (const step of steps) await step();
      const { status, json } = await ask(`from=${before}&figure=result`);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        figure: 'result',
        dish: null,
        before: { value: 16_150, has_sales: true },
        after: { value: 13_500, has_sales: true },
        difference: -2_650,
        exact: true,
        error: 0,
      });
      expect(partsOf(json)).toEqual([
        ['ingredient', 'Feijoada', -1_500],
        ['fixed_cost', 'Aluguel', -1_000],
        ['dish_sales', 'Feijoada', -900],
        ['dish_price', 'Massas', 750],
      ]);
      const sold = json.parts[2];
      expect(sold).toMatchObject({ id: ids[FEIJOADA]?.dish, from: 800, to: 700, channel: null });
      expect(sold?.changes).toHaveLength(1);
      expect(json.parts.every(({ changes }) => changes.length === 1)).toBe(true);
    },
  );

  test('names the channel of a changed price, and what one sales change sold of each dish', async () => {
    await sellAll();
    const { id } = (await request('POST', '/api/channels', { name: 'App' })) as { id: string };
    await sell(id, [[FEIJOADA, 100]]);
    const before = await lastChange();
    await request('PUT', `/api/dishes/${ids[FEIJOADA]?.dish}`, { prices: { [id]: 30 } });
    await sell('main', [
      [0, 300],
      [1, 600],
    ]);
    const { json } = await ask(`from=${before}&figure=result`);
    expect(new Set(json.parts.map(({ name, value }) => `${name} ${value}`))).toEqual(
      new Set(['Carnes -900', 'Saladas -900', 'Feijoada 500']),
    );
    expect(json.parts[2]).toMatchObject({ kind: 'channel_price', channel: { id, name: 'App' }, from: 25, to: 30 });
    expect(json.parts[0]?.changes).toHaveLength(1);
    expect(json.parts[0]?.changes[0]?.id).toBe(json.parts[1]?.changes[0]?.id);
  });

  test('answers without its figure with the profit in percent, and says at which of the two moments there are sales', async () => {
    const profit = await ask(`from=${opened}`);
    expect(profit.json).toMatchObject({ figure: 'profit', before: { has_sales: false }, after: { has_sales: false } });
    await sellAll();
    const sold = await ask(`from=${opened}`);
    expect(sold.json).toMatchObject({ before: { has_sales: false }, after: { has_sales: true }, parts: [] });
  });

  test('says since when there is a result when nothing was sold before', async () => {
    const never = await ask(`from=${opened}&figure=result`);
    expect([never.status, never.json.fields]).toEqual([422, { from: 'Nesta data não havia vendas lançadas.' }]);
    await sellAll();
    const today = dayOf(new Date()).split('-').toReversed().join('/');
    const yet = await ask(`from=${dayAfter(dayOf(new Date()), -3)}&figure=result`);
    expect([yet.status, yet.json.fields]).toEqual([
      422,
      {
        from: `Nesta data não havia vendas lançadas. As primeiras entraram em ${today}.`,
      },
    ]);
    const before = await lastChange();
    await sell(
      'main',
      FIVE_DISHES.map((_, i) => [i, 0]),
    );
    const cleared = await ask(`from=${before}&figure=result`);
    expect([cleared.status, cleared.json.fields]).toEqual([422, { to: 'Nesta data não havia vendas lançadas.' }]);
  });

  test('refuses a dish beside the result, and an unknown figure', async () => {
    const both = await ask(`from=${opened}&figure=result&dish=${ids[0]?.dish}`);
    expect([both.status, both.json.fields]).toEqual([
      422,
      { dish: 'Escolha um prato ou o resultado do mês, não os dois.' },
    ]);
    const other = await ask(`from=${opened}&figure=lucro`);
    expect([other.status, other.json.fields]).toEqual([422, { figure: 'Escolha entre profit e result.' }]);
  });
});
