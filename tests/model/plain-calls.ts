import type { ModelRequest } from './owner-at-api.ts';
import {
  derivedTicket,
  dishAnswer,
  ingredientAnswer,
  metricsAnswer,
  monthAnswer,
  preparationAnswer,
  rowAnswer,
  settingsAnswer,
} from './plain-answers.ts';
import { type PlainBusiness, type PlainRecipe, type Row, textOf } from './plain-business.ts';
import {
  addChannel,
  changeChannel,
  changedDish,
  changedVariableCost,
  newDish,
  newVariableCost,
  removeChannel,
} from './plain-channels.ts';
import { changedIngredient, newIngredient } from './plain-ingredients.ts';
import { addLine, changeLine, removeLine } from './plain-lines.ts';
import { done, isStale, type Outcome, type PlainCall, refused, stale, unknown } from './plain-outcomes.ts';
import { changedPreparation, newPreparation } from './plain-preparations.ts';
import {
  changeSupplier,
  clearStockValue,
  deriveAll,
  enterPurchase,
  rankTyped,
  recordStockValue,
  declareFree,
  takeBackPurchase,
} from './plain-purchases.ts';
import { usersOf } from './plain-recipes.ts';
import { replaceIngredient, repriceIngredients } from './plain-replacement.ts';
import { importSales, recordMonth, recordSales } from './plain-sales.ts';
import { undoChange } from './plain-undo.ts';

type Rows = 'fixedCosts' | 'variableCosts' | 'ingredients' | 'preparations' | 'dishes';

/** The requested fields of an entity with the number of changes, or the reason for a refusal. */
export type RequestedFields = { readonly fields: Row['fields']; readonly changes: number } | Outcome;

function answerOf(business: PlainBusiness, rows: Rows, row: Row): unknown {
  if (rows === 'dishes') return dishAnswer(business, row);
  if (rows === 'preparations') return preparationAnswer(business, row as PlainRecipe);
  if (rows === 'ingredients') return ingredientAnswer(row);
  return rowAnswer(row);
}

const asAsked = ({ fields }: PlainCall): RequestedFields => ({ fields: { ...fields }, changes: 0 });

const add =
  (rows: Rows, made: (call: PlainCall) => RequestedFields = asAsked) =>
  (call: PlainCall): Outcome => {
    const { business, newId } = call;
    const wanted = made(call);
    if (!('changes' in wanted)) return wanted;
    const hasLines = rows === 'dishes' || rows === 'preparations';
    const row = { id: newId, version: 1, fields: wanted.fields, ...(hasLines ? { lines: [] } : {}) };
    (business[rows] as Row[]).push(row);
    return done(201, answerOf(business, rows, row));
  };

/** Counts each changed field as one more version. */
const eachField = (row: Row, { fields }: PlainCall): RequestedFields => ({
  fields: { ...row.fields, ...fields },
  changes: Object.entries(fields).filter(([field, means]) => row.fields[field] !== means).length,
});

const change =
  (rows: Rows, changed: (row: Row, call: PlainCall) => RequestedFields = eachField) =>
  (call: PlainCall): Outcome => {
    const { business, params, version } = call;
    const row: Row | undefined = business[rows].find(({ id }) => id === params['id']);
    if (!row) return unknown;
    const wanted = changed(row, call);
    if (!('changes' in wanted)) return wanted;
    if (isStale(version, row.version)) return stale(answerOf(business, rows, row));
    const before = { ...row.fields };
    Object.assign(row.fields, wanted.fields);
    if (rows === 'ingredients') priceTyped(business, row, before);
    row.version += wanted.changes;
    return done(200, answerOf(business, rows, row), wanted.changes > 0);
  };

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Records a newly typed price of an ingredient that may have purchases. */
function priceTyped(business: PlainBusiness, row: Row, before: Row['fields']): void {
  const [was, is] = [before, row.fields].map(({ unit_price, purchase }) => [unit_price, purchase]);
  if (!isSame(was, is)) rankTyped(business, row, { wasFree: before['free'] === true });
  if (before['free'] !== row.fields['free']) declareFree(business, row);
}

const IN_USE: Readonly<Partial<Record<Rows, string>>> = {
  ingredients: 'ingredient_in_use',
  preparations: 'preparation_in_use',
};

const remove =
  (rows: Rows) =>
  ({ business, params, version }: PlainCall): Outcome => {
    const at = business[rows].findIndex(({ id }) => id === params['id']);
    const row = business[rows][at];
    if (!row) return unknown;
    const code = IN_USE[rows];
    if (code !== undefined && usersOf(business, row.id).length > 0) return refused(409, code);
    if (isStale(version, row.version)) return stale();
    business[rows].splice(at, 1);
    business.removedIds.push(row.id);
    return done(204);
  };

/** Multiplies a quantity, if four decimals and the range can hold the product. */
function multiplied(quantity: number, factor: number, max: number): number | undefined {
  const product = BigInt(quantity) * BigInt(factor);
  return product % 10_000n === 0n && product / 10_000n <= BigInt(max) ? Number(product / 10_000n) : undefined;
}

