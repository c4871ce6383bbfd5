import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { accountRow, changedRows } from '#projections/read/fold-batch.ts';
import { computeFigures, emptyBusinessWithFigures } from '#read-model/business-with-figures.ts';
import { rounded } from '#domain/fraction.ts';
import { LIST_NAMES } from '#read-model/list-rows.ts';
import { ROW_SHAPE } from '#projections/read/schema.ts';
import { tableChanges } from '#projections/runner/table-changes.ts';
import { emptyAccount, evolveAccount } from '#domain/account/account.ts';
import { tableOf } from '#domain/business/entity-fields.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { testId } from '#tests/support/histories.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDatabase, type ReadDatabase } from './read-database.ts';
import { isDeepStrictEqual } from 'node:util';

/** The structure of the rows of the read model. */
interface RowShape {
  /** Tables and their columns with types. */
  readonly columns: readonly string[];
  /** The keys of the JSON inside the rows, each as a path from its column. */
  readonly keys: readonly string[];
  /**
   * The SHA-256 of the rows of one business with every feature and of one account, which reveals any changed figure.
   */
  readonly rows: string;
}

/** Returns the committed shape with its number. */
interface ShapeRecord extends RowShape {
  readonly shape: number;
}

const RENEW =
  'WRITE_READ_MODEL_SHAPE=1 npx vitest run --config tests/vitest.config.ts tests/projections/read-model-shape.test.ts';

/** Says what to do so that shape number and rows match again; undefined if they do. */
function requiredAction(recorded: ShapeRecord, number: number, found: RowShape): string | undefined {
  const { shape, ...rows } = recorded;
  const isSame = isDeepStrictEqual(rows, found);
  if (number < shape) return `ROW_SHAPE is ${number} and was ${shape}: it only ever grows.`;
  if (isSame && number === shape) return undefined;
  if (isSame)
    return `ROW_SHAPE is ${number}, yet the rows are those of shape ${shape}: every database would be projected anew for nothing. Put it back to ${shape}.`;
  if (number === shape)
    return `The rows of the read model are not those of shape ${shape} any more, and databases with the old ones would keep them. Set ROW_SHAPE (projections/read/schema.ts) to ${shape + 1}, then write the rows down: ${RENEW}\n${differences(rows, found)}`;
  return `ROW_SHAPE is ${number}; the rows of that shape are not written down yet: ${RENEW}\n${differences(rows, found)}`;
}

function differences(before: RowShape, after: RowShape): string {
  const lines = (['columns', 'keys'] as const).flatMap((part) => [
    ...before[part].filter((each) => !after[part].includes(each)).map((each) => `- ${each}`),
    ...after[part].filter((each) => !before[part].includes(each)).map((each) => `+ ${each}`),
  ]);
  return lines.length > 0 ? lines.join('\n') : 'Columns and keys are the same, the values or their order are not.';
}

const RECORD = new URL('read-model-shape.json', import.meta.url);

const [counter, app, commission] = [testId('counter'), testId('app'), testId('commission')];
const [rent, card, flour, salt, dough, bread, water] = ['rent', 'card', 'flour', 'salt', 'dough', 'bread', 'water'].map(
  (name) => testId(name),
) as [string, string, string, string, string, string, string];

