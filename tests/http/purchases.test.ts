import { dayOf, dayAfter } from '#contract/instants.ts';
import { monthsBefore } from '#domain/figures/mix.ts';
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

// oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON the API answers
type Json = any;

async function request(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await owner.call(method, path, { body });
  expect([path, answer.status < 300, answer.json]).toEqual([path, true, answer.json]);
  return answer.json;
}

/** Returns status, code and invalid fields of a refused call. */
async function refusalOf(method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, json } = await owner.call(method, path, { body });
  const { code, fields = {} } = json as { code: string; fields?: object };
  return { status, code, fields: Object.keys(fields) };
}

const UNKNOWN = '0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e';
const today = dayOf(new Date());
const ingredient = (name: string, unit: string, unit_price: number) =>
  request('POST', '/api/ingredients', { name, unit, unit_price });
const line = (
  ingredient_id: string | null,
  packs: number,
  [pack_quantity, pack_unit]: [number, string],
  total: number,
) => ({
  ingredient_id,
  packs,
  pack_quantity,
  pack_unit,
  total,
});
const buy = (date: string, lines: object[], more: object = {}) =>
  request('POST', '/api/purchases', { date, source: 'manual', lines, ...more });
const currentIngredient = async (id: string) =>
  ((await request('GET', '/api/ingredients')) as Json[]).find((each) => each.id === id);

