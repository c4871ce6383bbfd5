import { expect, test } from 'vitest';
import type { SingleCommand } from '#domain/business/commands.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { createHttpClient } from '#web/api/http.ts';
import { applyCommand } from '#web/stores/business/apply-command.ts';
import { newId, entityIdOfCommand } from '#web/stores/business/entity-id.ts';
import { sendCommand } from '#web/stores/business/send-command.ts';
import { createFakeServer, idOf } from './support/fake-server.ts';

const R = (reais: number): number => reais * 10_000;

/** One change of each kind; each may use the ids that the ones before it have added. */
const CHANGES: readonly ((added: readonly string[]) => SingleCommand)[] = [
  () => ({ type: 'AddFixedCost', id: newId(), name: 'Aluguel', value: R(3_500) }),
  ([id = '']) => ({ type: 'ChangeFixedCost', id, name: 'Aluguel', value: R(3_600) }),
  () => ({ type: 'AddFixedCost', id: newId(), name: 'Luz', value: R(200) }),
  () => ({ type: 'AddVariableCost', id: newId(), name: 'Cartão', percentage: R(3) }),
  ([, , id = '']) => ({ type: 'ChangeVariableCost', id, name: 'Taxa do cartão', percentage: R(3.2) }),
  () => ({ type: 'RecordMonthRevenue', month: 3, value: R(40_000), orders: 800 }),
  () => ({ type: 'RecordMonthRevenue', month: 3, value: R(41_000), orders: 810 }),
  () => ({ type: 'StateAverageTicket', ticket: R(33.5) }),
  () => ({ type: 'AddIngredient', id: newId(), name: 'Farinha', unit: 'kg', unitPrice: R(4.9) }),
  ([, , , id = '']) => ({ type: 'ChangeIngredient', id, unitPrice: R(5.1) }),
  () => ({ type: 'AddIngredient', id: newId(), name: 'Sal', unit: 'kg', unitPrice: R(2) }),
  () => ({ type: 'AddDish', id: newId(), name: 'Pão', salePrice: R(8) }),
  ([, , , , , id = '']) => ({ type: 'ChangeDish', id, salePrice: R(9) }),
  ([, , , ingredientId = '', , dishId = '']) => ({ type: 'AddDishIngredient', dishId, ingredientId, quantity: R(0.5) }),
  ([, , , , ingredientId = '', dishId = '']) => ({ type: 'AddDishIngredient', dishId, ingredientId, quantity: R(1) }),
  ([, , , ingredientId = '', , dishId = '']) => ({
    type: 'ChangeDishIngredient',
    dishId,
    ingredientId,
    quantity: R(0.25),
  }),
];

const REMOVALS: typeof CHANGES = [
  ([, , , , ingredientId = '', dishId = '']) => ({ type: 'RemoveDishIngredient', dishId, ingredientId }),
  ([, , , , , id = '']) => ({ type: 'RemoveDish', id }),
  ([, , , , id = '']) => ({ type: 'RemoveIngredient', id }),
  ([, , id = '']) => ({ type: 'RemoveVariableCost', id }),
  ([, id = '']) => ({ type: 'RemoveFixedCost', id }),
];

/** Sends the changes one after the other and compares the state derived from each answer with the server's. */
async function sendInOrder(changes: typeof CHANGES) {
  const server = createFakeServer();
  const api = createHttpClient({ fetch: server.fetch });
  let confirmed: Business = { ...emptyBusiness, ownerId: 'owner' };
  const added: string[] = [];
  for (const [n, change] of changes.entries()) {
    const command = change(added);
    const executed = await sendCommand(api, { command, confirmed, key: idOf(`key ${n}`) });
    expect(executed.changeId, command.type).toBeDefined();
    if (command.type.startsWith('Add') && 'id' in command) added.push(entityIdOfCommand(command));
    const applied = applyCommand(confirmed, executed);
    expect(applied.differsFromServer, command.type).toBe(false);
    confirmed = applied.business;
    // The client orders its lists itself, and only the server keeps removed entities.
    expect(withoutOrder(confirmed), command.type).toEqual(withoutOrder(server.state()));
  }
  return { server, api, confirmed, added };
}