/** A business with an entry of every kind; new kinds must be added here. */
const EVERYTHING: readonly BusinessCommand[] = [
  { type: 'OpenBusiness', ownerId: testId('owner') },
  { type: 'AddChannel', id: counter, name: 'Balcão' },
  { type: 'AddChannel', id: app, name: 'App' },
  { type: 'AddVariableCost', id: commission, name: 'Comissão', percentage: 230_000, channels: [app] },
  { type: 'AddFixedCost', id: rent, name: 'Aluguel', value: 35_000_000 },
  { type: 'AddVariableCost', id: card, name: 'Cartão', percentage: 35_000 },
  { type: 'RecordMonthRevenue', month: 1, value: 250_000_000, orders: 800 },
  { type: 'RecordMonthRevenue', month: 2, value: 300_000_000, orders: 900 },
  { type: 'AddIngredient', id: flour, name: 'Farinha', unit: 'kg', unitPrice: 52_000 },
  {
    type: 'AddIngredient',
    id: salt,
    name: 'Sal',
    unit: 'kg',
    pack: { price: 899_000, quantity: 47_400_000, unit: 'g', label: 'caixa 12 × 395 g' },
    yieldPercentage: 800_000,
    conversions: [{ unit: 'colher', quantity: 150_000, equalsUnit: 'g' }],
  },
  {
    type: 'AddPreparation',
    id: dough,
    name: 'Massa',
    yieldQuantity: 20_000,
    yieldUnit: 'kg',
    conversions: [{ unit: 'bola', quantity: 2_500_000, equalsUnit: 'g' }],
    method: 'Sove.',
  },
  { type: 'AddPreparationIngredient', preparationId: dough, ingredientId: flour, quantity: 12_000_000, unit: 'g' },
  { type: 'ChangeBusinessSettings', productionLoss: 80_000 },
  { type: 'AddDish', id: bread, name: 'Pão', salePrice: 80_000, prices: { [app]: 90_000 } },
  { type: 'AddDish', id: water, name: 'Água', salePrice: 30_000 },
  { type: 'AddDishIngredient', dishId: bread, ingredientId: flour, quantity: 1_000 },
  { type: 'AddDishIngredient', dishId: bread, ingredientId: salt, quantity: 10, channels: [app] },
  { type: 'AddDishIngredient', dishId: bread, ingredientId: dough, quantity: 10_000, unit: 'bola' },
  { type: 'StateAverageTicket', ticket: 450_000 },
  {
    type: 'RecordSales',
    month: '2026-10',
    channelId: counter,
    newChannelId: app,
    rows: [{ dishId: bread, quantity: 30, revenue: null }],
  },
];

const everything = EVERYTHING.reduce<Business>((before, command) => {
  const decision = decide(before, command);
  if (isRefusal(decision)) throw new Error(decision.refusal);
  return fold(decision, before);
}, emptyBusiness);

const account = evolveAccount(evolveAccount(emptyAccount, { type: 'AccountRegistered', data: { issuer: 'test' } }), {
  type: 'AccessSourceAdded',
  data: { source: { kind: 'payment', id: testId('payment') }, reason: 'paid' },
});

/** Every row of that business and that account as it would be written. */
const writtenRows = tableChanges({
  businesses: [
    {
      id: testId('business'),
      ...changedRows(emptyBusinessWithFigures, computeFigures(everything, 'log:00000000000000000042')),
    },
  ],
  accounts: [accountRow(testId('owner'), account)],
  parked: [],
  states: new Map(),
}).filter(({ action }) => action === 'upsert');

