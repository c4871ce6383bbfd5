import { pizzeriaWithSales } from '#app/samples/pizzeria-channels.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { LIMITS, QUOTAS } from '#domain/limits.ts';
import { anyStepOrUndo, type CommandStep } from '#tests/support/arbitraries.ts';
import { type Change, historyOf, testId } from '#tests/support/histories.ts';
import fc from 'fast-check';

/** The observed events and refusals of one type of command. */
interface Outcomes {
  readonly events: Set<string>;
  readonly refusals: Set<string>;
}

/** Outcomes by the type of the command. */
export type OutcomesByType = Map<string, Outcomes>;

type Decision = readonly { readonly type: string }[] | { readonly refusal: string };

export function noteOutcome(outcomes: OutcomesByType, type: string, decision: Decision): void {
  const { events, refusals } = outcomes.get(type) ?? { events: new Set(), refusals: new Set() };
  outcomes.set(type, { events, refusals });
  if ('refusal' in decision) refusals.add(decision.refusal);
  else for (const event of decision) events.add(event.type);
}

/** The observed outcomes of business commands, by type of command. */
export interface TrialResults {
  readonly outcomes: OutcomesByType;
  /** The inverse events that undo appended, by type of event. */
  readonly inverses: ReadonlyMap<string, ReadonlySet<string>>;
}

const HISTORIES = 50;
const STEPS = 40;
/** The seed is fixed, so that the page changes only when the code does. */
const SEED = 20_260_101;

const PIZZERIA = pizzeriaWithSales((text) => testId(text), new Date('2026-03-15T12:00:00Z')).map(
  (command): CommandStep =>
    () =>
      command,
);

/** Tries commands in many businesses: valid ones and variants that should be refused. */
export function tryCommands(): TrialResults {
  const outcomes: OutcomesByType = new Map();
  const inverses = new Map<string, Set<string>>();
  const attempt = (state: Business, command: BusinessCommand): void =>
    noteOutcome(outcomes, command.type, decide(state, command));
  const drawn = fc.sample(fc.array(anyStepOrUndo, { minLength: STEPS, maxLength: STEPS, size: 'max' }), {
    seed: SEED,
    numRuns: 2 * HISTORIES,
  });
  for (const [index, steps] of drawn.entries()) {
    const { changes, state } = historyOf('ana', index % 2 === 0 ? steps : [...PIZZERIA, ...steps]);
    const [crowded, deep] = [withFullLists(state), withNestedPreparations(state)];
    for (const command of OWNERSHIP) attempt(state, command);
    for (const id of someIds(state))
      for (const unit of UNITS) {
        attempt(state, { type: 'ChangeIngredient', id, unit });
        attempt(state, { type: 'ChangePreparation', id, yieldUnit: unit });
      }
    for (const change of changes.slice(-STEPS)) {
      const { command, before } = change;
      attempt(before, command);
      attempt(crowded, withNewId(command));
      const ids = [...someIds(state), ...NESTED];
      for (const variant of variants(command, ids)) {
        attempt(before, variant);
        if (variant.type === 'AddPreparationIngredient') attempt(deep, variant);
      }
      for (const [type, inverse] of inversesOf(change))
        inverses.set(type, (inverses.get(type) ?? new Set<string>()).add(inverse));
      for (const id of ids) for (const type of REMOVALS) attempt(before, { type, id });
    }
  }
  const pizzeria = historyOf('ana', PIZZERIA).state;
  for (const id of pizzeria.ingredients.keys())
    for (const byId of pizzeria.ingredients.keys())
      attempt(pizzeria, { type: 'ReplaceIngredient', id, byId, merge: false });
  for (const [state, command] of purchaseAttempts(pizzeria)) attempt(state, command);
  return { outcomes, inverses };
}