const withoutOrder = (business: object): unknown =>
  JSON.parse(
    JSON.stringify(business, (key, value: unknown) => {
      if (key === 'sequence' || key === 'removed') return undefined;
      return value instanceof Map ? [...value.values()] : value;
    }),
  );

test('the browser derives from each answer the same state that the server has', async () => {
  const { server, added } = await sendInOrder([...CHANGES, ...REMOVALS]);
  expect(added).toHaveLength(6);
  expect(server.allRequests).toHaveLength(CHANGES.length + REMOVALS.length);
});

test('the browser sends If-Match with each change of an entity, and none with a removal', async () => {
  const { server } = await sendInOrder([...CHANGES, ...REMOVALS]);
  const versions = server.allRequests
    .filter(({ headers }) => headers.has('If-Match'))
    .map(({ name, headers }) => `${name} ${headers.get('If-Match')}`);
  expect(versions).toEqual([
    'changeFixedCost "1"',
    'changeVariableCost "1"',
    'recordMonthRevenue "0"',
    'recordMonthRevenue "1"',
    'changeIngredient "1"',
    'changeDish "1"',
    'changeDishIngredient "1"',
  ]);
});

test('the browser treats a removal as done when somebody else has removed the entity', async () => {
  const { server, api, confirmed, added } = await sendInOrder(CHANGES);
  const [, id = ''] = added;
  server.changeRemotely({ type: 'RemoveFixedCost', id });
  const command: SingleCommand = { type: 'RemoveFixedCost', id };
  const executed = await sendCommand(api, { command, confirmed, key: idOf('once more') });
  expect(executed.changeId).toBeUndefined();
  expect(applyCommand(confirmed, executed).business.fixedCosts.has(id)).toBe(false);
});

test('the browser derives the same channels of costs, lines and prices as the server, also after the main channel changed', async () => {
  const ids = (added: readonly string[]) => {
    const [counter = '', app = '', cost = '', ingredientId = '', dish = ''] = added;
    return { counter, app, cost, ingredientId, dish };
  };
  const { server, confirmed } = await sendInOrder([
    () => ({ type: 'AddChannel', id: newId(), name: 'Balcão' }),
    () => ({ type: 'AddChannel', id: newId(), name: 'App' }),
    (added) => ({
      type: 'AddVariableCost',
      id: newId(),
      name: 'Comissão',
      percentage: R(23),
      channels: [ids(added).app],
    }),
    () => ({ type: 'AddIngredient', id: newId(), name: 'Caixa', unit: 'un', unitPrice: R(2) }),
    () => ({ type: 'AddDish', id: newId(), name: 'Pizza', salePrice: R(40) }),
    (added) => {
      const { dish: dishId, ingredientId, app } = ids(added);
      return { type: 'AddDishIngredient', dishId, ingredientId, quantity: R(1), channels: [app] };
    },
    (added) => ({ type: 'ChangeDish', id: ids(added).dish, prices: { [ids(added).app]: R(49) } }),
    (added) => ({ type: 'ChangeChannel', id: ids(added).app, name: 'iFood', isMain: true }),
    () => ({ type: 'AddChannel', id: newId(), name: 'Salão', isMain: true }),
    (added) => ({ type: 'ChangeVariableCost', id: ids(added).cost, channels: null }),
  ]);
  const [dish] = confirmed.dishes.values();
  expect(dish?.salePrice).toBe(R(49));
  expect([...server.state().channels.values()].map(({ name, isMain }) => [name, isMain])).toEqual([
    ['Balcão', false],
    ['iFood', false],
    ['Salão', true],
  ]);
});