describe('a purchase over HTTP', () => {
  test('sets the prices of its ingredients, lists the affected dishes, and loses all effect when it is taken back', async () => {
    const cheese = await ingredient('Muçarela', 'kg', 30);
    const dish = await request('POST', '/api/dishes', { name: 'Pizza', sale_price: 50 });
    await request('POST', '/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: cheese.id, quantity: 0.2 });
    const bought = await buy(dayAfter(today, -1), [line(cheese.id, 2, [5, 'kg'], 380), line(null, 1, [1, 'un'], 20)], {
      supplier: { name: 'Atacadão' },
      freight: 20,
    });
    expect(bought).toMatchObject({ total: 420, supplier: { name: 'Atacadão' }, lines: [{ cost: 399 }, { cost: 21 }] });
    expect(bought.moved).toMatchObject([{ ingredient_id: cheese.id, from: 30, to: 39.9 }]);
    const [hit] = bought.moved[0].dishes;
    expect(hit).toMatchObject({ dish_id: dish.id });
    expect(hit.net_profit_to).toBeLessThan(hit.net_profit_from);
    expect(await currentIngredient(cheese.id)).toMatchObject({
      unit_price: 39.9,
      purchase: { price: 199.5, quantity: 5, unit: 'kg' },
      price_source: { kind: 'purchase', purchase_id: bought.id, date: dayAfter(today, -1) },
    });
    expect(await request('GET', `/api/purchases/${bought.id}`)).toEqual(bought);
    const back = await request('DELETE', `/api/purchases/${bought.id}`);
    expect(back.moved).toMatchObject([{ ingredient_id: cheese.id, from: 39.9, to: 30 }]);
    expect(await currentIngredient(cheese.id)).toMatchObject({
      unit_price: 30,
      purchase: null,
      price_source: { kind: 'typed' },
    });
    expect(await request('GET', '/api/purchases')).toEqual([]);
    expect(await refusalOf('DELETE', `/api/purchases/${bought.id}`)).toMatchObject({ status: 404 });
  });

  test('adds new ingredients and suppliers, which stay when the purchase is taken back', async () => {
    const salt = { packs: 2, pack_quantity: 500, pack_unit: 'g', total: 9, new: { name: 'Sal', unit: 'kg' } };
    const bought = await buy(today, [salt, { ...salt, total: 3, new: { name: 'sal', unit: 'kg' } }], {
      supplier: { name: 'Mercado', cnpj: '11.222.333/0001-81' },
    });
    const [made] = await request('GET', '/api/ingredients');
    expect(made).toMatchObject({ name: 'Sal', unit: 'kg', unit_price: 6 });
    expect(bought.moved).toMatchObject([{ ingredient_id: made.id, from: null, to: 6 }]);
    const back = await request('DELETE', `/api/purchases/${bought.id}`);
    expect(back).toEqual({
      moved: [],
      stays: [{ ingredient_id: made.id, price_source: { kind: 'typed', purchase_id: null, date: null } }],
    });
    expect(await request('GET', '/api/suppliers')).toMatchObject([
      { name: 'Mercado', cnpj: '11222333000181', prices: [] },
    ]);
  });

  test('is undone like any change, and restored by undoing the undo, whatever was entered meanwhile', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const first = await owner.call('POST', '/api/purchases', {
      body: { date: dayAfter(today, -2), source: 'quick', lines: [line(flour.id, 1, [25, 'kg'], 125)] },
    });
    expect(first.status).toBe(201);
    const [change] = (await request('GET', '/api/changes')).changes;
    expect(change).toMatchObject({ undoable: true });
    expect(change.sentences[0]).toContain('lançou a compra de');
    const second = await buy(dayAfter(today, -1), [line(flour.id, 1, [10, 'kg'], 60)]);
    const undone = await request('POST', `/api/changes/${change.id}/undo`);
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 6 });
    await request('DELETE', `/api/purchases/${second.id}`);
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 4 });
    await request('POST', `/api/changes/${undone.id}/undo`);
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 5 });
  });

  test('finds its supplier by CNPJ, otherwise by a name without another CNPJ, to which it adds the CNPJ', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const lines = [line(flour.id, 1, [1, 'kg'], 5)];
    const byName = await buy(today, lines, { supplier: { name: 'Atacadão' } });
    const sameName = await buy(today, lines, { supplier: { name: ' atacadao ', cnpj: '11222333000181' } });
    expect(sameName.supplier.id).toBe(byName.supplier.id);
    const byCnpj = await buy(today, lines, { supplier: { name: 'Outro nome', cnpj: '11.222.333/0001-81' } });
    expect(byCnpj.supplier.id).toBe(byName.supplier.id);
    const other = await buy(today, lines, { supplier: { name: 'Atacadão', cnpj: '45.723.174/0001-10' } });
    expect(other.supplier.id).not.toBe(byName.supplier.id);
    const suppliers = await request('GET', '/api/suppliers');
    expect(suppliers).toMatchObject([
      { name: 'Atacadão', cnpj: '11222333000181', prices: [{ ingredient_id: flour.id, date: today, price: 5 }] },
      { name: 'Atacadão', cnpj: '45723174000110' },
    ]);
    const renamed = await request('PUT', `/api/suppliers/${byName.supplier.id}`, { name: 'Atacado Central' });
    expect(renamed).toMatchObject({ name: 'Atacado Central', cnpj: '11222333000181' });
    await request('PUT', `/api/suppliers/${byName.supplier.id}`, { cnpj: null });
    const [{ sentences, id }] = (await request('GET', '/api/changes')).changes;
    expect(sentences).toEqual(['Você mudou o CNPJ de “Atacado Central” de “11.222.333/0001-81” para nada.']);
    await request('POST', `/api/changes/${id}/undo`);
    expect(await refusalOf('PUT', `/api/suppliers/${byName.supplier.id}`, { cnpj: '45723174000110' })).toEqual({
      status: 422,
      code: 'cnpj_taken',
      fields: ['cnpj'],
    });
  });

  test('is listed by date, on the same date the last entered first, with filters, and as of a moment', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const lines = [line(flour.id, 1, [1, 'kg'], 5)];
    const a = await buy(dayAfter(today, -1), lines);
    const between = new Date().toISOString();
    const b = await buy(dayAfter(today, -3), lines, { supplier: { name: 'Feira' } });
    const c = await buy(dayAfter(today, -1), lines);
    const ids = async (query = '') => (await request('GET', `/api/purchases${query}`)).map(({ id }: Json) => id);
    expect(await ids()).toEqual([c.id, a.id, b.id]);
    expect(await ids(`?before=${c.id}`)).toEqual([a.id, b.id]);
    expect(await ids(`?to=${dayAfter(today, -2)}`)).toEqual([b.id]);
    expect(await ids(`?supplier_id=${b.supplier.id}`)).toEqual([b.id]);
    expect(await ids(`?ingredient_id=${UNKNOWN}`)).toEqual([]);
    expect(await ids(`?as_of=${between}`)).toEqual([a.id]);
    expect(await refusalOf('GET', `/api/purchases?before=${UNKNOWN}`)).toMatchObject({
      status: 422,
      fields: ['before'],
    });
  });

  test('can be opened as of a moment at which it stood, with its effects when it was entered', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const before = new Date().toISOString();
    const bought = await buy(dayAfter(today, -1), [line(flour.id, 1, [1, 'kg'], 5)]);
    await buy(today, [line(flour.id, 1, [1, 'kg'], 6)]);
    const standing = new Date().toISOString();
    const [, change] = (await request('GET', '/api/changes')).changes;
    await request('POST', `/api/changes/${change.id}/undo`);
    const path = `/api/purchases/${bought.id}`;
    expect(await request('GET', `${path}?as_of=${standing}`)).toEqual(bought);
    expect(await refusalOf('GET', path)).toMatchObject({ status: 404 });
    expect(await refusalOf('GET', `${path}?as_of=${before}`)).toMatchObject({ status: 404 });
    expect(await refusalOf('GET', `${path}?as_of=${dayAfter(today, 1)}`)).toMatchObject({ status: 422 });
    const [undo] = (await request('GET', '/api/changes')).changes;
    await request('POST', `/api/changes/${undo.id}/undo`);
    expect(await request('GET', `${path}?as_of=${standing}`)).toEqual(bought);
    expect(await request('GET', path)).toMatchObject({ version: 2, moved: [] });
  });

  test('is listed for each ingredient that a line names, even where the line counts for no price', async () => {
    const [gift, other] = [await ingredient('Brinde', 'kg', 4), await ingredient('Farinha', 'kg', 4)];
    const { id } = await buy(today, [{ ...line(gift.id, 1, [1, 'kg'], 5), cfop: '5910' }]);
    await request('POST', `/api/ingredients/${gift.id}/replace`, { by: other.id, merge: true });
    expect(await request('GET', `/api/purchases?ingredient_id=${other.id}`)).toMatchObject([{ id }]);
  });

  test('has line costs that add up to its total, while the price keeps its exact share', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const lines = Array.from({ length: 990 }, () => line(flour.id, 1, [1, 'kg'], 1));
    const costs = ({ lines: each }: Json): number[] => each.map(({ cost }: Json) => Math.round(cost * 10_000));
    const sum = (amounts: number[]): number => amounts.reduce((all, amount) => all + amount, 0);
    const bought = await buy(today, lines, { freight: 0.05 });
    expect([sum(costs(bought)), costs(bought).slice(0, 2)]).toEqual([9_900_500, [9511, 10_001]]);
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 1.0001 });
    const tiny = Array.from({ length: 990 }, () => line(flour.id, 1, [1, 'kg'], 0.0001));
    const discounted = costs(await buy(today, tiny, { discount: 0.0495 }));
    expect([sum(discounted), Math.min(...discounted)]).toEqual([495, 0]);
  });

  test('takes null for what is left out, and refuses what is no text with a sentence that says so', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const nulls = { id: undefined, number: null, freight: null, discount: null, confirmed: null };
    const bought = await buy(
      today,
      [
        { ...line(flour.id, 1, [1, 'kg'], 5), new: null },
        { ...line(null, 1, [1, 'kg'], 5), new: { name: 'Sal', unit: 'kg' } },
        { ...line(null, 1, [1, 'kg'], 5), new: null },
      ],
      { ...nulls, supplier: { id: null, name: 'Feira', cnpj: null } },
    );
    expect(bought).toMatchObject({ freight: 0, discount: 0, confirmed: true, supplier: { name: 'Feira' } });
    const [known, made, none] = bought.lines.map(({ ingredient_id }: Json) => ingredient_id);
    expect([known, typeof made, none]).toEqual([flour.id, 'string', null]);
    const { json } = await owner.call('POST', '/api/purchases', {
      body: {
        date: today,
        source: 'manual',
        number: 12,
        supplier: { name: 'Feira', cnpj: 11222333000181 },
        lines: [{ ...line(flour.id, 1, [1, 'kg'], 5), code: 5, description: 5, billed_unit: 5 }],
      },
    });
    expect((json as Json).fields).toEqual({
      number: 'Envie um texto.',
      'supplier.cnpj': 'Envie um texto.',
      'lines.0.code': 'Envie um texto.',
      'lines.0.description': 'Envie um texto.',
      'lines.0.billed_unit': 'Envie um texto.',
    });
    expect(
      await refusalOf('POST', '/api/purchases', {
        date: today,
        source: 'manual',
        lines: [line(flour.id, 1, [1, 'kg'], 5)],
        supplier: { name: 'Feira', cnpj: '00000000000000' },
      }),
    ).toMatchObject({ status: 422, fields: ['supplier.cnpj'] });
  });

  test('is named where a conversion or a unit is taken away that it needs', async () => {
    const parsley = await ingredient('Salsa', 'kg', 10);
    const path = `/api/ingredients/${parsley.id}`;
    const conversions = [{ unit: 'maço', quantity: 50, equals_unit: 'g' }];
    await request('PUT', path, { conversions });
    const bought = await buy('2026-11-12', [line(parsley.id, 2, [1, 'maço'], 6)], { supplier: { name: 'Atacadão' } });
    const answers = { status: 409, code: 'conversion_in_purchases' };
    const detail =
      'Esta conversão faz falta: a compra de 12/11/2026 em “Atacadão” usa. Quanto rende 1 maço de Salsa em kg?';
    const refused = await owner.call('PUT', path, { body: { conversions: [] } });
    expect(refused).toMatchObject({ status: 409, json: { ...answers, detail } });
    expect((refused.json as Json).fields).toBeUndefined();
    expect(await refusalOf('PUT', path, { unit: 'un', unit_price: 3 })).toMatchObject(answers);
    expect(await request('PUT', path, { conversions: [{ ...conversions[0], quantity: 60 }] })).toBeDefined();
    await request('DELETE', `/api/purchases/${bought.id}`);
    await request('PUT', path, { conversions: [] });
    const [, taken] = (await request('GET', '/api/changes')).changes;
    expect(await refusalOf('POST', `/api/changes/${taken.id}/undo`)).toMatchObject(answers);
    await request('PUT', path, { conversions });
    await request('POST', `/api/changes/${taken.id}/undo`);
    expect(await currentIngredient(parsley.id)).toMatchObject({ unit_price: 60 });
  });

  test('leaves the unit of a typed pack convertible, and lets undo name the price that it changed', async () => {
    const parsley = await ingredient('Salsa', 'kg', 10);
    const path = `/api/ingredients/${parsley.id}`;
    const pack = { price: 3, quantity: 1, unit: 'maço' };
    await request('PUT', path, { conversions: [{ unit: 'maço', quantity: 50, equals_unit: 'g' }], purchase: pack });
    const { json } = await owner.call('PUT', path, { body: { conversions: [] } });
    expect(json).toMatchObject({
      code: 'conversion_in_price',
      detail: 'Esta conversão faz falta: o preço de Salsa é em maço. Quanto rende 1 maço de Salsa em kg?',
    });
    expect(await refusalOf('PUT', path, { purchase: { ...pack, unit: 'caixa' } })).toMatchObject({
      status: 422,
      fields: ['purchase.unit'],
    });
    await buy(dayAfter(today, -1), [line(parsley.id, 1, [1, 'kg'], 20)]);
    await request('PUT', path, { unit_price: 30 });
    await buy(today, [line(parsley.id, 1, [1, 'kg'], 25)]);
    const [, typed] = (await request('GET', '/api/changes')).changes;
    expect(typed).toMatchObject({ reason: 'O preço de “Salsa” mudou de novo depois disso.' });
  });

  test('moves to the ingredient that its own ingredient is merged into, with converted quantities', async () => {
    const [kilo, piece] = [await ingredient('Queijo', 'kg', 30), await ingredient('Queijo peça', 'peça', 100)];
    await request('PUT', `/api/ingredients/${piece.id}`, {
      conversions: [{ unit: 'peça', quantity: 4, equals_unit: 'kg' }],
    });
    await buy(today, [line(piece.id, 2, [1, 'peça'], 320)]);
    await request('POST', `/api/ingredients/${piece.id}/replace`, { by: kilo.id, merge: true });
    expect(await currentIngredient(kilo.id)).toMatchObject({ unit_price: 40, price_source: { kind: 'purchase' } });
    expect(await request('GET', `/api/purchases?ingredient_id=${kilo.id}`)).toHaveLength(1);
  });

  test('sets the mean price of the last three purchases while the settings say so', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    for (const [days, total] of [
      [-4, 90],
      [-3, 30],
      [-2, 60],
      [-1, 30],
    ] as const)
      await buy(dayAfter(today, days), [line(flour.id, 1, [10, 'kg'], total)]);
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 3 });
    expect(await request('PUT', '/api/business-settings', { price_rule: 'mean_of_three' })).toMatchObject({
      price_rule: 'mean_of_three',
    });
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 4 });
    await request('PUT', '/api/business-settings', { price_rule: null });
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 3 });
  });

  test('does not change a price that was typed or repriced later, until a newer purchase does', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    await buy(dayAfter(today, -1), [line(flour.id, 1, [10, 'kg'], 50)]);
    await request('POST', '/api/ingredients/reprice', { ids: [flour.id], percentage: 10 });
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 5.5, price_source: { kind: 'typed' } });
    await buy(dayAfter(today, -1), [line(flour.id, 1, [10, 'kg'], 70)]);
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 5.5 });
    await buy(today, [line(flour.id, 1, [10, 'kg'], 60)]);
    expect(await currentIngredient(flour.id)).toMatchObject({ unit_price: 6, price_source: { kind: 'purchase' } });
  });

  test('is named in the history of its ingredients, in “Por que mudou?” and in the list of changes', async () => {
    const cheese = await ingredient('Muçarela', 'kg', 30);
    const dish = await request('POST', '/api/dishes', { name: 'Pizza', sale_price: 50 });
    await request('POST', '/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: cheese.id, quantity: 0.2 });
    const before = new Date().toISOString();
    const salt = { packs: 1, pack_quantity: 1, pack_unit: 'kg', total: 3, new: { name: 'Sal', unit: 'kg' } };
    await buy('2026-11-12', [salt, line(cheese.id, 1, [1, 'kg'], 42)], { supplier: { name: 'Atacadão' } });
    const sentence =
      'Você lançou a compra de 12/11/2026 em “Atacadão”: “Muçarela” de R$ 30,00 para R$ 42,00 por kg; ' +
      '“Sal” a R$ 3,00 por kg.';
    const spaced = (text: string): string => text.replaceAll('\u00A0', ' ');
    const { points } = await request('GET', `/api/history?of=ingredient:${cheese.id}`);
    expect(points.at(-1).figures).toEqual({ unit_price: 42, unit: 'kg' });
    expect(spaced(points.at(-1).marks.at(-1).sentence)).toBe(sentence);
    const { parts } = await request('GET', `/api/profit-change?from=${before}&dish=${dish.id}`);
    expect(parts).toMatchObject([{ kind: 'ingredient', name: 'Muçarela', from: 30, to: 42 }]);
    expect(parts[0].changes[0].sentences.map(spaced)).toEqual([sentence]);
    const [past] = await request('GET', `/api/ingredients?as_of=${before}`);
    expect(past).toMatchObject({ unit_price: 30, price_source: { kind: 'typed' } });
    const { changes } = await request('GET', '/api/changes?subject=purchases&name=atacad');
    expect(changes).toMatchObject([
      { things: [{ kind: 'purchase' }, { kind: 'supplier' }, { name: 'Sal' }, { name: 'Muçarela' }] },
    ]);
  });

  test('a price that follows from a tiny change, another price rule or a merge has its cause and its place in history', async () => {
    const sugar = await ingredient('Açúcar', 'g', 0.0045);
    const brown = await ingredient('Açúcar mascavo', 'g', 0.009);
    const dish = await request('POST', '/api/dishes', { name: 'Calda', sale_price: 50 });
    await request('POST', '/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: sugar.id, quantity: 2000 });
    const partsSince = async (from: string): Promise<Json[]> =>
      (await request('GET', `/api/profit-change?from=${from}&dish=${dish.id}`)).parts;
    const lastMark = async (of: string): Promise<string> =>
      (await request('GET', `/api/history?of=${of}`)).points.at(-1).marks.at(-1).sentence.replaceAll('\u00A0', ' ');
    const expectCause = async (from: string, text: RegExp): Promise<void> => {
      const [part] = await partsSince(from);
      expect(part).toMatchObject({ kind: 'ingredient', name: 'Açúcar', changes: [expect.anything()] });
      for (const of of [`ingredient:${sugar.id}`, `dish:${dish.id}`])
        expect([of, await lastMark(of)]).toEqual([of, expect.stringMatching(text)]);
    };

    let since = new Date().toISOString();
    await buy('2026-11-10', [line(sugar.id, 10, [1, 'kg'], 45.4)]);
    await expectCause(since, /lançou a compra .*“Açúcar” de R\$ 4,50 para R\$ 4,54 por kg/);

    await buy('2026-11-11', [line(sugar.id, 10, [1, 'kg'], 60)]);
    since = new Date().toISOString();
    await request('PUT', '/api/business-settings', { price_rule: 'mean_of_three' });
    await expectCause(since, /preço/);

    await buy('2026-11-12', [line(brown.id, 1, [1, 'kg'], 9)]);
    since = new Date().toISOString();
    await request('POST', `/api/ingredients/${brown.id}/replace`, { by: sugar.id, merge: true });
    await expectCause(since, /juntou “Açúcar mascavo” a “Açúcar”/);
  });

  test('is refused at the invalid field with nothing stored', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const good = line(flour.id, 1, [1, 'kg'], 5);
    const post = (body: object) =>
      refusalOf('POST', '/api/purchases', { date: today, source: 'manual', lines: [good], ...body });
    const cases: [object, string[]][] = [
      [{ date: dayAfter(today, 1) }, ['date']],
      [{ date: '1999-12-31' }, ['date']],
      [{ date: '2026-02-30' }, ['date']],
      [{ source: 'nfe' }, ['source']],
      [{ lines: [] }, ['lines']],
      [{ lines: Array.from({ length: 991 }, () => good) }, ['lines']],
      [{ lines: [{ ...good, packs: 0 }] }, ['lines.0.packs']],
      [{ lines: [{ ...good, pack_quantity: 10_000_000 }] }, ['lines.0.pack_quantity']],
      [{ lines: [good, { ...good, pack_unit: 'caixa' }] }, ['lines.1.pack_unit']],
      [{ lines: [{ ...good, ingredient_id: UNKNOWN }] }, ['lines.0.ingredient_id']],
      [{ lines: [{ ...good, ingredient_id: undefined }] }, ['lines.0.ingredient_id']],
      [{ lines: [{ ...good, new: { name: 'Sal', unit: 'kg' } }] }, ['lines.0.ingredient_id']],
      [{ lines: [{ ...good, gtin: '123' }] }, ['lines.0.gtin']],
      [{ lines: [{ ...good, total: 0 }], freight: 1 }, ['freight']],
      [{ discount: 5.0001 }, ['discount']],
      [{ supplier: { id: UNKNOWN } }, ['supplier.id']],
      [{ supplier: { name: 'Feira', cnpj: '11222333000180' } }, ['supplier.cnpj']],
      [{ supplier: {} }, ['supplier.name']],
    ];
    for (const [body, fields] of cases)
      expect([body, await post(body)]).toEqual([body, { status: 422, code: expect.any(String), fields }]);
    expect(await request('GET', '/api/purchases')).toEqual([]);
    await buy(today, [good]);
    await request('DELETE', `/api/ingredients/${flour.id}`);
    expect(await request('GET', '/api/purchases')).toMatchObject([{ lines: [{ name: 'Farinha' }] }]);
  });
});