/** Purchases and suppliers that are refused, each for another reason. */
function* purchaseAttempts(state: Business): Generator<readonly [Business, BusinessCommand]> {
  const [ingredient] = state.ingredients.values();
  if (!ingredient) throw new Error('the pizzeria has ingredients');
  const line = {
    ingredient: { id: ingredient.id },
    packs: 10_000,
    packQuantity: 10_000,
    packUnit: ingredient.unit,
    total: 10_000,
    code: null as string | null,
    gtin: null,
    billedUnit: null,
    description: null,
    cfop: null,
  };
  const entry = {
    type: 'EnterPurchase',
    id: testId('purchase'),
    number: null,
    source: 'manual',
    freight: 0,
    discount: 0,
    confirmed: true,
    supplier: null,
    lines: [line],
    date: '2026-03-01',
    today: '2026-03-15',
  } as const;
  const [first] = historyOf('ana', [...PIZZERIA, () => entry]).state.purchases.values();
  if (!first) throw new Error('the purchase stands');
  const supplier = { id: testId('supplier'), name: 'Feira', cnpj: null as string | null, version: 1, sequence: 1 };
  const suppliers = new Map([
    [supplier.id, supplier],
    [testId('other supplier'), { ...supplier, id: testId('other supplier'), cnpj: '11222333000181' }],
  ]);
  yield [state, { ...entry, supplier: { id: testId('nobody') } }];
  yield [state, { ...entry, date: '2026-03-16' }];
  yield [state, { ...entry, lines: [{ ...line, packUnit: 'pitada' }] }];
  const added = { id: testId('new'), name: 'Sal', unit: 'kg' };
  yield [
    state,
    { ...entry, lines: [added, { ...added, name: 'Vinho' }].map((each) => ({ ...line, ingredient: each })) },
  ];
  yield [state, { ...entry, lines: [{ ...line, total: 0 }], freight: 1 }];
  yield [state, { ...entry, discount: 10_001 }];
  yield [state, { ...entry, lines: Array.from({ length: 990 }, () => ({ ...line, code: 'x'.repeat(600) })) }];
  yield [
    { ...state, purchases: fillUp('purchase', new Map([[first.id, first]]), QUOTAS.purchases) },
    { ...entry, id: testId('new') },
  ];
  const many = { ...first, lines: Array.from({ length: QUOTAS.purchaseLines }, () => first.lines[0] ?? never()) };
  yield [{ ...state, purchases: new Map([[testId('largest'), many]]) }, entry];
  yield [
    { ...state, suppliers: fillUp('supplier', suppliers, QUOTAS.suppliers) },
    { ...entry, supplier: { id: testId('new'), name: 'Atacadão', cnpj: null } },
  ];
  yield [
    { ...state, suppliers },
    { type: 'ChangeSupplier', id: supplier.id, cnpj: '11222333000181' },
  ];
}

function never(): never {
  throw new Error('a purchase has a line');
}

/** Returns each event of a change with its inverse, if the change can be undone at once. */
function inversesOf({ command, events, before }: Change): readonly (readonly [type: string, inverse: string])[] {
  if (command.type === 'UndoChange') return [];
  const undoing = decide(fold(events, before), { type: 'UndoChange', change: { events, before, undoneBy: null } });
  if (isRefusal(undoing)) return [];
  return events.map(({ type }, at) => [type, undoing.at(-1 - at)?.type ?? ''] as const);
}

/** Removals are seldom drawn, and often refused because something is in use. */
const REMOVALS = ['RemoveChannel', 'RemoveIngredient', 'RemovePreparation'] as const;
const OWNERSHIP: readonly BusinessCommand[] = [
  { type: 'OpenBusiness', ownerId: 'bia' },
  { type: 'ChangeOwner', to: 'bia' },
  { type: 'EraseBusiness' },
];

const UNITS = ['kg', 'g', 'ml', 'un', 'maço', 'pitada'];

/** Further values for fields, by the name of the field. */
const OTHER_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  unit: [...UNITS, undefined],
  yieldUnit: UNITS,
  yieldQuantity: [undefined, 1],
  unitPrice: [undefined, 0, LIMITS.unitPrice.max],
  purchase: [null, undefined, { price: 10_000, quantity: 10_000, unit: 'pitada', label: null }],
  free: [true, null],
  conversions: [null, [{ unit: 'kg', quantity: 10_000, equalsUnit: 'g' }]],
  percentage: [LIMITS.priceChange.max],
  factor: [LIMITS.factor.min, LIMITS.factor.max],
  isMain: [true, false],
  merge: [true, false],
};
const MONTHS = ['1999-12', '2026-02', '2999-01'];

