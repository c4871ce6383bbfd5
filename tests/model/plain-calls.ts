import type { Asked } from './asked.ts';
import { derivedTicket, dishAnswer, ingredientAnswer, metricsAnswer, monthAnswer, rowAnswer } from './plain-answers.ts';
import type { PlainBusiness, PlainDish, PlainLine, Row } from './plain-business.ts';
import type { Meaning } from './sent-values.ts';

/** What comes of one call on a plain business. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly status: 200 | 201 | 204;
      readonly body?: unknown;
      /** False where everything was as asked already. */
      readonly hasChanged: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly status: 404 | 409 | 422;
      readonly code: string;
      /** Wrong fields. */
      readonly fields?: readonly string[];
      /** What stands, for who had an older version in view. */
      readonly current?: unknown;
    };

interface PlainCall {
  readonly business: PlainBusiness;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, Meaning>>;
  readonly version: number | undefined;
  readonly newId: string;
}

type Rows = 'fixedCosts' | 'variableCosts' | 'ingredients' | 'dishes';

const unknown: Outcome = { kind: 'refused', status: 404, code: 'not_found' };
const stale = (current?: unknown): Outcome => ({ kind: 'refused', status: 409, code: 'changed_meanwhile', current });
const isStale = (version: number | undefined, held: number): boolean => version !== undefined && version !== held;

function answerOf(business: PlainBusiness, row: Row): unknown {
  if ('lines' in row) return dishAnswer(business, row as PlainDish);
  return 'unit' in row.fields ? ingredientAnswer(row) : rowAnswer(row);
}

const add =
  (rows: Rows) =>
  ({ business, fields, newId }: PlainCall): Outcome => {
    const row = { id: newId, version: 1, fields: { ...fields }, ...(rows === 'dishes' ? { lines: [] } : {}) };
    (business[rows] as Row[]).push(row);
    return { kind: 'done', status: 201, body: answerOf(business, row), hasChanged: true };
  };

/** Every field that changes counts as one more version. */
const change =
  (rows: Rows) =>
  ({ business, params, fields, version }: PlainCall): Outcome => {
    const row: Row | undefined = business[rows].find(({ id }) => id === params['id']);
    if (!row) return unknown;
    if (isStale(version, row.version)) return stale(answerOf(business, row));
    const changed = Object.entries(fields).filter(([field, means]) => row.fields[field] !== means);
    for (const [field, means] of changed) row.fields[field] = means;
    row.version += changed.length;
    return { kind: 'done', status: 200, body: answerOf(business, row), hasChanged: changed.length > 0 };
  };

const remove =
  (rows: Rows) =>
  ({ business, params, version }: PlainCall): Outcome => {
    const at = business[rows].findIndex(({ id }) => id === params['id']);
    const row = business[rows][at];
    if (!row) return unknown;
    const isInUse = business.dishes.some(({ lines }) => lines.some(({ ingredientId }) => ingredientId === row.id));
    if (rows === 'ingredients' && isInUse) return { kind: 'refused', status: 409, code: 'ingredient_in_use' };
    if (isStale(version, row.version)) return stale();
    business[rows].splice(at, 1);
    business.gone.push(row.id);
    return { kind: 'done', status: 204, hasChanged: true };
  };

function lineAt({ business, params }: PlainCall): { dish: PlainDish; line: PlainLine } | undefined {
  const dish = business.dishes.find(({ id }) => id === params['dishId']);
  const line = dish?.lines.find(({ ingredientId }) => ingredientId === params['ingredientId']);
  return dish && line && { dish, line };
}

const lineAnswer = (business: PlainBusiness, dish: PlainDish, { ingredientId }: PlainLine): unknown =>
  dishAnswer(business, dish)?.ingredients.find((line) => line.ingredient_id === ingredientId);

export const PLAIN_CALLS: Readonly<Record<Asked['name'], (call: PlainCall) => Outcome>> = {
  addFixedCost: add('fixedCosts'),
  changeFixedCost: change('fixedCosts'),
  removeFixedCost: remove('fixedCosts'),
  addVariableCost: add('variableCosts'),
  changeVariableCost: change('variableCosts'),
  removeVariableCost: remove('variableCosts'),
  addIngredient: add('ingredients'),
  changeIngredient: change('ingredients'),
  removeIngredient: remove('ingredients'),
  addDish: add('dishes'),
  changeDish: change('dishes'),
  removeDish: remove('dishes'),

  recordMonthRevenue({ business, fields, version }) {
    const [month, value, orders] = [Number(fields['month']), Number(fields['value']), Number(fields['orders_count'])];
    const held = business.months.find((each) => each.month === month);
    const row = held ?? { month, value: 0, orders: 0, version: 0 };
    if (isStale(version, row.version)) return stale(monthAnswer(row));
    const hasChanged = row.value !== value || row.orders !== orders;
    if (hasChanged) Object.assign(row, { value, orders, version: row.version + 1 });
    if (hasChanged && !held) business.months.push(row);
    return { kind: 'done', status: 200, body: monthAnswer(row), hasChanged };
  },

  stateAverageTicket({ business, fields }) {
    const ticket = Number(fields['average_ticket']);
    const hasChanged = ticket > 0 && ticket !== business.ticket && ticket !== derivedTicket(business);
    if (hasChanged) business.ticket = ticket;
    return { kind: 'done', status: 200, body: metricsAnswer(business), hasChanged };
  },

  addDishIngredient({ business, fields }) {
    const dish = business.dishes.find(({ id }) => id === fields['dish_id']);
    const ingredient = business.ingredients.find(({ id }) => id === fields['ingredient_id']);
    if (!dish || !ingredient) return unknown;
    if (dish.lines.some(({ ingredientId }) => ingredientId === ingredient.id))
      return { kind: 'refused', status: 409, code: 'ingredient_already_in_dish', fields: ['ingredient_id'] };
    const line = { ingredientId: ingredient.id, quantity: Number(fields['quantity']), version: 1 };
    dish.lines.push(line);
    dish.version += 1;
    return { kind: 'done', status: 201, body: lineAnswer(business, dish, line), hasChanged: true };
  },

  changeDishIngredient(call) {
    const found = lineAt(call);
    if (!found) return unknown;
    const { dish, line } = found;
    if (isStale(call.version, line.version)) return stale(lineAnswer(call.business, dish, line));
    const quantity = Number(call.fields['quantity']);
    const hasChanged = quantity !== line.quantity;
    line.quantity = quantity;
    line.version += hasChanged ? 1 : 0;
    dish.version += hasChanged ? 1 : 0;
    return { kind: 'done', status: 200, body: lineAnswer(call.business, dish, line), hasChanged };
  },

  removeDishIngredient(call) {
    const found = lineAt(call);
    if (!found) return unknown;
    const { dish, line } = found;
    if (isStale(call.version, line.version)) return stale();
    dish.lines.splice(dish.lines.indexOf(line), 1);
    dish.version += 1;
    return { kind: 'done', status: 204, hasChanged: true };
  },
};