describe('the ids of a purchase and of what it adds', () => {
  const [A, B] = ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '7f9619ff-8b86-4d01-b42d-00cf4fc964ff'];
  const added = (name: string, unit: string, id?: string) => ({
    ...line(null, 1, [1, 'kg'], 10),
    ingredient_id: undefined,
    new: { id, name, unit },
  });
  const refused = (lines: object[], more: object = {}) =>
    refusalOf('POST', '/api/purchases', { date: today, source: 'manual', lines, ...more });

  test('are refused where one id stands for two new ingredients, or one new ingredient has two ids', async () => {
    const ambiguous = { status: 422, code: 'new_ingredient_ambiguous', fields: ['lines.1.new.id'] };
    expect(await refused([added('Vinho', 'kg', A), added('Vinagre', 'kg', A)])).toEqual(ambiguous);
    expect(await refused([added('Sal', 'kg', A), added(' SAL', 'kg', B)])).toEqual(ambiguous);
    const otherUnit = { ...added('sal', 'un'), pack_unit: 'un' };
    expect(await refused([added('Sal', 'kg', A), otherUnit])).toMatchObject({ fields: ['lines.1.pack_unit'] });
    expect(await request('GET', '/api/ingredients')).toEqual([]);
    await buy(today, [added('Sal', 'kg'), added('sal', 'un', A), added('Vinho', 'kg')]);
    expect(await request('GET', '/api/ingredients')).toHaveLength(2);
    expect(await currentIngredient(A)).toMatchObject({ name: 'Sal', unit: 'kg', unit_price: 10 });
  });

  test('are refused where something else has them', async () => {
    const flour = await ingredient('Farinha', 'kg', 4);
    const bought = await buy(today, [line(flour.id, 1, [1, 'kg'], 5)], { supplier: { name: 'Feira' } });
    const taken = { status: 409, code: 'id_taken', fields: [] };
    const bad: [object[], object][] = [
      [[added('Sal', 'kg')], { id: A, supplier: { id: A, name: 'Mercado' } }],
      [[added('Sal', 'kg', A)], { id: A }],
      [[added('Sal', 'kg', A)], { supplier: { id: A, name: 'Mercado' } }],
      [[added('Sal', 'kg')], { supplier: { id: flour.id, name: 'Mercado' } }],
      [[added('Sal', 'kg')], { supplier: { id: bought.id, name: 'Mercado' } }],
      [[added('Sal', 'kg', bought.supplier.id)], {}],
      [[added('Sal', 'kg', bought.id)], {}],
    ];
    for (const [lines, more] of bad) expect([more, await refused(lines, more)]).toEqual([more, taken]);
    await buy(today, [added('Sal', 'kg')], { supplier: { id: bought.supplier.id, name: 'Outro nome' } });
    expect(await request('GET', '/api/suppliers')).toHaveLength(1);
  });
});

