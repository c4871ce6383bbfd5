import type { Answered, Asked } from './asked.ts';
import { PLAIN_CALLS, type Outcome } from './plain-calls.ts';
import { type PlainBusiness, plainBusiness } from './plain-business.ts';
import type { Meaning } from './sent-values.ts';

/** What the API has to answer to one owner, by rules written down a second time: lists, versions, refusals, repeats. */
export interface PlainApi {
  readonly business: PlainBusiness;
  /** Does it, and says what the answer must be. `newId`: the id that the API gave to what it added. */
  ask(asked: Asked, newId: string): Outcome | { readonly kind: 'as before'; readonly first: Answered };
  /** What changed something is remembered with its answer. */
  remember(asked: Asked, answered: Answered): void;
}

/** Bodies that lack one of these are refused at the field. */
const REQUIRED: Readonly<Partial<Record<Asked['name'], readonly string[]>>> = {
  addFixedCost: ['name', 'value'],
  addVariableCost: ['name', 'percentage'],
  addIngredient: ['name', 'unit', 'unit_price'],
  addDish: ['name'],
  recordMonthRevenue: ['month', 'value', 'orders_count'],
  stateAverageTicket: ['average_ticket'],
  addDishIngredient: ['dish_id', 'ingredient_id', 'quantity'],
  changeDishIngredient: ['quantity'],
};

export const isId = (text: unknown): boolean =>
  typeof text === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

function wrongFields({ name, body }: Asked): string[] {
  const isLeftOut = (field: string) => body[field]?.sent === undefined;
  const missing = (REQUIRED[name] ?? []).filter(isLeftOut);
  const wrong = Object.keys(body).filter((field) => !isLeftOut(field) && body[field]?.means === undefined);
  return [...missing, ...wrong];
}

/** What the fields that are there mean. */
function meanings({ name, body }: Asked): Record<string, Meaning> {
  const given = Object.entries(body).flatMap(([field, { means }]) => (means === undefined ? [] : [[field, means]]));
  return { ...(name === 'addDish' ? { sale_price: 0 } : {}), ...Object.fromEntries(given) } as Record<string, Meaning>;
}

export function plainApi(): PlainApi {
  const business = plainBusiness();
  const answers = new Map<string, { readonly meaning: string; readonly first: Answered }>();
  /** The same key on another call is another request. */
  const requestOf = ({ name, params, key }: Asked): string => JSON.stringify([name, params, key]);
  const meaningOf = (asked: Asked): string =>
    JSON.stringify(Object.entries(meanings(asked)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    business,
    ask(asked, newId) {
      if (!Object.values(asked.params).every(isId)) return { kind: 'refused', status: 404, code: 'not_found' };
      const fields = wrongFields(asked);
      if (fields.length > 0) return { kind: 'refused', status: 422, code: 'invalid', fields };
      const known = asked.key === undefined ? undefined : answers.get(requestOf(asked));
      if (known?.meaning === meaningOf(asked)) return { kind: 'as before', first: known.first };
      if (known) return { kind: 'refused', status: 422, code: 'key_reused', fields: ['Idempotency-Key'] };
      const { params, ifMatch: version } = asked;
      return PLAIN_CALLS[asked.name]({ business, params, fields: meanings(asked), version, newId });
    },
    remember(asked, first) {
      if (asked.key !== undefined) answers.set(requestOf(asked), { meaning: meaningOf(asked), first });
    },
  };
}
