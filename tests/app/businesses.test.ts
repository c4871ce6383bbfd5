import { businessAggregate } from '#app/aggregate.ts';
import { applyChanges, endpointCommandOf, type EndpointCommand } from '#app/endpoint-commands.ts';
import { commandMappings } from '#contract/entities/command-mappings.ts';
import { createBusinesses, type OwnerRequest } from '#app/businesses.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { createHistories } from '#app/history/histories.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { notFound, toRefusedCall } from '#contract/refused-calls.ts';
import { businessStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { testId } from '#tests/support/histories.ts';
import { units } from '#tests/support/given.ts';
import { ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsIn } from './anas-business.ts';

const ANA = testId('ana');
const STREAM = businessStream(firstBusinessIdOf(ANA));

let log: EventLog;
beforeEach(async () => {
  log = await ownLog();
});
afterEach(() => log.close());

/** A process with the calls of Ana's browser; every call has a key of its own unless it names one. */
function anasBrowser() {
  const now = () => new Date('2026-03-01T12:00:00Z');
  const handler = createCommandHandler({ log, aggregate: businessAggregate, now, wait: async () => {} });
  const businesses = createBusinesses({
    handler,
    histories: createHistories({ log }),
    randomId: () => crypto.randomUUID(),
    clock: now,
  });
  return async function call<E extends Endpoint>(
    endpointCommand: EndpointCommand<E>,
    {
      params = {},
      body = {},
      version = undefined as number | undefined,
      ...owner
    }: Partial<OwnerRequest> & {
      readonly params?: object;
      readonly body?: object;
      readonly version?: number | undefined;
    },
  ) {
    const asked: OwnerRequest = {
      userId: ANA,
      businessId: null,
      actor: { kind: 'account', id: ANA },
      requestId: 'r',
      methodAndPath: 'POST /api/x',
      idempotencyKey: crypto.randomUUID(),
      requestHash: JSON.stringify([params, body]),
      ...owner,
    };
    return businesses.change(asked, endpointCommand, { params: params as never, body: body as never, version });
  };
}

const rent = { body: { name: 'Aluguel', value: units(3500) } };
const idOf = (result: { readonly kind: string; readonly reply?: unknown }): string =>
  (result.reply as { id: string }).id;
const types = async () => (await eventsIn(log, STREAM)).map((event) => event.type);

describe('first change of an account', () => {
  test('opens its business', async () => {
    expect(await anasBrowser()(endpointCommandOf('addFixedCost'), rent)).toMatchObject({
      kind: 'done',
      reply: { name: 'Aluguel', value: 3500, version: 1 },
      position: await log.head(),
    });
    const [opened, added] = await eventsIn(log, STREAM);
    expect([opened?.type, opened?.data]).toEqual(['BusinessOpened', { ownerId: ANA }]);
    expect(added?.meta.request?.scope).toBe('POST /api/x');
    expect(opened?.meta.request).toBeUndefined();
  });

  test('opens one business, however many changes arrive at once in however many processes', async () => {
    const [one, other] = [anasBrowser(), anasBrowser()];
    const names = Array.from({ length: 10 }, (_, i) => `custo ${i}`);
    await Promise.all(
      names.map((name, i) =>
        (i % 2 === 0 ? one : other)(endpointCommandOf('addFixedCost'), { body: { name, value: 1 } }),
      ),
    );
    expect((await types()).filter((type) => type === 'BusinessOpened').length).toBe(1);
    expect((await types()).length).toBe(11);
  });

  test('creates one entity when it is sent twice at once', async () => {
    const [one, other] = [anasBrowser(), anasBrowser()];
    const twice = { ...rent, idempotencyKey: testId('key') };
    const answers = await Promise.all([one, other, one].map((call) => call(endpointCommandOf('addFixedCost'), twice)));
    expect(await types()).toEqual(['BusinessOpened', 'FixedCostAdded']);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('API call that changes data', () => {
  test('returns the same body when it is repeated, even after the entity was removed', async () => {
    const call = anasBrowser();
    const first = await call(endpointCommandOf('addFixedCost'), { ...rent, idempotencyKey: testId('key') });
    const id = idOf(first);
    await call(endpointCommandOf('removeFixedCost'), { params: { id } });
    expect(await call(endpointCommandOf('addFixedCost'), { ...rent, idempotencyKey: testId('key') })).toEqual(first);
  });

  test('is refused when its key was used for another body', async () => {
    const call = anasBrowser();
    await call(endpointCommandOf('addFixedCost'), { ...rent, idempotencyKey: testId('key') });
    const other = { body: { name: 'Luz', value: 1 }, idempotencyKey: testId('key') };
    expect(await call(endpointCommandOf('addFixedCost'), other)).toEqual({ kind: 'key_reused' });
  });

  test('is a different call when the same key comes with another path', async () => {
    const call = anasBrowser();
    const idempotencyKey = testId('key');
    await call(endpointCommandOf('addFixedCost'), { ...rent, idempotencyKey });
    await call(endpointCommandOf('addFixedCost'), { ...rent, idempotencyKey, methodAndPath: 'POST /api/y' });
    const ids = (await eventsIn(log, STREAM)).slice(1).map((event) => event.data?.['id']);
    expect(new Set(ids).size).toBe(2);
  });

  test('returns the current state when it names an outdated version', async () => {
    const call = anasBrowser();
    const added = await call(endpointCommandOf('addFixedCost'), rent);
    const params = { id: idOf(added) };
    await call(endpointCommandOf('changeFixedCost'), { params, body: { value: units(3600) } });
    expect(
      await call(endpointCommandOf('changeFixedCost'), { params, body: { value: units(3700) }, version: 1 }),
    ).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'changed_meanwhile', given: 1, current: 2 },
      current: { name: 'Aluguel', value: 3600, version: 2 },
    });
    expect(await call(endpointCommandOf('removeFixedCost'), { params, version: 1 })).toMatchObject({
      kind: 'refused',
      current: undefined,
    });
    const march = { month: 3, value: units(1), orders_count: 1 };
    expect(await call(endpointCommandOf('recordMonthRevenue'), { body: march, version: 4 })).toMatchObject({
      current: { month: 3, value: 0, orders_count: 0, version: 0 },
    });
  });

  test('with several changes is refused for one outdated version, returns the current state of that entity and writes nothing', async () => {
    const call = anasBrowser();
    const added = await call(endpointCommandOf('addFixedCost'), rent);
    const params = { id: idOf(added) };
    await call(endpointCommandOf('changeFixedCost'), { params, body: { value: units(3600) } });
    const before = await types();
    const set = (if_match: number) => ({
      body: {
        calls: [
          { call: 'addFixedCost', body: { name: 'Luz', value: units(200) } },
          { call: 'changeFixedCost', params, if_match, body: { value: units(3700) } },
        ],
      },
    });
    expect(await call(applyChanges, set(1))).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'one_of_them', index: 1, because: { refusal: 'changed_meanwhile', given: 1, current: 2 } },
      current: { id: params.id, name: 'Aluguel', value: 3600, version: 2 },
    });
    expect(await types()).toEqual(before);
    expect(await call(applyChanges, set(2))).toMatchObject({ kind: 'done' });
    expect((await types()).slice(before.length)).toEqual(['FixedCostAdded', 'FixedCostAmountChanged']);
  });

  test('is refused on another owner’s business', async () => {
    const call = anasBrowser();
    await call(endpointCommandOf('addFixedCost'), rent);
    const bia = { ...rent, userId: testId('bia'), businessId: firstBusinessIdOf(ANA) };
    expect(await call(endpointCommandOf('addFixedCost'), bia)).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'not_the_owner' },
    });
  });
});

