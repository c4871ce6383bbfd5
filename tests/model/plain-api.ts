import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { textsUnsaid } from '#tests/support/table-fields.ts';
import type { OwnerAnswer, ModelRequest } from './owner-at-api.ts';
import { PLAIN_CALLS } from './plain-calls.ts';
import type { Outcome } from './plain-outcomes.ts';
import {
  contentOf,
  type PlainBusiness,
  plainBusiness,
  type PlainChange,
  type PlainContent,
  type PlainSales,
} from './plain-business.ts';
import { purchaseChange } from './plain-purchases.ts';
import { remembered } from './plain-undo.ts';
import type { Meaning, WireValue } from './wire-values.ts';

/** The expected answers of the API to one owner, by independently written rules: lists, versions, refusals, repeats. */
export interface PlainApi {
  readonly business: PlainBusiness;
  /**
   * Makes the change and returns the expected answer. `newId` is the id that the API gave to a new entity, unless the
   * call contains it.
   */
  ask(asked: ModelRequest, newId: string): Outcome | { readonly kind: 'as before'; readonly first: OwnerAnswer };
  /** Remembers the answer to a request that changed something. */
  remember(asked: ModelRequest, answered: OwnerAnswer): void;
}

/** Bodies that lack one of these are refused at the field. */
const REQUIRED: Readonly<Partial<Record<ModelRequest['name'], readonly string[]>>> = {
  addFixedCost: ['name', 'value'],
  addVariableCost: ['name', 'percentage'],
  addIngredient: ['name', 'unit'],
  replaceIngredient: ['by'],
  repriceIngredients: ['ids', 'percentage'],
  addPreparation: ['name', 'yield_quantity', 'yield_unit'],
  addDish: ['name'],
  recordMonthRevenue: ['month', 'value', 'orders_count'],
  stateAverageTicket: ['average_ticket'],
  addDishIngredient: ['dish_id', 'ingredient_id', 'quantity'],
  addPreparationIngredient: ['ingredient_id', 'quantity'],
  addChannel: ['name'],
  recordSales: ['rows'],
  importSales: ['sets'],
  enterPurchase: ['date', 'source', 'lines'],
  recordStockValue: ['value'],
};

/** The values of omitted fields in a new entity. */
const DEFAULTS: Readonly<Partial<Record<ModelRequest['name'], Readonly<Record<string, Meaning>>>>> = {
  addFixedCost: textsUnsaid(fixedCostFields),
  addVariableCost: textsUnsaid(variableCostFields),
  addIngredient: { purchase: null, yield: 1_000_000, conversions: [], free: false, ...textsUnsaid(ingredientFields) },
  addPreparation: { conversions: [], ...textsUnsaid(preparationFields) },
  addDish: { portions: 1, loss: null, ...textsUnsaid(dishFields) },
  enterPurchase: { supplier: null, number: null, freight: 0, discount: 0, confirmed: true },
};

export const isId = (text: unknown): boolean =>
  typeof text === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

function wrongFields({ name, body }: ModelRequest): string[] {
  const isLeftOut = (field: string) => body[field]?.sent === undefined || body[field]?.saysNothing === true;
  const missing = (REQUIRED[name] ?? []).filter(isLeftOut);
  const wrong = Object.keys(body)
    .filter((field) => !isLeftOut(field) && body[field]?.means === undefined)
    .flatMap((field) => (body[field]?.wrongParts ?? ['']).map((part) => (part === '' ? field : `${field}.${part}`)));
  return [...missing, ...wrong, ...(isPriceWrong({ name, body }) ? ['unit_price'] : [])];
}

/** A price is typed or follows from a purchase, never both; something new has one of them. */
function isPriceWrong({
  name,
  body: { unit_price: typed, purchase, free },
}: Pick<ModelRequest, 'name' | 'body'>): boolean {
  const isReadable = (field: WireValue | undefined) => field?.sent === undefined || field.means !== undefined;
  if (!isReadable(typed) || !isReadable(purchase)) return false;
  const isBought = Boolean(purchase?.means);
  if (typed?.means !== undefined && isBought) return true;
  if (!isReadable(free)) return false;
  return name === 'addIngredient' && typed?.means === undefined && !isBought && free?.means !== true;
}

/** The meanings of the fields that have one. */
function meanings({ name, body }: ModelRequest): Record<string, Meaning> {
  const given = Object.entries(body).flatMap(([field, { means }]) => (means === undefined ? [] : [[field, means]]));
  return { ...(name === 'addDish' ? { sale_price: 0 } : {}), ...Object.fromEntries(given) } as Record<string, Meaning>;
}

/** Returns whether a part of the address has the required format. */
function isPossible([name, value]: readonly [string, string]): boolean {
  if (name === 'month') return /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
  return isId(value) || (name === 'channelId' && value === 'main');
}

export function plainApi(): PlainApi {
  const business = plainBusiness();
  let last: Pick<PlainChange, 'before' | 'sold' | 'purchase'> | undefined;
  /** Restores the state before a refused request, which may have been refused halfway. */
  function forget({ content, sales }: { readonly content: PlainContent; readonly sales: PlainSales[] }): void {
    business.sales.splice(0, Infinity, ...sales);
    business.channels.splice(0, Infinity, ...content.channels);
  }
  const answers = new Map<string, { readonly meaning: string; readonly first: OwnerAnswer }>();
  /** A request with the same key on another endpoint is another request. */
  const requestOf = ({ name, params, key }: ModelRequest): string => JSON.stringify([name, params, key]);
  const meaningOf = (asked: ModelRequest): string =>
    JSON.stringify(Object.entries(meanings(asked)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    business,
    ask(asked, newId) {
      if (!Object.entries(asked.params).every(isPossible)) return { kind: 'refused', status: 404, code: 'not_found' };
      const fields = wrongFields(asked);
      if (fields.length > 0) return { kind: 'refused', status: 422, code: 'invalid', fields };
      const known = asked.key === undefined ? undefined : answers.get(requestOf(asked));
      if (known?.meaning === meaningOf(asked)) return { kind: 'as before', first: known.first };
      if (known) return { kind: 'refused', status: 422, code: 'key_reused', fields: ['Idempotency-Key'] };
      const { params, ifMatch: version } = asked;
      const before = { content: contentOf(business), sales: structuredClone(business.sales) };
      const { id: ownId, ...said } = { ...DEFAULTS[asked.name], ...meanings(asked) };
      const named = typeof ownId === 'string' ? ownId : newId;
      const outcome = PLAIN_CALLS[asked.name]({ business, params, fields: said, version, newId: named });
      if (outcome.kind === 'refused') forget(before);
      business.turn += 1;
      const purchase = purchaseChange(business, before.content.purchases);
      last = { before: before.content, sold: outcome.kind === 'done' ? outcome.sold : [], purchase };
      return outcome;
    },
    remember(asked, first) {
      if (first.changeId !== null && last) {
        const { name: call, params } = asked;
        const undone = call === 'undoChange' ? business.changes.find(({ id }) => id === params['id']) : undefined;
        remembered(business, { id: first.changeId, call, undone, ...last });
      }
      if (asked.key !== undefined) answers.set(requestOf(asked), { meaning: meaningOf(asked), first });
    },
  };
}
