import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { CommandOf, CommandType } from '#contract/entities/command-mapping.ts';
import { commandMappingOf, commandMappings, isSingleCommand } from '#contract/entities/command-mappings.ts';
import { dishRow } from '#contract/entities/dish.ts';
import { fixedCostBody, fixedCostRow } from '#contract/entities/fixed-cost.ts';
import { ingredientBody, ingredientRow } from '#contract/entities/ingredient.ts';
import { monthRevenueBody, monthRevenueRow } from '#contract/entities/month.ts';
import { variableCostBody, variableCostRow } from '#contract/entities/variable-cost.ts';
import { changeSetEndpoints } from '#contract/change-set.ts';
import type { Endpoint, Route } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { accountRoutes } from '#contract/routes/account.ts';
import { adminRoutes } from '#contract/routes/admin.ts';
import { liveRoutes, ownerRoutes } from '#contract/routes/owner.ts';
import { sessionRoutes } from '#contract/routes/session.ts';
import { ownerEndpoints } from '#contract/owner.ts';
import { channelFields } from '#domain/business/channel/fields.ts';
import type { BusinessCommand, SingleCommand } from '#domain/business/commands.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { supplierFields } from '#domain/business/supplier/fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { added, fixedCost, given, month, pricedDish, uses, variableCost } from '#tests/support/given.ts';
import { somethingIn } from '#tests/support/table-fields.ts';
import { singleCall, callInSet } from '#web/stores/business/send-command.ts';

const id = '0b8f3c5e-7a4d-4a52-9b58-0f4f4a3f7e11';
const dishId = '4c1d3c5e-7a4d-4a52-9b58-0f4f4a3f7e11';
const ingredientId = '9d2e3c5e-7a4d-4a52-9b58-0f4f4a3f7e11';

const copyId = '7e5f3c5e-7a4d-4a52-9b58-0f4f4a3f7e11';
const preparationId = '5b6a3c5e-7a4d-4a52-9b58-0f4f4a3f7e11';
const purchase = { price: 899_000, quantity: 47_400_000, unit: 'g', label: 'caixa 12 × 395 g' };
const conversions = [{ unit: 'un', quantity: 500_000, equalsUnit: 'g' }];
const channelId = '3c1f3c5e-7a4d-4a52-9b58-0f4f4a3f7e11';
const today = '2026-11-28';
const purchaseLine = {
  packs: 20_000,
  packQuantity: 47_400_000,
  packUnit: 'g',
  total: 1_798_000,
  code: '789',
  gtin: '78900000',
  billedUnit: 'CX',
  description: 'LEITE COND 12X395G',
  cfop: '5102',
};
const channels = [channelId];
const prices = { [channelId]: 90_000 };
const someFields = { ...somethingIn(ingredientFields), conversions, free: true } as const;
const ofDish = { ...somethingIn(dishFields), prices };
const made = { ...somethingIn(preparationFields), yieldQuantity: 25_000, yieldUnit: 'kg', conversions };