test('every API call that accepts a version passes it on to its command', () => {
  for (const { endpoint: name } of Object.values(commandMappings)) {
    const endpoint: Endpoint = contract[name];
    const input = { params: {}, body: { lines: [] }, newId: testId('new'), today: '2026-11-28', version: 7 } as never;
    const { version } = { version: undefined, ...endpointCommandOf(name).command(input) };
    expect([name, version]).toEqual([name, endpoint.versioned ? 7 : undefined]);
  }
});

test('every API call that changes data answers with the entity that it created or changed', async () => {
  const call = anasBrowser();
  const flour = idOf(
    await call(endpointCommandOf('addIngredient'), { body: { name: 'Farinha', unit: 'kg', unit_price: units(4) } }),
  );
  const bread = idOf(await call(endpointCommandOf('addDish'), { body: { name: 'Pão', sale_price: 0 } }));
  const line = { dish_id: bread, ingredient_id: flour, quantity: units(0.5) };
  expect(await call(endpointCommandOf('addDishIngredient'), { body: line })).toMatchObject({
    reply: { ingredient_id: flour, ingredient_name: 'Farinha', quantity: 0.5, unit: 'kg', unit_price: 4, cost: 2 },
  });
  expect(
    await call(endpointCommandOf('changeDish'), { params: { id: bread }, body: { sale_price: units(10) } }),
  ).toMatchObject({
    reply: { sale_price: 10, cmv: 2.2, contribution_margin: 7.8, version: 3, ingredients: [{ version: 1 }] },
  });
  const place = { params: { dishId: bread, ingredientId: flour } };
  expect(
    await call(endpointCommandOf('changeDishIngredient'), { ...place, body: { quantity: units(1) }, version: 1 }),
  ).toMatchObject({ reply: { quantity: 1, cost: 4, version: 2 } });
  expect(
    await call(endpointCommandOf('changeIngredient'), { params: { id: flour }, body: { unit_price: units(5) } }),
  ).toMatchObject({ reply: { name: 'Farinha', unit: 'kg', unit_price: 5, version: 2 } });
  expect(
    await call(endpointCommandOf('recordMonthRevenue'), { body: { month: 3, value: units(3000), orders_count: 100 } }),
  ).toMatchObject({ reply: { month: 3, value: 3000, orders_count: 100, version: 1 } });
  expect(await call(endpointCommandOf('stateAverageTicket'), { body: { average_ticket: units(30) } })).toMatchObject({
    reply: { average_ticket: 30, contribution_margin_percentage: 45 },
  });
  const card = await call(endpointCommandOf('addVariableCost'), { body: { name: 'Cartão', percentage: units(5) } });
  expect(
    await call(endpointCommandOf('changeVariableCost'), { params: { id: idOf(card) }, body: { percentage: units(4) } }),
  ).toMatchObject({ reply: { name: 'Cartão', percentage: 4, version: 2 } });
  expect(await call(endpointCommandOf('removeIngredient'), { params: { id: flour } })).toMatchObject({
    refusal: { refusal: 'ingredient_in_use', dishes: ['Pão'] },
  });
  expect(await call(endpointCommandOf('removeDishIngredient'), place)).toMatchObject({
    kind: 'done',
    reply: undefined,
  });
  expect(await call(endpointCommandOf('removeIngredient'), { params: { id: flour } })).toMatchObject({ kind: 'done' });
  expect(await call(endpointCommandOf('removeDish'), { params: { id: bread } })).toMatchObject({ kind: 'done' });
  expect(await call(endpointCommandOf('removeVariableCost'), { params: { id: idOf(card) } })).toMatchObject({
    kind: 'done',
  });
  expect((await types()).at(-1)).toBe('VariableCostRemoved');
});

test('a call for an erased business is answered like one for a business that never existed', async () => {
  const call = anasBrowser();
  await call(endpointCommandOf('addFixedCost'), rent);
  const now = () => new Date('2026-03-01T12:00:00Z');
  const handler = createCommandHandler({ log, aggregate: businessAggregate, now, wait: async () => {} });
  const erasing = { actor: { kind: 'system', id: 'erasure' }, requestId: 'r', changeId: testId('erasing') } as const;
  const outcome = await handler.handle(
    firstBusinessIdOf(ANA),
    { ownerId: ANA, command: { type: 'EraseBusiness' } },
    erasing,
  );
  expect(outcome.kind).toBe('done');
  const refused = await call(endpointCommandOf('addFixedCost'), rent);
  expect(refused).toMatchObject({ kind: 'refused', refusal: { refusal: 'business_erased' } });
  expect(refused.kind === 'refused' && toRefusedCall(refused.refusal)).toEqual(notFound);
});
