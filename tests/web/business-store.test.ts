import { autorun } from 'mobx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { businessFigures } from '#domain/figures/business-figures.ts';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { SaveOutcome } from '#web/stores/business/outcome.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { PARTS } from '#web/stores/business/parts.ts';
import { FAILED } from '#web/stores/data-loader.ts';
import { findByName, openBusiness, flushPromises } from './support/business-under-test.ts';
import { createFakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';

const VIEWS = [
  'listFixedCosts',
  'listVariableCosts',
  'listDishes',
  'listMonthRevenues',
  'listIngredients',
  'breakEvenFinancial',
  'dashboard',
  'listPreparations',
  'businessSettings',
  'listChannels',
] as const;
const R = (reais: number): number => reais * 10_000;

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  logged.mockRestore();
});

describe('opening a business', () => {
  test('reads all lists, the settings and the figures of the dashboard in parallel', async () => {
    const server = pizzeriaServer();
    server.hold();
    const opening = openBusiness(server);
    await flushPromises();
    expect(server.allRequests.map(({ path }) => path).toSorted()).toEqual([
      '/api/break-even-financial',
      '/api/business-settings',
      '/api/channels',
      '/api/dashboard',
      '/api/dishes',
      '/api/fixed-costs',
      '/api/ingredients',
      '/api/preparations',
      '/api/revenue-projections',
      '/api/variable-costs',
    ]);
    server.release();
    const { business } = await opening;
    expect(business.reader.status).toBe('loaded');
    expect(business.figures).toEqual(businessFigures(server.state()));
    expect(business.dashboard).toMatchObject({ kind: 'known', value: { figures: business.figures.dashboard } });
    expect(logged).not.toHaveBeenCalled();
  });

  test('reads once when it is opened twice at the same time', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    await Promise.all([business.reader.open(), business.reader.open()]);
    expect(server.requests('dashboard')).toHaveLength(2);
  });

  test('fails when the server does not answer, and a retry loads the business', async () => {
    const server = pizzeriaServer();
    server.failNext('listDishes', 'no answer');
    const { business } = await openBusiness(server);
    expect(business.reader.status).toBe('failed');
    expect(logged).toHaveBeenCalledWith('Erro ao buscar dados do dashboard', expect.anything());
    await business.reader.retry();
    expect(business.reader.status).toBe('loaded');
    expect(business.state.dishes.size).toBe(server.state().dishes.size);
  });

  test('treats a list that the server refuses as failed, logs that, and a retry loads it', async () => {
    const server = pizzeriaServer();
    server.failNext('listFixedCosts', problem(500, 'unexpected', 'Erro.'));
    const { business } = await openBusiness(server);
    expect(business.reader.status).toBe('loaded');
    expect(business.data('fixedCosts')).toEqual({ kind: 'failed' });
    expect(() => business.state.fixedCosts).toThrow('not known of this business: fixedCosts');
    expect(() => business.figures).toThrow('not known of this business: fixedCosts');
    expect(business.data('dishes').kind).toBe('known');
    expect(business.allData.kind).toBe('failed');
    expect([...business.reader.missingParts]).toEqual(['fixedCosts']);
    expect(logged).toHaveBeenCalledOnce();
    await business.reader.retry();
    expect(business.reader.missingParts.size).toBe(0);
    expect(business.state.fixedCosts.size).toBeGreaterThan(0);
  });

  test('shows the figures and gaps of the server even when a list is missing', async () => {
    const server = pizzeriaServer();
    server.failNext('listFixedCosts', problem(500, 'unexpected', 'Erro.'));
    const { business } = await openBusiness(server);
    const { dashboard } = businessFigures(server.state());
    expect(business.dashboard).toMatchObject({ kind: 'known', value: { figures: dashboard } });
    expect(business.gaps).toEqual({ kind: 'known', value: [] });
  });

  test('shows no figures when both they and a list are missing', async () => {
    const server = pizzeriaServer();
    server.failNext('dashboard', problem(500, 'unexpected', 'Erro.'));
    server.failNext('listMonthRevenues', problem(500, 'unexpected', 'Erro.'));
    const { business } = await openBusiness(server);
    expect([business.dashboard, business.gaps, business.revenue]).toEqual([FAILED, FAILED, FAILED]);
    expect(business.data('fixedCosts').kind).toBe('known');
  });

  test('fails, rather than showing an empty business, when every read fails', async () => {
    const server = pizzeriaServer();
    for (const call of VIEWS) server.failNext(call, problem(503, 'away', 'Fora do ar.'));
    const { business } = await openBusiness(server);
    expect(business.reader.status).toBe('failed');
    expect(business.allData).toEqual(FAILED);
  });

  test('does not clear the stated ticket when the ticket could not be read', async () => {
    const server = createFakeServer([{ type: 'StateAverageTicket', ticket: R(45) }]);
    server.failNext('breakEvenFinancial', problem(500, 'unexpected', 'Erro.'));
    server.failNext('dashboard', problem(500, 'unexpected', 'Erro.'));
    const { business } = await openBusiness(server);
    expect(business.data('statedTicket')).toEqual(FAILED);
    await business.issue({ type: 'RecordMonthRevenue', month: 3, value: R(1000), orders: 0 }).outcome;
    await flushPromises();
    expect(server.state().statedTicket).toBe(R(45));
  });

  test('keeps a list that cannot be read again, and its date', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    expect(business.reader.staleParts).toBeNull();
    const [shown, readAt] = [business.state, business.readAt];
    server.failNext('listDishes', problem(500, 'unexpected', 'Erro.'));
    await business.reader.refresh();
    expect(business.reader.staleParts).toEqual({ parts: ['dishes'], from: readAt });
    server.failNext('listFixedCosts', 'no answer');
    await business.reader.refresh();
    expect(business.reader.staleParts).toEqual({ parts: [...PARTS], from: readAt });
    expect(business.state.dishes).toEqual(shown.dishes);
    await business.reader.retry();
    expect(business.reader.staleParts).toBeNull();
  });

  test('computes the figures from the lists when /api/dashboard fails', async () => {
    const server = pizzeriaServer();
    server.failNext('dashboard', problem(503, 'away', 'Fora do ar.'));
    const { business } = await openBusiness(server);
    const { dashboard } = businessFigures(server.state());
    expect(business.dashboard).toMatchObject({ kind: 'known', value: { figures: dashboard } });
  });

  test('reports a user who is not signed in', async () => {
    const server = pizzeriaServer();
    for (let times = 0; times < 2; times += 1)
      server.failNext('listFixedCosts', problem(401, 'not_signed_in', 'Entre.'));
    const { business, onSignedOut } = await openBusiness(server);
    expect(onSignedOut).toHaveBeenCalledOnce();
    expect(business.reader.status).toBe('idle');
  });

  test('repeats requests whose session another tab has just replaced', async () => {
    const server = pizzeriaServer();
    server.failNext('listFixedCosts', problem(401, 'not_signed_in', 'Entre.'));
    const { business, onSignedOut } = await openBusiness(server);
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(business.reader.status).toBe('loaded');
  });

  test('keeps a ticket that was only stated', async () => {
    const server = createFakeServer([{ type: 'StateAverageTicket', ticket: R(45) }]);
    const { business } = await openBusiness(server);
    expect(business.figures.dashboard.ticketMedio).toBe(R(45));
  });
});