describe('the real CMV of a month', () => {
  test('is opening stock + purchases − closing stock, and names what is missing', async () => {
    const month = today.slice(0, 7);
    const before = monthsBefore(month, 1);
    const flour = await ingredient('Farinha', 'kg', 4);
    const dish = await request('POST', '/api/dishes', { name: 'Pão', sale_price: 10, loss: 0 });
    await request('POST', '/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: flour.id, quantity: 0.5 });
    expect(await request('GET', `/api/cmv/${month}`)).toMatchObject({
      planned: null,
      real: null,
      difference: null,
      missing: ['opening', 'closing', 'sales', 'purchases'],
    });
    await request('PUT', `/api/stock-values/${before}`, { value: 100 });
    await request('PUT', `/api/stock-values/${month}`, { value: '40,50' });
    await request('PUT', `/api/sales/${month}/main`, { rows: [{ dish_id: dish.id, quantity: 20 }] });
    await buy(today, [line(flour.id, 1, [10, 'kg'], 50), line(null, 1, [1, 'un'], 30)], { freight: 8 });
    expect(await request('GET', `/api/cmv/${month}`)).toEqual({
      month,
      planned: 55,
      real: 114.5,
      difference: 59.5,
      difference_percentage: 108.1818,
      opening: 100,
      closing: 40.5,
      purchases: 55,
      missing: [],
    });
    expect(await request('GET', '/api/stock-values')).toEqual([
      { month: before, value: 100 },
      { month, value: 40.5 },
    ]);
    await request('DELETE', `/api/stock-values/${before}`);
    expect(await request('GET', `/api/cmv/${month}`)).toMatchObject({ planned: 55, real: null, missing: ['opening'] });
  });

  test('stands beside a planned CMV that counts dishes added after the month at their first CMV', async () => {
    const month = monthsBefore(today.slice(0, 7), 2);
    const flour = await ingredient('Farinha', 'kg', 4);
    const dish = await request('POST', '/api/dishes', { name: 'Pão', sale_price: 10, loss: 0 });
    await request('POST', '/api/recipe-ingredients', { dish_id: dish.id, ingredient_id: flour.id, quantity: 0.5 });
    await request('PUT', `/api/ingredients/${flour.id}`, { unit_price: 9 });
    await request('PUT', `/api/sales/${month}/main`, { rows: [{ dish_id: dish.id, quantity: 20 }] });
    expect(await request('GET', `/api/cmv/${month}`)).toMatchObject({ planned: 40 });
  });

  test('is available for the months between January 2000 and the current one', async () => {
    const next = monthsBefore(today.slice(0, 7), -1);
    expect(await refusalOf('GET', `/api/cmv/${next}`)).toMatchObject({ status: 422 });
    expect(await refusalOf('GET', '/api/cmv/1999-12')).toMatchObject({ status: 422 });
    expect(await refusalOf('GET', '/api/cmv/2026-13')).toMatchObject({ status: 404 });
    expect(await refusalOf('PUT', `/api/stock-values/${next}`, { value: 1 })).toMatchObject({ status: 422 });
    expect(await refusalOf('PUT', '/api/stock-values/1999-12', { value: 1 })).toMatchObject({ status: 422 });
    expect(await refusalOf('PUT', '/api/stock-values/maio', { value: 1 })).toMatchObject({ status: 404 });
    const [toCome, tooEarly] = [`/api/stock-values/${next}`, '/api/stock-values/1999-12'];
    for (const path of [toCome, tooEarly])
      expect(await refusalOf('DELETE', path)).toEqual(await refusalOf('PUT', path, { value: 1 }));
  });
});