/** Lists the paths of all keys; a list is written `[]`, and its items share one path. */
function* keysIn(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* keysIn(each, `${path}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [key, within] of Object.entries(value)) {
      yield `${path}.${key}`;
      yield* keysIn(within, `${path}.${key}`);
    }
}

const recordedShape = (): ShapeRecord => JSON.parse(readFileSync(RECORD, 'utf8')) as ShapeRecord;

/** A field added to a table of fields later raises the shape number by itself, so it is left out here. */
const recordedKeys = new Set(recordedShape().keys);
const isAdded = (table: string, key: string): boolean =>
  Object.entries(tableOf(table) ?? {}).some(([name, { apiName = name }]) => apiName === key) &&
  !recordedKeys.has(`${table}.body.${key}`);

const withoutAdded = (table: string, cell: unknown): unknown =>
  typeof cell === 'string' && cell.startsWith('{')
    ? JSON.stringify(
        Object.fromEntries(
          Object.entries(JSON.parse(cell) as Readonly<Record<string, unknown>>).filter(([key]) => !isAdded(table, key)),
        ),
      )
    : cell;

/** The JSON cells of the rows, whose texts begin like JSON. */
const jsonCells = writtenRows.map(({ table, rows }) => ({
  table,
  rows: rows.map((row) => row.map((cell) => withoutAdded(table.name, cell))),
}));
const bodies = jsonCells.flatMap(({ table, rows }) =>
  rows.flatMap((row) =>
    row.flatMap((cell, i) =>
      typeof cell === 'string' && /^[[{]/.test(cell)
        ? [{ path: `${table.name}.${table.columns[i]?.name}`, body: JSON.parse(cell) as unknown }]
        : [],
    ),
  ),
);

/** Shows how figures next to a tie are rounded, because the business of this test has none. */
const NEAR_A_TIE = Number(rounded({ n: 5n * 10n ** 40n - 1n, d: 10n ** 41n }));

const COLUMNS = `select format('%s.%s %s', table_name, column_name, data_type) as line
                   from information_schema.columns where table_schema = 'read'`;

describe('rows of the read model', () => {
  let database: ReadDatabase;
  let found: RowShape;
  beforeAll(async () => {
    database = await readDatabase();
    const { rows } = await database.pool.query<{ line: string }>(COLUMNS);
    found = {
      columns: rows.map(({ line }) => line).toSorted(),
      keys: [...new Set(bodies.flatMap(({ path, body }) => [...keysIn(body, path)]))].toSorted(),
      rows: createHash('sha256')
        .update(JSON.stringify([...jsonCells.map(({ table, rows: cells }) => [table.name, cells]), NEAR_A_TIE]))
        .digest('hex'),
    };
    const isNew =
      ROW_SHAPE > recordedShape().shape && requiredAction(recordedShape(), recordedShape().shape, found) !== undefined;
    if (process.env['WRITE_READ_MODEL_SHAPE'] === '1' && isNew)
      writeFileSync(RECORD, `${JSON.stringify({ shape: ROW_SHAPE, ...found }, null, 2)}\n`);
  });
  afterAll(() => database.close());

  test('have the shape that is recorded under their shape number', () => {
    const todo = requiredAction(recordedShape(), ROW_SHAPE, found);
    expect(todo, todo).toBeUndefined();
  });

  test('are all covered, because the business of this test has an entry in every list', () => {
    const empty = LIST_NAMES.filter((name) =>
      writtenRows.every(({ table, rows }) => table.name !== name || rows.length === 0),
    );
    expect(empty).toEqual([]);
    const emptyLists = bodies.flatMap(({ path, body }) => [...emptyListsIn(body, path)]);
    expect(emptyLists.filter((path) => !found.keys.some((key) => key.startsWith(`${path}[]`)))).toEqual([]);
    const columns = new Set(
      writtenRows.flatMap(({ table }) => table.columns.map(({ name }) => `${table.name}.${name}`)),
    );
    const unseen = found.columns.map((line) => line.split(' ')[0] ?? '').filter((column) => !columns.has(column));
    expect(unseen.filter((column) => !/^(checkpoint|parked)\./.test(column))).toEqual([]);
  });

  test.each([
    ['a missing key', (shape: RowShape) => ({ ...shape, keys: shape.keys.slice(1) }), 0, '+ '],
    ['a new key', (shape: RowShape) => ({ ...shape, keys: [...shape.keys, 'dish.body.x'] }), 0, '- dish.body.x'],
    ['a new column', (shape: RowShape) => ({ ...shape, columns: [] }), 0, '+ account.user_id uuid'],
    ['a changed figure', (shape: RowShape) => ({ ...shape, rows: 'other' }), 0, 'the values or their order'],
    ['new rows under a new number', (shape: RowShape) => ({ ...shape, keys: [] }), 1, 'not written down yet'],
    ['a number raised without a change', (shape: RowShape) => shape, 1, 'Put it back'],
    ['a lower number', (shape: RowShape) => shape, -1, 'only ever grows'],
  ])('require an action for %s', (_, change, ahead, what) => {
    const before = { shape: ROW_SHAPE, ...change(found) };
    expect(requiredAction(before, ROW_SHAPE + ahead, found)).toContain(what);
  });

  test('require no action while the shape is unchanged', () => {
    expect(requiredAction({ shape: ROW_SHAPE, ...found }, ROW_SHAPE, found)).toBeUndefined();
  });
});

function* emptyListsIn(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value) && value.length === 0) yield path;
  if (typeof value === 'object' && value !== null)
    for (const [key, within] of Object.entries(value)) yield* emptyListsIn(within, `${path}.${key}`);
}