describe('a change of a business', () => {
  test('shows all its figures before the server answers, and they equal the server’s afterwards', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.hold();
    const cheese = idOf('Muçarela');
    const { outcome } = business.issue({ type: 'ChangeIngredient', id: cheese, unitPrice: R(49.9) });
    const shown = business.figures.dashboard;
    expect(business.dashboard).toMatchObject({ kind: 'known', value: { figures: shown } });
    expect(business.state.ingredients.get(cheese)?.unitPrice).toBe(R(49.9));
    expect(server.state().ingredients.get(cheese)?.unitPrice).toBe(R(38.9));
    server.release();
    expect(await outcome).toMatchObject({ kind: 'saved', id: cheese });
    expect(businessFigures(server.state()).dashboard).toEqual(shown);
    expect(business.state.ingredients.get(cheese)).toMatchObject({ unitPrice: R(49.9), version: 2 });
  });

  test('is rolled back when it fails, with the server’s sentence', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.failNext('changeDish', problem(422, 'invalid', 'Preço demais.', { sale_price: 'Preço demais.' }));
    const { outcome } = business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(99) });
    expect(await outcome).toEqual({
      kind: 'failed',
      failure: { sentence: 'Preço demais.', fields: { sale_price: 'Preço demais.' } },
    });
    expect(business.state.dishes.get(idOf('Pizza Calabresa'))).toMatchObject({ salePrice: R(54.9) });
  });

  test('does not roll back a later change of the same value when it fails', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const rent = findByName(business.state.fixedCosts.values(), 'Aluguel').id;
    server.failNext('changeFixedCost', problem(422, 'invalid', 'Não.'));
    server.hold();
    const first = business.issue({ type: 'ChangeFixedCost', id: rent, value: R(1) });
    const second = business.issue({ type: 'ChangeFixedCost', id: rent, value: R(2) });
    const values: (number | undefined)[] = [];
    const stop = autorun(() => values.push(business.state.fixedCosts.get(rent)?.value));
    server.release();
    expect((await first.outcome).kind).toBe('failed');
    expect((await second.outcome).kind).toBe('saved');
    stop();
    expect(new Set(values)).toEqual(new Set([R(2)]));
    expect(server.state().fixedCosts.get(rent)?.value).toBe(R(2));
  });

  test('waits for earlier changes of the same entity only, and names its version', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.hold();
    business.issue({ type: 'ChangeIngredient', id: idOf('Muçarela'), unitPrice: R(40) });
    const last = business.issue({ type: 'ChangeIngredient', id: idOf('Muçarela'), unitPrice: R(41) });
    business.issue({ type: 'ChangeIngredient', id: idOf('Ovo'), unitPrice: R(1) });
    await flushPromises();
    expect(server.requests('changeIngredient')).toHaveLength(2);
    server.release();
    await last.outcome;
    const versions = server
      .requests('changeIngredient')
      .filter(({ path }) => path.endsWith(idOf('Muçarela')))
      .map(({ headers }) => headers.get('If-Match'));
    expect(versions).toEqual(['"1"', '"2"']);
  });

  test('is not sent when it changes nothing', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const { outcome } = business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(54.9) });
    expect((await outcome).kind).toBe('saved');
    expect(server.changes()).toEqual([]);
  });

  test('is refused at once and not sent when a rule forbids it', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const { refused } = business.issue({ type: 'RemoveIngredient', id: idOf('Camarão') });
    expect(refused?.sentence).toBe('“Camarão” está em uso em “Pizza Camarão”. Tire-o de lá primeiro.');
    expect(business.state.ingredients.has(idOf('Camarão'))).toBe(true);
    expect(server.changes()).toEqual([]);
  });

  test('is refused when somebody else was faster, and the current value is shown', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const id = idOf('Pizza Calabresa');
    server.changeRemotely({ type: 'ChangeDish', id, salePrice: R(60) });
    const { outcome } = business.issue({ type: 'ChangeDish', id, salePrice: R(58) });
    expect((await outcome).kind).toBe('failed');
    await expect.poll(() => business.state.dishes.get(id)?.salePrice).toBe(R(60));
    expect((await business.issue({ type: 'ChangeDish', id, salePrice: R(58) }).outcome).kind).toBe('saved');
  });

  test('made on another person’s newer change shows the result of both', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const [id, dish] = [idOf('Muçarela'), idOf('Pizza Calabresa')];
    server.changeRemotely({ type: 'ChangeIngredient', id, unitPrice: R(40) });
    expect((await business.issue({ type: 'RepriceIngredients', ids: [id], percentage: R(10) }).outcome).kind).toBe(
      'saved',
    );
    await expect.poll(() => business.state.ingredients.get(id)).toMatchObject({ unitPrice: R(44), version: 3 });
    server.changeRemotely({ type: 'AddDishIngredient', dishId: dish, ingredientId: idOf('Ovo'), quantity: R(1) });
    await business.issue({ type: 'DuplicateDish', id: dish, copyId: newId() }).outcome;
    const copy = findByName(server.state().dishes.values(), 'Pizza Calabresa (cópia)');
    await expect.poll(() => business.state.dishes.get(copy.id)?.lines.length).toBe(copy.lines.length);
    expect(business.figures).toEqual(businessFigures(server.state()));
  });

  test('reports the end of the session', async () => {
    const server = pizzeriaServer();
    const { business, onSignedOut } = await openBusiness(server);
    server.failNext('changeDish', problem(401, 'not_signed_in', 'Entre.'));
    await business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(58) }).outcome;
    expect(onSignedOut).toHaveBeenCalledOnce();
  });
});