/** Each command with all its fields; a missing command does not compile. */
const COMMANDS: { readonly [Type in CommandType]: Required<CommandOf<Type>> } = {
  AddFixedCost: { type: 'AddFixedCost', id, ...somethingIn(fixedCostFields) },
  ChangeFixedCost: { type: 'ChangeFixedCost', id, ...somethingIn(fixedCostFields), version: 3 },
  RemoveFixedCost: { type: 'RemoveFixedCost', id, version: 4 },
  AddVariableCost: { type: 'AddVariableCost', id, ...somethingIn(variableCostFields), channels },
  ChangeVariableCost: { type: 'ChangeVariableCost', id, ...somethingIn(variableCostFields), channels, version: 3 },
  RemoveVariableCost: { type: 'RemoveVariableCost', id, version: 4 },
  RecordMonthRevenue: { type: 'RecordMonthRevenue', month: 3, value: 400_000_000, orders: 800, version: 0 },
  StateAverageTicket: { type: 'StateAverageTicket', ticket: 335_000 },
  AddIngredient: { type: 'AddIngredient', id, unit: 'kg', unitPrice: 49_000, pack: purchase, ...someFields },
  ChangeIngredient: {
    type: 'ChangeIngredient',
    id,
    unit: 'g',
    unitPrice: 49,
    pack: purchase,
    ...someFields,
    version: 7,
    today,
  },
  ReplaceIngredient: { type: 'ReplaceIngredient', id, byId: ingredientId, merge: true },
  RepriceIngredients: { type: 'RepriceIngredients', ids: [id, ingredientId], percentage: -52_500, today },
  RemoveIngredient: { type: 'RemoveIngredient', id, version: 8 },
  AddDish: { type: 'AddDish', id, ...ofDish },
  ChangeDish: { type: 'ChangeDish', id, ...ofDish, version: 2 },
  DuplicateDish: { type: 'DuplicateDish', id, copyId, name: 'Pão grande', factor: 15_000, keep: [ingredientId] },
  RemoveDish: { type: 'RemoveDish', id, version: 3 },
  AddDishIngredient: { type: 'AddDishIngredient', dishId, ingredientId, quantity: 3_500, unit: 'kg', channels },
  ChangeDishIngredient: {
    type: 'ChangeDishIngredient',
    dishId,
    ingredientId,
    quantity: 3_600,
    unit: 'g',
    channels,
    version: 2,
  },
  RemoveDishIngredient: { type: 'RemoveDishIngredient', dishId, ingredientId, version: 3 },
  AddPreparation: { type: 'AddPreparation', id, ...made },
  ChangePreparation: { type: 'ChangePreparation', id, ...made, version: 2 },
  DuplicatePreparation: {
    type: 'DuplicatePreparation',
    id,
    copyId,
    name: 'Massa grande',
    factor: 20_000,
    keep: [ingredientId],
  },
  RemovePreparation: { type: 'RemovePreparation', id, version: 3 },
  AddPreparationIngredient: {
    type: 'AddPreparationIngredient',
    preparationId,
    ingredientId,
    quantity: 3_500,
    unit: 'kg',
  },
  ChangePreparationIngredient: {
    type: 'ChangePreparationIngredient',
    preparationId,
    ingredientId,
    quantity: 3_600,
    unit: 'g',
    version: 2,
  },
  RemovePreparationIngredient: { type: 'RemovePreparationIngredient', preparationId, ingredientId, version: 3 },
  ChangeBusinessSettings: {
    type: 'ChangeBusinessSettings',
    productionLoss: 50_000,
    mixMonths: 6,
    profitGoal: 50_000_000,
    priceRule: 'mean_of_three',
    version: 1,
  },
  AddChannel: { type: 'AddChannel', id, ...somethingIn(channelFields), isMain: true },
  ChangeChannel: { type: 'ChangeChannel', id, ...somethingIn(channelFields), isMain: true, version: 2 },
  RemoveChannel: { type: 'RemoveChannel', id, version: 3 },
  RecordSales: {
    type: 'RecordSales',
    month: '2026-10',
    channelId,
    newChannelId: copyId,
    rows: [
      { dishId, quantity: 410, revenue: 259_000_000 },
      { dishId: id, quantity: 0, revenue: null },
    ],
    currentMonth: '2026-11',
  },
  EnterPurchase: {
    type: 'EnterPurchase',
    id,
    date: '2026-11-12',
    supplier: { id: copyId, ...somethingIn(supplierFields), cnpj: '11222333000181' },
    number: '123',
    source: 'quick',
    freight: 180_000,
    discount: 20_000,
    confirmed: false,
    lines: [
      { ingredient: { id: ingredientId }, ...purchaseLine },
      { ingredient: { id: dishId, name: 'Sal', unit: 'kg' }, ...purchaseLine },
      { ingredient: null, ...purchaseLine },
    ],
    today,
  },
  TakeBackPurchase: { type: 'TakeBackPurchase', id, version: 1 },
  ChangeSupplier: { type: 'ChangeSupplier', id, ...somethingIn(supplierFields), cnpj: '11222333000181', version: 2 },
  RecordStockValue: { type: 'RecordStockValue', month: '2026-10', value: 12_000_000, currentMonth: '2026-11' },
  ClearStockValue: { type: 'ClearStockValue', month: '2026-10', currentMonth: '2026-11' },
};

