import type { Answered, Asked } from './asked.ts';
import { PLAIN_CALLS } from './plain-calls.ts';
import type { Outcome } from './plain-outcomes.ts';
import { type PlainBusiness, plainBusiness } from './plain-business.ts';
import type { Meaning, Sent } from './sent-values.ts';

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
  addIngredient: ['name', 'unit'],
  addPreparation: ['name', 'yield_quantity', 'yield_unit'],
  addDish: ['name'],
  recordMonthRevenue: ['month', 'value', 'orders_count'],
  stateAverageTicket: ['average_ticket'],
  addDishIngredient: ['dish_id', 'ingredient_id', 'quantity'],
  addPreparationIngredient: ['ingredient_id', 'quantity'],
};

/** What nobody says of something new. */
const DEFAULTS: Readonly<Partial<Record<Asked['name'], Readonly<Record<string, Meaning>>>>> = {
  addIngredient: { purchase: null, yield: 1_000_000, conversions: [] },
  addPreparation: { conversions: [], method: null },
  addDish: { portions: 1, loss: null, category: null, method: null },
};

export const isId = (text: unknown): boolean =>
  typeof text === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

function wrongFields({ name, body }: Asked): string[] {
  const isLeftOut = (field: string) => body[field]?.sent === undefined || body[field]?.saysNothing === true;
  const missing = (REQUIRED[name] ?? []).filter(isLeftOut);
  const wrong = Object.keys(body)
    .filter((field) => !isLeftOut(field) && body[field]?.means === undefined)
    .map((field) => [field, body[field]?.wrongPart].filter((part) => part !== undefined).join('.'));
  return [...missing, ...wrong, ...(isPriceWrong({ name, body }) ? ['unit_price'] : [])];
}

/** A price is typed or follows from a purchase, never both; something new has one of them. */
function isPriceWrong({ name, body: { unit_price: typed, purchase } }: Pick<Asked, 'name' | 'body'>): boolean {
  const isReadable = (field: Sent | undefined) => field?.sent === undefined || field.means !== undefined;
  if (!isReadable(typed) || !isReadable(purchase)) return false;
  const isBought = Boolean(purchase?.means);
  if (typed?.means !== undefined && isBought) return true;
  return name === 'addIngredient' && typed?.means === undefined && !isBought;
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
      return PLAIN_CALLS[asked.name]({
        business,
        params,
        fields: { ...DEFAULTS[asked.name], ...meanings(asked) },
        version,
        newId,
      });
    },
    remember(asked, first) {
      if (asked.key !== undefined) answers.set(requestOf(asked), { meaning: meaningOf(asked), first });
    },
  };
}