describe('an addition to a business', () => {
  test('can be changed before the server answers', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.hold();
    const dish = business.issue({ type: 'AddDish', id: newId(), name: 'Esfiha', salePrice: 0 });
    const ingredient = business.issue({
      type: 'AddIngredient',
      id: newId(),
      name: 'Carne',
      unit: 'kg',
      unitPrice: R(40),
    });
    business.issue({ type: 'AddDishIngredient', dishId: dish.id, ingredientId: ingredient.id, quantity: R(0.1) });
    const priced = business.issue({ type: 'ChangeDish', id: dish.id, salePrice: R(8) });
    expect(business.figures.dishes.get(dish.id)?.cmv).toBe(R(4.4));
    await flushPromises();
    expect(server.changes()).toEqual(['addDish', 'addIngredient']);
    server.release();
    expect((await priced.outcome).kind).toBe('saved');
    const onServer = findByName(server.state().dishes.values(), 'Esfiha');
    expect(onServer).toMatchObject({ salePrice: R(8), lines: [{ quantity: R(0.1) }] });
    expect(onServer.id).toBe(dish.id);
    expect(business.state.dishes.get(dish.id)).toMatchObject({ version: onServer.version, lines: onServer.lines });
    expect((await business.issue({ type: 'ChangeDish', id: dish.id, name: 'Esfirra' }).outcome).kind).toBe('saved');
  });

  test('is shown exactly once while the server answers', async () => {
    const server = createFakeServer();
    const { business } = await openBusiness(server);
    const seen: string[] = [];
    const stop = autorun(() => seen.push([...business.state.fixedCosts.keys()].join()));
    const first = business.issue({ type: 'AddFixedCost', id: newId(), name: 'Aluguel', value: R(3500) });
    const second = business.issue({ type: 'AddFixedCost', id: newId(), name: 'Água', value: R(90) });
    await Promise.all([first.outcome, second.outcome]);
    stop();
    expect([...new Set(seen)]).toEqual(['', first.id, `${first.id},${second.id}`]);
    expect([...server.state().fixedCosts.values()].map(({ name }) => name)).toEqual(['Aluguel', 'Água']);
  });

  test('that fails also fails the pending changes of the added entity', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.failNext('addDish', problem(422, 'too_many_dishes', 'O limite é de 1.000 pratos.'));
    const dish = business.issue({ type: 'AddDish', id: newId(), name: 'Esfiha', salePrice: 0 });
    const line = business.issue({
      type: 'AddDishIngredient',
      dishId: dish.id,
      ingredientId: idOf('Ovo'),
      quantity: R(1),
    });
    expect(await dish.outcome).toMatchObject({ failure: { sentence: 'O limite é de 1.000 pratos.' } });
    expect(await line.outcome).toMatchObject({ failure: { sentence: 'Este prato não existe.' } });
    expect(server.changes()).toEqual(['addDish']);
    expect(business.state.dishes.size).toBe(server.state().dishes.size);
  });

  test('is stored once when it is repeated after a lost answer', async () => {
    const server = createFakeServer();
    const { business } = await openBusiness(server);
    for (let i = 0; i < 4; i += 1) server.failNext('addFixedCost', 'lost answer');
    const first = await business.issue({ type: 'AddFixedCost', id: newId(), name: 'Aluguel', value: R(3500) }).outcome;
    expect(first).toMatchObject({
      kind: 'failed',
      failure: { sentence: 'Sem conexão: não foi salvo. Tente de novo.' },
    });
    expect(business.state.fixedCosts.size).toBe(0);
    expect(
      (await business.issue({ type: 'AddFixedCost', id: newId(), name: 'Aluguel', value: R(3500) }).outcome).kind,
    ).toBe('saved');
    expect(server.state().fixedCosts.size).toBe(1);
    await flushPromises();
    expect(business.state.fixedCosts.size).toBe(1);
    expect(
      (await business.issue({ type: 'AddFixedCost', id: newId(), name: 'Aluguel', value: R(3500) }).outcome).kind,
    ).toBe('saved');
    expect(server.state().fixedCosts.size).toBe(2);
  });
});