/** Variants of a command with other ids, other values and an outdated version. */
function* variants(command: BusinessCommand, ids: readonly string[]): Generator<BusinessCommand> {
  const saying = (key: string, value: unknown): BusinessCommand => ({ ...command, [key]: value });
  const mayLeaveOut = !command.type.startsWith('Add');
  for (const [key, held] of Object.entries(command)) {
    for (const value of OTHER_VALUES[key] ?? []) if (value !== undefined || mayLeaveOut) yield saying(key, value);
    if (key === 'month' && typeof held === 'string') for (const month of MONTHS) yield saying(key, month);
    if (/^id$|Id$/.test(key)) for (const id of ids) yield saying(key, id);
    if (/^(?:ids|keep|channels)$/.test(key)) for (const id of ids) yield saying(key, [id]);
    if (key === 'prices') for (const id of ids) yield saying(key, { [id]: 10_000 });
    if (key === 'rows') for (const dishId of ids) yield saying(key, [{ dishId, quantity: 3, revenue: null }]);
  }
  yield saying('version', 999_999);
}

/** A few ids of each kind, and an unknown one. */
const someIds = (state: Business): readonly string[] => [
  testId('nobody'),
  ...[
    state.ingredients,
    state.preparations,
    state.dishes,
    state.channels,
    state.fixedCosts,
    state.variableCosts,
  ].flatMap((rows) => [...rows.keys()].slice(0, 4)),
];

/** Returns the command with the id of a new entity, or of an ingredient that no recipe uses. */
const withNewId = (command: BusinessCommand): BusinessCommand => ({
  ...command,
  ...(command.type.startsWith('Add') && 'id' in command ? { id: testId('new') } : {}),
  ...('copyId' in command ? { copyId: testId('new') } : {}),
  ...(/^Add.*Ingredient$/.test(command.type) && 'ingredientId' in command ? { ingredientId: NOT_IN_A_RECIPE } : {}),
});

const chain = Array.from({ length: QUOTAS.preparationDepth }, (_, i) => testId('chain', i));
const NESTED = [testId('chain', 0), testId('chain', QUOTAS.preparationDepth - 1)];

/** Returns the business with a chain of preparations as deep as allowed. */
function withNestedPreparations(state: Business): Business {
  const [row] = state.preparations.values();
  const preparations = new Map(state.preparations);
  for (const [at, id] of chain.entries()) {
    const within = chain[at + 1];
    const line = { quantity: 10_000, version: 1, ownUnit: null, channels: null };
    if (row)
      preparations.set(id, { ...row, id, lines: within === undefined ? [] : [{ ...line, ingredientId: within }] });
  }
  return { ...state, preparations };
}

const NOT_IN_A_RECIPE = testId('ingredient', QUOTAS.linesPerDish + 1);
const FILLERS = Array.from({ length: QUOTAS.linesPerDish }, (_, at) => testId('ingredient', at));

/** Returns the business with every list filled up to its quota. */
function withFullLists(state: Business): Business {
  const preparations = fillUp('preparation', state.preparations, QUOTAS.preparations);
  return {
    ...state,
    ingredients: fillUp('ingredient', state.ingredients, QUOTAS.ingredients),
    fixedCosts: fillUp('fixed cost', state.fixedCosts, QUOTAS.fixedCosts),
    variableCosts: fillUp('variable cost', state.variableCosts, QUOTAS.variableCosts),
    channels: fillUp('channel', state.channels, QUOTAS.channels),
    sales: fillUp('sales', state.sales, QUOTAS.sales),
    preparations: withFullRecipes(preparations, QUOTAS.linesPerPreparation),
    dishes: withFullRecipes(fillUp('dish', state.dishes, QUOTAS.dishes), QUOTAS.linesPerDish),
  };
}

function fillUp<Row extends object>(
  kind: string,
  rows: ReadonlyMap<string, Row>,
  most: number,
): ReadonlyMap<string, Row> {
  const [row] = rows.values();
  const all = new Map(rows);
  if (!row) return all;
  const one = 'lines' in row ? { ...row, lines: [] } : row;
  for (let at = 0; all.size < most; at += 1) all.set(testId(kind, at), { ...one, id: testId(kind, at) });
  return all;
}

const withFullRecipes = <Row extends { readonly lines: readonly { readonly ingredientId: string }[] }>(
  rows: ReadonlyMap<string, Row>,
  most: number,
): ReadonlyMap<string, Row> =>
  new Map([...rows].map(([id, row]) => [id, { ...row, lines: fullRecipe(row.lines, most) }]));

function fullRecipe<Line extends { readonly ingredientId: string }>(
  lines: readonly Line[],
  most: number,
): readonly Line[] {
  const [line] = lines;
  if (!line) return lines;
  const more = Array.from({ length: most - lines.length }, (_, at) => ({ ...line, ingredientId: FILLERS[at] ?? '' }));
  return [...lines, ...more];
}
