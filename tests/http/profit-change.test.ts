import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayAfter, dayOf } from '#contract/instants.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

interface AnswerBody {
  readonly dish: { readonly name: string } | null;
  readonly before: { readonly value: number; readonly complete: boolean };
  readonly after: { readonly value: number; readonly complete: boolean };
  readonly difference: number;
  readonly exact: boolean;
  readonly parts: readonly {
    readonly kind: string;
    readonly name: string;
    readonly value: number;
    readonly changes: readonly { readonly id: string; readonly sentences: readonly string[] }[];
  }[];
  readonly fields: Readonly<Record<string, string>>;
  readonly changes: readonly { readonly id: string; readonly at: string }[];
}

const PRICES = [15, 22, 25, 15, 18];
const COSTS = [6, 13, 15, 6, 8];
const dishIds = PRICES.map(() => randomUUID());
const ingredientIds = COSTS.map(() => randomUUID());
const rentId = randomUUID();

let api: RunningApi;
let owner: ApiVisitor;
let before: string;

const ask = async (path: string) => {
  const { status, json } = await owner.call('GET', path);
  return { status, json: json as AnswerBody };
};

beforeAll(async () => {
  api = await startApi();
  owner = await api.signIn('admin@exemplo.com');
  const opening = [
    { call: 'addFixedCost', id: rentId, body: { name: 'Aluguel', value: 12_000 } },
    { call: 'recordMonthRevenue', body: { month: 1, value: 58_950, orders_count: 3_000 } },
    ...COSTS.map((cost, i) => ({
      call: 'addIngredient',
      id: ingredientIds[i],
      body: { name: `Insumo ${i + 1}`, unit: 'kg', unit_price: cost },
    })),
    ...PRICES.flatMap((price, i) => [
      { call: 'addDish', id: dishIds[i], body: { name: `Prato ${i + 1}`, sale_price: price } },
      { call: 'addDishIngredient', body: { dish_id: dishIds[i], ingredient_id: ingredientIds[i], quantity: 1 } },
    ]),
  ];
  await expectSuccess(owner.call('POST', '/api/change-sets', { body: { calls: opening } }));
  before = (await ask('/api/changes')).json.changes[0]?.at ?? '';
  await new Promise((resolve) => setTimeout(resolve, 5)); // What follows happens at least a millisecond later.
  await expectSuccess(owner.call('PUT', `/api/ingredients/${ingredientIds[2]}`, { body: { unit_price: 17 } }));
  await expectSuccess(owner.call('PUT', `/api/dishes/${dishIds[3]}`, { body: { sale_price: 16 } }));
  await expectSuccess(owner.call('PUT', `/api/fixed-costs/${rentId}`, { body: { value: 13_000 } }));
});
afterAll(() => api.stop());

async function expectSuccess(call: ReturnType<ApiVisitor['call']>): Promise<void> {
  const { status, text } = await call;
  if (status !== 200) throw new Error(`${status} ${text}`);
}

describe('GET /api/profit-change', () => {
  test('splits the change of the profit into parts, the biggest first, each with the changes that caused it', async () => {
    const { status, json } = await ask(`/api/profit-change?from=${before}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ dish: null, difference: -2.9064, exact: true, error: 0 });
    expect(json).toMatchObject({ before: { value: 26.066 }, after: { value: 23.1596, complete: false } });
    expect(json.parts.map(({ kind, name, value }) => [kind, name, value])).toEqual([
      ['ingredient', 'Insumo 3', -1.76],
      ['fixed_cost', 'Aluguel', -1.6964],
      ['dish_price', 'Prato 4', 0.55],
    ]);
    expect(json.parts[0]).toMatchObject({ from: 15, to: 17, from_unit: 'kg', to_unit: 'kg', changes_count: 1 });
    const changes = (await ask('/api/changes')).json.changes.slice(0, 3).map(({ id }) => id);
    expect(json.parts.map((part) => part.changes[0]?.id)).toEqual([changes[2], changes[0], changes[1]]);
    expect(json.parts[0]?.changes[0]?.sentences.map((each) => each.replaceAll('\u00a0', ' '))).toEqual([
      'Você mudou o preço de “Insumo 3” de R$ 15,00 para R$ 17,00 por kg.',
    ]);
  });

  test('splits the change of one dish in reais', async () => {
    const { json } = await ask(`/api/profit-change?from=${before}&dish=${dishIds[3]}`);
    expect(json).toMatchObject({ dish: { name: 'Prato 4' }, before: { value: 5.3466 }, after: { value: 5.8716 } });
    expect(json.parts.map(({ kind, value }) => [kind, value])).toEqual([
      ['dish_price', 0.7879],
      ['fixed_cost', -0.2629],
    ]);
  });

  test('returns nothing before the business began, and no change for twice the same moment', async () => {
    const yesterday = dayAfter(dayOf(new Date()), -1);
    const { json } = await ask(`/api/profit-change?from=${yesterday}&to=${dayOf(new Date())}`);
    expect(json).toMatchObject({ before: { value: 100, complete: false }, after: { value: 23.1596 } });
    expect(json.parts).toHaveLength(7);
    const nothing = await ask(`/api/profit-change?from=${before}&to=${before}`);
    expect(nothing.json).toMatchObject({ difference: 0, parts: [], exact: true });
  });

  test.each([
    ['a day in the future', () => `from=${dayAfter(dayOf(new Date()), 3)}`, 'from', 'Esta data ainda não chegou.'],
    [
      'an end before the beginning',
      () => 'from=2026-03-02&to=2026-03-01',
      'to',
      'A data final precisa vir depois da inicial.',
    ],
    [
      'a text that is not a date',
      () => 'from=ontem',
      'from',
      'Informe uma data, como 2026-03-31, ou um instante, como 2026-03-31T18:00:00-03:00.',
    ],
  ])('answers 422 at the field for %s', async (_name, query, field, sentence) => {
    const { status, json } = await ask(`/api/profit-change?${query()}`);
    expect([status, json.fields]).toEqual([422, { [field]: sentence }]);
  });

  test('answers 404 for a dish that never existed and for another owner’s', async () => {
    const unknown = await ask(`/api/profit-change?from=${before}&dish=${randomUUID()}`);
    expect(unknown.status).toBe(404);
    const other = await api.signIn('dona@exemplo.com');
    const theirs = await other.call('GET', `/api/profit-change?from=${before}&dish=${dishIds[0]}`);
    expect(theirs.status).toBe(404);
  });
});