test('an addition with a lost answer is not repeated once it was seen among the stored entities', async () => {
  const server = createFakeServer();
  const { business } = await openBusiness(server);
  for (let i = 0; i < 4; i += 1) server.failNext('addFixedCost', 'lost answer');
  const rent = () => business.issue({ type: 'AddFixedCost', id: newId(), name: 'Aluguel', value: R(3500) });
  expect((await rent().outcome).kind).toBe('failed');
  await business.reader.refresh();
  const [id] = server.state().fixedCosts.keys();
  expect(await rent().outcome).toEqual({ kind: 'saved', id });
  expect(server.state().fixedCosts.size).toBe(1);
  expect((await rent().outcome).kind).toBe('saved');
  expect(server.state().fixedCosts.size).toBe(2);
});

describe('a removal from a business', () => {
  test('is hidden at once and sent', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const { id } = findByName(business.state.fixedCosts.values(), 'Contador');
    const removal = business.issue({ type: 'RemoveFixedCost', id });
    expect(business.state.fixedCosts.has(id)).toBe(false);
    expect(business.hasUnsavedChanges).toBe(true);
    expect((await removal.outcome).kind).toBe('saved');
    expect(server.state().fixedCosts.has(id)).toBe(false);
  });

  test('is sent before the removal that depends on it', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const dish = business.issue({ type: 'RemoveDish', id: idOf('Pizza Camarão') });
    const shrimp = business.issue({ type: 'RemoveIngredient', id: idOf('Camarão') });
    expect(shrimp.refused).toBeUndefined();
    expect((await shrimp.outcome).kind).toBe('saved');
    expect((await dish.outcome).kind).toBe('saved');
    expect(server.changes()).toEqual(['removeDish', 'removeIngredient']);
  });

  test('succeeds when the entity is already gone', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const id = idOf('Pizza Camarão');
    server.changeRemotely({ type: 'RemoveDish', id });
    expect((await business.issue({ type: 'RemoveDish', id }).outcome).kind).toBe('saved');
    expect(business.state.dishes.has(id)).toBe(false);
  });

  test('restores the entity to its place when it fails', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const before = [...business.state.fixedCosts.keys()];
    server.failNext('removeFixedCost', problem(403, 'no_access', 'Sem acesso.'));
    expect((await business.issue({ type: 'RemoveFixedCost', id: before[1] ?? '' }).outcome).kind).toBe('failed');
    expect([...business.state.fixedCosts.keys()]).toEqual(before);
  });
});