interface SingleCall {
  readonly params?: unknown;
  readonly body?: Readonly<Record<string, unknown>>;
}

describe.each(Object.values(COMMANDS) as SingleCommand[])('the command $type', (command) => {
  const call = commandMappingOf(command);
  const endpoint: Endpoint = ownerEndpoints[call.endpoint];
  const single = singleCall(command) as SingleCall;
  // A price is either typed or follows from a purchase; both at once are refused.
  const possible = 'pack' in command ? { ...command, unitPrice: undefined } : command;
  const possibleCall = singleCall(possible as never) as SingleCall;

  test('has an example with every field that its call can carry', () => {
    const fields = (endpoint.body as { readonly entries?: object } | undefined)?.entries ?? {};
    expect(Object.keys(single.body ?? {}).toSorted()).toEqual(Object.keys(fields).toSorted());
    expect('version' in command).toBe(endpoint.versioned === true);
  });

  test('is converted into its call and back without loss', () => {
    const input = {
      params: endpoint.params && v.parse(endpoint.params, single.params),
      body: endpoint.body && v.parse(endpoint.body, possibleCall.body),
      newId: 'newChannelId' in command ? command.newChannelId : 'not asked for',
      version: 'version' in command ? command.version : undefined,
      idAt: () => 'not asked for',
      today,
    };
    expect(call.command(input as never)).toEqual(possible);
  });

  test('has the same fields in a change set', () => {
    const { calls } = v.parse(changeSetEndpoints.applyChanges.body, { calls: [callInSet(possible as SingleCommand)] });
    expect(calls).toMatchObject([{ call: call.endpoint }]);
    expect(Object.keys(calls[0] ?? {}).toSorted()).toEqual(
      Object.keys(callInSet(possible as SingleCommand)).toSorted(),
    );
  });
});

test.each(Object.entries<Route>({ ...sessionRoutes, ...accountRoutes, ...adminRoutes, ...ownerRoutes, ...liveRoutes }))(
  'the browser sends %s to the method and path at which the server answers it',
  (name, route) => {
    expect(contract[name as EndpointName]).toMatchObject(route);
  },
);

test('every call that changes one entity is the call of a command', () => {
  const several = ['applyChanges', 'importSales', 'undoChange'];
  const changing = Object.entries<Endpoint>(ownerEndpoints).flatMap(([name, each]) =>
    each.changes === 'data' && !several.includes(name) ? [name] : [],
  );
  expect(
    Object.values(commandMappings)
      .map(({ endpoint }) => endpoint)
      .toSorted(),
  ).toEqual(changing.toSorted());
});

test.each<BusinessCommand>([
  { type: 'OpenBusiness', ownerId: id },
  { type: 'ApplyChangeSet', commands: [] },
])('the command $type has no call of its own', (command) => {
  expect(isSingleCommand(command)).toBe(false);
});

test('an entity’s row is converted into its body and back without loss', () => {
  const { state } = given(
    fixedCost('aluguel', 3500),
    variableCost('cartão', 8.5),
    month(3, 79_350.5, 1267),
    added('farinha', 4.99),
    pricedDish('pão', 12.5, uses('farinha', 0.35)),
  );
  for (const each of state.fixedCosts.values()) expect(fixedCostRow(fixedCostBody(each), each.sequence)).toEqual(each);
  for (const each of state.variableCosts.values())
    expect(variableCostRow(variableCostBody(each), each.sequence)).toEqual(each);
  for (const each of state.months.values()) expect(monthRevenueRow(monthRevenueBody(each))).toEqual(each);
  for (const each of state.ingredients.values())
    expect(ingredientRow(ingredientBody(each), each.sequence)).toEqual(each);
  for (const each of state.dishes.values())
    expect(
      dishRow(
        commandMappingOf<'AddDish'>(COMMANDS.AddDish).reply(state, { ...COMMANDS.AddDish, id: each.id }),
        each.sequence,
      ),
    ).toEqual({ ...each, lines: each.lines.map((line) => ({ ...line, ownUnit: 'kg' })) });
});
