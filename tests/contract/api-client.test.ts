import { createEmptyBusiness } from '#web/api/demo-business.ts';
import { createDemoClient } from '#web/api/demo.ts';
import { type ClientUnderTest, serverClient } from './server-client.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { textsUnsaid } from '#tests/support/table-fields.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { dashboardBody } from '#contract/figures.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import type { OwnerClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { readBusiness } from '#web/stores/business/read-business.ts';

const NOT_FOUND = { status: 404, code: 'not_found', detail: 'Não encontramos o que você procura.', fields: {} };

/** The contract that every client of a business fulfils, whatever its data comes from. */
function describeApiClient(kind: string, makeClient: () => Promise<ClientUnderTest>): void {
  describe(`API client ${kind}`, () => {
    let under: ClientUnderTest;
    let api: OwnerClient;
    beforeAll(async () => {
      under = await makeClient();
      api = under.api;
    });
    afterAll(() => under.dispose());

    const flour = { name: 'Farinha', unit: 'kg', unit_price: 4.79 };
    const unsetFields = {
      ...textsUnsaid(ingredientFields),
      purchase: null,
      yield: 100,
      conversions: [],
      free: false,
      price_source: { kind: 'typed', purchase_id: null, date: null },
      exact_price: null,
    };
    const problemOf = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => 'no problem',
        (error: unknown) => {
          if (!(error instanceof ApiProblem)) throw error;
          const { status, code, detail, fields, current } = error;
          return { status, code, detail, fields, ...(current === undefined ? {} : { current }) };
        },
      );

    it('returns an empty business before the first change', async () => {
      expect(await api.call('listFixedCosts', {})).toEqual([]);
      expect(await api.call('listDishes', {})).toEqual([]);
      expect(await api.call('dashboard', {})).toMatchObject({ faturamentoMedio: 0, pontoEquilibrio: 0, slices: [] });
    });

    it('stores what an import has learnt', async () => {
      const names = [{ kind: 'dish', text: 'Taxa', id: null } as const];
      expect(await api.call('importMemory', {})).toEqual({ layouts: [], names: [] });
      expect(await api.call('rememberImport', { body: { names } })).toEqual({ layouts: 0, names: 1 });
      expect(await api.call('importMemory', {})).toEqual({ layouts: [], names });
    });

    it('names the field of an invalid value in what an import has learnt', async () => {
      const wrong = api.call('rememberImport', { body: { layouts: [{ key: 'x', columns: {} }] } });
      expect(await problemOf(wrong)).toMatchObject({ status: 422, fields: { 'layouts.0.key': expect.any(String) } });
    });

    it('adds, partly updates, lists and removes each entity, and returns its state after each call', async () => {
      const added = await api.call('addFixedCost', { body: { name: ' Aluguel ', value: '3.500,00' } });
      const { id } = added;
      expect(added).toEqual({ id, name: 'Aluguel', value: 3500, version: 1 });
      const changed = await api.call('changeFixedCost', { params: { id }, body: { value: 3600.5 } });
      expect(changed).toEqual({ id, name: 'Aluguel', value: 3600.5, version: 2 });
      expect(await api.call('listFixedCosts', {})).toContainEqual(changed);
      expect(await api.call('removeFixedCost', { params: { id } })).toBeUndefined();
      expect(await api.call('listFixedCosts', {})).not.toContainEqual(expect.objectContaining({ id }));
    });

    it('lists entities in the order they were added, and months from January on', async () => {
      for (const name of ['Zeca', 'Ana', 'Mia']) await api.call('addVariableCost', { body: { name, percentage: 1 } });
      expect((await api.call('listVariableCosts', {})).map(({ name }) => name)).toEqual(['Zeca', 'Ana', 'Mia']);
      for (const month of [7, 2])
        await api.call('recordMonthRevenue', { body: { month, value: 41000, orders_count: 655 } });
      expect(await api.call('listMonthRevenues', {})).toEqual([
        { month: 2, value: 41000, orders_count: 655, version: 1 },
        { month: 7, value: 41000, orders_count: 655, version: 1 },
      ]);
    });

    it('returns copies, so that changing an answer does not change the stored data', async () => {
      const [first] = await api.call('listVariableCosts', {});
      if (first) first.name = 'changed by the caller';
      expect((await api.call('listVariableCosts', {}))[0]).toMatchObject({ name: 'Zeca' });
    });

    it('answers 404 in the same words for a removed id, an id that never existed and a malformed id', async () => {
      const { id } = await api.call('addDish', { body: { name: 'Sopa' } });
      await api.call('removeDish', { params: { id } });
      for (const unknown of [id, randomUUID(), 'sopa']) {
        expect(await problemOf(api.call('removeDish', { params: { id: unknown } }))).toEqual(NOT_FOUND);
        const change = api.call('changeDish', { params: { id: unknown }, body: { sale_price: 1 } });
        expect(await problemOf(change)).toEqual(NOT_FOUND);
      }
    });

    it('refuses to remove an ingredient that a dish uses, and names the dish', async () => {
      const { id } = await api.call('addIngredient', { body: flour });
      const { id: dishId } = await api.call('addDish', { body: { name: 'Pão', sale_price: 10 } });
      const body = { dish_id: dishId, ingredient_id: id, quantity: '0,5' };
      expect(await api.call('addDishIngredient', { body })).toMatchObject({ ingredient_name: 'Farinha', cost: 2.395 });
      expect(await problemOf(api.call('removeIngredient', { params: { id } }))).toEqual({
        status: 409,
        code: 'ingredient_in_use',
        detail: '“Farinha” está em uso em “Pão”. Tire-o de lá primeiro.',
        fields: {},
      });
      expect(await problemOf(api.call('addDishIngredient', { body }))).toEqual({
        status: 409,
        code: 'ingredient_already_in_dish',
        detail: '“Farinha” já está na ficha de “Pão”.',
        fields: { ingredient_id: 'Este insumo já está no prato; mude a quantidade dele.' },
      });
      expect(await api.call('listIngredients', {})).toContainEqual({ id, ...flour, ...unsetFields, version: 1 });
      await api.call('removeDishIngredient', { params: { dishId, ingredientId: id } });
      await api.call('removeIngredient', { params: { id } });
      expect(await api.call('listIngredients', {})).not.toContainEqual(expect.objectContaining({ id }));
    });

    it('says for each invalid field what is wrong, and stores nothing', async () => {
      const before = await api.call('listIngredients', {});
      const wrong = api.call('addIngredient', { body: { name: ' ', unit: 'colher de sopa cheias', unit_price: -1 } });
      expect(await problemOf(wrong)).toEqual({
        status: 422,
        code: 'invalid',
        detail: 'Preencha este campo.',
        fields: {
          name: 'Preencha este campo.',
          unit: 'A unidade pode ter no máximo 20 caracteres.',
          unit_price: 'O valor não pode ser negativo.',
        },
      });
      const refused = api.call('addFixedCost', { body: { name: 'Luz', value: Number.NaN } });
      expect(await problemOf(refused)).toMatchObject({
        status: 422,
        fields: { value: 'Digite um número, como 12,50.' },
      });
      expect(await api.call('listIngredients', {})).toEqual(before);
    });

    it('names the part of an import whose channel or dish does not exist', async () => {
      const rows = (dish_id: string) => [{ dish_id, quantity: 1 }];
      const { id } = await api.call('addDish', { body: { name: 'Vinho' } });
      const first = { month: '2026-10', channel_id: 'main', rows: rows(id) };
      const refusedAt = async (set: { channel_id: string; rows: ReturnType<typeof rows> }) =>
        problemOf(api.call('importSales', { body: { sets: [first, { month: '2026-11', ...set }] } }));
      expect(await refusedAt({ channel_id: randomUUID(), rows: rows(id) })).toMatchObject({
        status: 422,
        fields: { 'sets.1.channel_id': 'Este canal não existe.' },
      });
      expect(await refusedAt({ channel_id: 'main', rows: rows(randomUUID()) })).toMatchObject({
        status: 422,
        fields: { 'sets.1.rows.0.dish_id': 'Este prato não existe.' },
      });
      expect(await api.call('listChannels', {})).toEqual([]);
      await api.call('removeDish', { params: { id } });
    });

    it('refuses a change that names an older version, and returns the current one', async () => {
      const { id } = await api.call('addIngredient', { body: flour });
      const price = (unit_price: number) =>
        api.call('changeIngredient', { params: { id }, ifMatch: 1, body: { unit_price } });
      expect(await price(5)).toMatchObject({ unit_price: 5, version: 2 });
      expect(await problemOf(price(6))).toEqual({
        status: 409,
        code: 'changed_meanwhile',
        detail: 'Isto mudou enquanto você editava. Veja o valor atual e salve de novo.',
        fields: {},
        current: { id, ...flour, unit_price: 5, ...unsetFields, version: 2 },
      });
      expect(await api.call('listIngredients', {})).toContainEqual({
        id,
        ...flour,
        unit_price: 5,
        ...unsetFields,
        version: 2,
      });
    });

    it('refuses a whole change set when one change names an older version, names that change and stores none of them', async () => {
      const { id } = await api.call('addIngredient', { body: flour });
      const { id: other } = await api.call('addFixedCost', { body: { name: 'Seguro', value: 80 } });
      await api.call('changeIngredient', { params: { id }, body: { unit_price: 5 } });
      const set = (if_match: number) =>
        api.call('applyChanges', {
          body: {
            calls: [
              { call: 'changeFixedCost', params: { id: other }, if_match: 1, body: { value: 90 } },
              { call: 'changeIngredient', params: { id }, if_match, body: { unit_price: 6 } },
            ],
          },
        });
      const detail = 'Isto mudou enquanto você editava. Veja o valor atual e salve de novo.';
      expect(await problemOf(set(1))).toEqual({
        status: 409,
        code: 'changed_meanwhile',
        detail,
        fields: { 'calls.1': detail },
        current: { id, ...flour, unit_price: 5, ...unsetFields, version: 2 },
      });
      expect(await api.call('listFixedCosts', {})).toContainEqual({ id: other, name: 'Seguro', value: 80, version: 1 });
      expect(await set(2)).toEqual({ ids: [null, null] });
      expect(await api.call('listFixedCosts', {})).toContainEqual({ id: other, name: 'Seguro', value: 90, version: 2 });
    });

    it('creates no new version when a change leaves all values as they are', async () => {
      const { id } = await api.call('addFixedCost', { body: { name: 'Água', value: 90 } });
      const same = await api.call('changeFixedCost', { params: { id }, body: { name: 'Água', value: '90,00' } });
      expect(same).toEqual({ id, name: 'Água', value: 90, version: 1 });
    });

    it('executes a repeated request once and returns the first answer again', async () => {
      const sent = { idempotencyKey: randomUUID(), body: { name: 'Gás', value: 110 } };
      const first = await api.call('addFixedCost', sent);
      await api.call('changeFixedCost', { params: { id: first.id }, body: { value: 120 } });
      const repeats = await Promise.all(Array.from({ length: 5 }, () => api.call('addFixedCost', sent)));
      expect(repeats).toEqual(repeats.map(() => first));
      const costs = await api.call('listFixedCosts', {});
      expect(costs.filter(({ name }) => name === 'Gás')).toEqual([{ ...first, value: 120, version: 2 }]);
      const other = api.call('addFixedCost', { ...sent, body: { name: 'Gás', value: 111 } });
      expect(await problemOf(other)).toEqual({
        status: 422,
        code: 'key_reused',
        detail: 'Esta chave de idempotência já foi usada com outros dados.',
        fields: { 'Idempotency-Key': 'Use uma chave nova para um pedido novo.' },
      });
    });

    it('returns exactly the figures that the figures module computes from its lists', async () => {
      const { id } = await api.call('addDish', { body: { name: 'Pizza', sale_price: 52.9 } });
      const [ingredient] = await api.call('listIngredients', {});
      const body = { dish_id: id, ingredient_id: ingredient?.id ?? '', quantity: 0.32 };
      await api.call('addDishIngredient', { body });
      const { business, dashboard, missing } = await readBusiness(api);
      expect(missing.size).toBe(0);
      const figures = businessFigures(business);
      expect(dashboard).toEqual(dashboardBody(business, figures, dashboard?.position ?? null));
      expect(dashboard?.position).toMatch(/:\d{20}$/);
      expect(await api.call('breakEvenFinancial', {})).toEqual({
        totalFixedCosts: dashboard?.custosFixos,
        monthlyRevenue: dashboard?.faturamentoMedio,
        businessMetrics: {
          contribution_margin_percentage: dashboard?.margemContribuicao,
          average_ticket: dashboard?.ticketMedio,
        },
      });
    });
  });
}

describeApiClient('over HTTP', serverClient);

describeApiClient('of the demo', async () => ({
  api: createDemoClient({ createBusiness: async () => createEmptyBusiness() }),
  dispose: async () => undefined,
}));