describe('the undo of a change', () => {
  /** Waits for a change and undoes it. @returns the outcome of the undo */
  async function undoOf({ outcome }: IssuedCommand): Promise<SaveOutcome> {
    const ended = await outcome;
    if (ended.kind !== 'saved' || !ended.undo) throw new Error('nothing to take back');
    return ended.undo();
  }

  test('restores a removed dish in its place, and undoing that removes it again', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const [first, second] = business.state.dishes.values();
    const undoOutcome = await undoOf(business.issue({ type: 'RemoveDish', id: first?.id ?? '' }));
    expect([...business.state.dishes.values()].slice(0, 2)).toEqual([
      { ...first, version: (first?.version ?? 0) + 1 },
      second,
    ]);
    expect(undoOutcome.kind).toBe('saved');
    await undoOf({ id: '', outcome: Promise.resolve(undoOutcome) });
    expect(business.state.dishes.has(first?.id ?? '')).toBe(false);
    expect(server.changes()).toEqual(['removeDish', 'undoChange', 'undoChange']);
  });

  test('waits for requests under way, and later ones wait for it', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const { id } = findByName(business.state.ingredients.values(), 'Camarão');
    const priceIncrease = await business.issue({ type: 'ChangeIngredient', id, unitPrice: R(99) }).outcome;
    server.hold();
    void business.issue({ type: 'ChangeIngredient', id: idOf('Sal'), unitPrice: R(7) });
    const ending = undoOf({ id, outcome: Promise.resolve(priceIncrease) });
    const other = business.issue({ type: 'AddFixedCost', id: newId(), name: 'Gelo', value: R(90) });
    await flushPromises();
    expect(server.changes()).not.toContain('undoChange');
    server.release();
    expect((await ending).kind).toBe('saved');
    expect((await other.outcome).kind).toBe('saved');
    expect(business.state.ingredients.get(id)?.unitPrice).toBe(server.state().ingredients.get(id)?.unitPrice);
    expect(business.state.ingredients.get(id)?.unitPrice).not.toBe(R(99));
    expect(findByName(business.state.fixedCosts.values(), 'Gelo').value).toBe(R(90));
    expect(business.hasUnsavedChanges).toBe(false);
  });

  test('is refused when the value was changed since, and the current value is shown', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const { id } = findByName(business.state.ingredients.values(), 'Camarão');
    const priceIncrease = business.issue({ type: 'ChangeIngredient', id, unitPrice: R(99) });
    await priceIncrease.outcome;
    server.changeRemotely({ type: 'ChangeIngredient', id, unitPrice: R(98) });
    expect(await undoOf(priceIncrease)).toMatchObject({
      kind: 'failed',
      failure: { sentence: 'O preço de “Camarão” mudou de novo depois disso.' },
    });
    await expect.poll(() => business.state.ingredients.get(id)?.unitPrice).toBe(R(98));
  });
});