const nameForCopy = (name: string): string => `${Array.from(name).slice(0, 72).join('').trimEnd()} (cópia)`;

/** Copies everything except the name, with quantities multiplied by the factor; each line counts as one change. */
const duplicate =
  (rows: 'dishes' | 'preparations') =>
  ({ business, params, fields, newId }: PlainCall): Outcome => {
    const row = business[rows].find(({ id }) => id === params['id']);
    if (!row) return unknown;
    const keep = (fields['keep'] ?? []) as readonly string[];
    const stranger = keep.findIndex((id) => !row.lines.some((line) => line.ingredientId === id));
    const factor = Number(fields['factor'] ?? 10_000);
    const yields = 'yield_quantity' in row.fields ? [Number(row.fields['yield_quantity'])] : [];
    const yielded = yields.map((each) => multiplied(each, factor, 99_999_999_999));
    const quantities = row.lines.map((line) =>
      keep.includes(line.ingredientId) ? line.quantity : multiplied(line.quantity, factor, 999_999_999),
    );
    if (yielded.includes(undefined)) return refused(422, 'factor_unfit', ['factor']);
    if (stranger >= 0) return refused(422, 'kept_line_unknown', [`keep.${stranger}`]);
    if (quantities.includes(undefined)) return refused(422, 'factor_unfit', ['factor']);
    const [yieldQuantity] = yielded;
    const copy: PlainRecipe = {
      id: newId,
      version: 1 + row.lines.length,
      fields: {
        ...row.fields,
        name: fields['name'] ?? nameForCopy(textOf(row.fields['name'])),
        ...(yieldQuantity === undefined ? {} : { yield_quantity: yieldQuantity }),
      },
      lines: row.lines.map((line, i) => ({ ...line, quantity: quantities[i] ?? 0, version: 1 })),
    };
    business[rows].push(copy);
    return done(201, answerOf(business, rows, copy));
  };

const SETTINGS = [
  ['production_loss', 'productionLoss'],
  ['mix_months', 'mixMonths'],
  ['profit_goal', 'profitGoal'],
  ['price_rule', 'priceRule'],
] as const;

export const PLAIN_CALLS: Readonly<Record<ModelRequest['name'], (call: PlainCall) => Outcome>> = {
  addFixedCost: add('fixedCosts'),
  changeFixedCost: change('fixedCosts'),
  removeFixedCost: remove('fixedCosts'),
  addVariableCost: add('variableCosts', newVariableCost),
  changeVariableCost: change('variableCosts', changedVariableCost),
  removeVariableCost: remove('variableCosts'),
  addIngredient: add('ingredients', newIngredient),
  changeIngredient: change('ingredients', changedIngredient),
  replaceIngredient,
  repriceIngredients,
  removeIngredient: remove('ingredients'),
  addDish: add('dishes', newDish),
  changeDish: change('dishes', changedDish),
  duplicateDish: duplicate('dishes'),
  removeDish: remove('dishes'),
  addDishIngredient: addLine('dishes'),
  changeDishIngredient: changeLine('dishes'),
  removeDishIngredient: removeLine('dishes'),
  addPreparation: add('preparations', newPreparation),
  changePreparation: change('preparations', changedPreparation),
  duplicatePreparation: duplicate('preparations'),
  removePreparation: remove('preparations'),
  addPreparationIngredient: addLine('preparations'),
  changePreparationIngredient: changeLine('preparations'),
  removePreparationIngredient: removeLine('preparations'),

  addChannel,
  changeChannel,
  removeChannel,
  recordSales,
  importSales,
  undoChange,

  enterPurchase,
  takeBackPurchase,
  changeSupplier,
  recordStockValue,
  clearStockValue,

  recordMonthRevenue({ business, fields, version }) {
    const [month, value, orders] = [Number(fields['month']), Number(fields['value']), Number(fields['orders_count'])];
    const row = () =>
      business.months.find((each) => each.month === month) ?? { month, value: 0, orders: 0, version: 0 };
    if (isStale(version, row().version)) return stale(monthAnswer(row()));
    const hasChanged = recordMonth(business, { month, value, orders });
    return done(200, monthAnswer(row()), hasChanged);
  },

  stateAverageTicket({ business, fields }) {
    const ticket = Number(fields['average_ticket']);
    const hasChanged = ticket > 0 && ticket !== business.ticket && ticket !== derivedTicket(business);
    if (hasChanged) business.ticket = ticket;
    return done(200, metricsAnswer(business), hasChanged);
  },

  changeBusinessSettings({ business, fields, version }) {
    if (isStale(version, business.settingsVersion)) return stale(settingsAnswer(business));
    let changes = 0;
    for (const [field, name] of SETTINGS) {
      const means = fields[field];
      if (means === undefined) continue;
      const value = means === null || means === 'last' ? null : means;
      if (value === business[name]) continue;
      Object.assign(business, { [name]: value });
      changes += 1;
    }
    business.settingsVersion += changes;
    deriveAll(business);
    return done(200, settingsAnswer(business), changes > 0);
  },
};