describe('a change set', () => {
  const priceIncrease = (name: string, unitPrice: number) =>
    ({ type: 'ChangeIngredient', id: idOf(name), unitPrice: R(unitPrice) }) as const;

  test('is shown as a whole, sent as one request, and gives the same result as on the server', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.hold();
    const { outcome } = business.issue({
      type: 'ApplyChangeSet',
      commands: [
        priceIncrease('Muçarela', 42),
        { type: 'AddDish', id: idOf('Esfiha'), name: 'Esfiha', salePrice: R(8) },
        { type: 'AddDishIngredient', dishId: idOf('Esfiha'), ingredientId: idOf('Muçarela'), quantity: R(0.05) },
      ],
    });
    expect(business.figures.dishes.get(idOf('Esfiha'))?.cmv).toBe(R(2.31));
    expect(business.hasUnsavedChanges).toBe(true);
    server.release();
    expect((await outcome).kind).toBe('saved');
    expect(server.changes()).toEqual(['applyChanges']);
    expect(business.figures).toEqual(businessFigures(server.state()));
    expect(business.state.dishes.get(idOf('Esfiha'))).toMatchObject({ version: 2, lines: [{ version: 1 }] });
  });

  test('is refused at once when a rule forbids one change, and nothing of it is shown or sent', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const before = business.state;
    const { refused } = business.issue({
      type: 'ApplyChangeSet',
      commands: [priceIncrease('Muçarela', 42), { type: 'ChangeDish', id: 'no such dish', salePrice: R(9) }],
    });
    expect(refused?.sentence).toBe('Este prato não existe mais.');
    expect(business.state).toBe(before);
    expect(server.changes()).toEqual([]);
  });

  test('names the versions in view, including those of requests under way, and is refused as a whole for an older one', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.hold();
    void business.issue({ type: 'ChangeIngredient', id: idOf('Muçarela'), unitPrice: R(41) });
    const { outcome } = business.issue({
      type: 'ApplyChangeSet',
      commands: [priceIncrease('Muçarela', 42), priceIncrease('Ovo', 1)],
    });
    server.release();
    expect((await outcome).kind).toBe('saved');
    server.changeRemotely({ type: 'ChangeIngredient', id: idOf('Ovo'), unitPrice: R(0.9) });
    const ended = await business.issue({
      type: 'ApplyChangeSet',
      commands: [priceIncrease('Muçarela', 43), priceIncrease('Ovo', 1.1)],
    }).outcome;
    expect(ended).toMatchObject({
      kind: 'failed',
      failure: { isOutdated: true, fields: { 'calls.1': expect.anything() } },
    });
    expect(server.requests('applyChanges').map(({ body }) => body)).toMatchObject([
      { calls: [{ if_match: 2 }, { if_match: 1 }] },
      { calls: [{ if_match: 3 }, { if_match: 2 }] },
    ]);
    expect(server.state().ingredients.get(idOf('Muçarela'))?.unitPrice).toBe(R(42));
  });

  test('is rolled back as a whole when it fails, and nothing else is', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.failNext('applyChanges', problem(409, 'ingredient_unknown', 'Não encontrado.'));
    server.hold();
    const { outcome } = business.issue({
      type: 'ApplyChangeSet',
      commands: [priceIncrease('Muçarela', 42), priceIncrease('Ovo', 1)],
    });
    const other = business.issue({ type: 'ChangeIngredient', id: idOf('Cebola'), unitPrice: R(6) });
    server.release();
    expect(await outcome).toEqual({ kind: 'failed', failure: { sentence: 'Não encontrado.', fields: {} } });
    await other.outcome;
    const prices = ['Muçarela', 'Ovo', 'Cebola'].map((name) => business.state.ingredients.get(idOf(name))?.unitPrice);
    expect(prices).toEqual([R(38.9), R(0.75), R(6)]);
  });

  test('waits for the additions that it refers to', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.hold();
    const meat = business.issue({ type: 'AddIngredient', id: newId(), name: 'Carne', unit: 'kg', unitPrice: R(40) });
    const first = business.issue({
      type: 'ApplyChangeSet',
      commands: [
        { type: 'ChangeIngredient', id: meat.id, unitPrice: R(44) },
        { type: 'AddDishIngredient', dishId: idOf('Pizza Calabresa'), ingredientId: meat.id, quantity: R(0.1) },
      ],
    });
    await flushPromises();
    expect(server.changes()).toEqual(['addIngredient']);
    server.release();
    expect((await first.outcome).kind).toBe('saved');
    const { id } = findByName(server.state().ingredients.values(), 'Carne');
    expect(id).toBe(meat.id);
    expect(server.state().ingredients.get(id)?.unitPrice).toBe(R(44));
    expect(business.figures).toEqual(businessFigures(server.state()));
    const second = business.issue({
      type: 'ApplyChangeSet',
      commands: [{ type: 'ChangeIngredient', id: meat.id, unitPrice: R(45) }],
    });
    expect(second.refused).toBeUndefined();
    expect((await second.outcome).kind).toBe('saved');
    expect(server.state().ingredients.get(id)?.unitPrice).toBe(R(45));
  });

  test('waits for the channel that it names', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.hold();
    business.issue({ type: 'AddChannel', id: newId(), name: 'Balcão' });
    const app = business.issue({ type: 'AddChannel', id: newId(), name: 'App' });
    const cost = business.issue({
      type: 'ChangeVariableCost',
      id: idOf('Taxa do cartão'),
      channels: [app.id],
    });
    const price = business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), prices: { [app.id]: R(59) } });
    const line = business.issue({
      type: 'ChangeDishIngredient',
      dishId: idOf('Pizza Calabresa'),
      ingredientId: idOf('Muçarela'),
      channels: [app.id],
    });
    await flushPromises();
    expect(server.changes()).toEqual(['addChannel']);
    server.release();
    for (const { outcome } of [cost, price, line]) expect((await outcome).kind).toBe('saved');
    const { id } = findByName(server.state().channels.values(), 'App');
    expect(id).toBe(app.id);
    const dish = server.state().dishes.get(idOf('Pizza Calabresa'));
    expect(dish?.prices).toEqual({ [id]: R(59) });
    expect(dish?.lines.find(({ ingredientId }) => ingredientId === idOf('Muçarela'))?.channels).toEqual([id]);
    expect(business.figures).toEqual(businessFigures(server.state()));
    server.hold();
    business.issue({ type: 'ChangeVariableCost', id: idOf('Taxa do cartão'), channels: null });
    business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), prices: { [id]: null } });
    business.issue({
      type: 'ChangeDishIngredient',
      dishId: idOf('Pizza Calabresa'),
      ingredientId: idOf('Muçarela'),
      channels: null,
    });
    const removal = business.issue({ type: 'RemoveChannel', id: app.id });
    server.release();
    expect((await removal.outcome).kind).toBe('saved');
    expect(server.state().channels.size).toBe(1);
  });

  test('is stored once when it is repeated after a lost answer', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    for (let i = 0; i < 4; i += 1) server.failNext('applyChanges', 'lost answer');
    const repeatChangeSet = () =>
      business.issue({
        type: 'ApplyChangeSet',
        commands: [{ type: 'AddFixedCost', id: idOf('Gás'), name: 'Gás', value: R(120) }],
      }).outcome;
    expect((await repeatChangeSet()).kind).toBe('failed');
    expect((await repeatChangeSet()).kind).toBe('saved');
    expect([...server.state().fixedCosts.values()].filter(({ name }) => name === 'Gás')).toHaveLength(1);
  });
});

describe('the revenue of a business', () => {
  test('is saved with one request, without stating the derived ticket', async () => {
    const server = createFakeServer();
    const { business } = await openBusiness(server);
    await business.issue({ type: 'RecordMonthRevenue', month: 3, value: R(1000), orders: 40 }).outcome;
    await flushPromises();
    expect(server.changes()).toEqual(['recordMonthRevenue']);
    expect(business.figures.dashboard.ticketMedio).toBe(R(25));
    expect(business.figures.revenue.annual).toBe(R(12_000));
  });
});

describe('reading a business again', () => {
  test('waits for changes under way, so that no value flickers', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    const values: (number | undefined)[] = [];
    const id = idOf('Ovo');
    const stop = autorun(() => values.push(business.state.ingredients.get(id)?.unitPrice));
    server.hold();
    business.issue({ type: 'ChangeIngredient', id, unitPrice: R(0.9) });
    server.changeRemotely({ type: 'ChangeIngredient', id: idOf('Azeite'), unitPrice: R(1) });
    const refreshed = business.reader.refresh();
    await flushPromises();
    server.release();
    await refreshed;
    stop();
    expect(business.state.ingredients.get(idOf('Azeite'))?.unitPrice).toBe(R(1));
    expect(values.slice(1).every((value) => value === R(0.9))).toBe(true);
  });

  test('keeps the shown data when the server does not answer', async () => {
    const server = pizzeriaServer();
    const { business } = await openBusiness(server);
    server.failNext('listDishes', 'no answer');
    await business.reader.refresh();
    expect(business.reader.status).toBe('loaded');
    expect(business.state.dishes.size).toBe(server.state().dishes.size);
  });
});

test('a dish whose figures stay the same keeps the same object', async () => {
  const { business } = await openBusiness(pizzeriaServer());
  const figures: (typeof business.figures)[] = [];
  const stop = autorun(() => figures.push(business.figures));
  business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(70) });
  stop();
  const [before, after] = figures;
  expect(after?.dishes.get(idOf('Pizza Camarão'))).toBe(before?.dishes.get(idOf('Pizza Camarão')));
  expect(after?.dishes.get(idOf('Pizza Calabresa'))).not.toBe(before?.dishes.get(idOf('Pizza Calabresa')));
});
