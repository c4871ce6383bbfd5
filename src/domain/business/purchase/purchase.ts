import { QUOTAS } from '../../limits.ts';
import type { TenThousandths } from '../../decimal.ts';
import { normalizeName } from '../../names.ts';
import { missingConversion } from '../../units/conversions.ts';
import { displayUnitOf, isSameForm, isSameUnit, measureOf } from '../../units/measure.ts';
import type { Decisions } from '../decision.ts';
import { type BusinessDraft, type Evolution, restoreRow } from '../business-draft.ts';
import { completeIngredientFields } from '../ingredient/ingredient.ts';
import { isPriced, isSamePrice, unitPriceIn } from '../ingredient/price.ts';
import { changedSinceRefusal, type Inverses, type FormerPositions } from '../inverse.ts';
import {
  utf8Length,
  type Command,
  type Event,
  type WithoutNulls,
  MAX_EVENT_BYTES,
  type VersionAndSequence,
  type VersionedId,
  withoutNulls,
} from '../message.ts';
import { componentOf } from '../recipe/components.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';
import type { Supplier } from '../supplier/fields.ts';
import { type SupplierInput, resolveSupplier } from '../supplier/supplier.ts';
import type { NewIngredient, Purchase, PurchaseFields, PurchaseLine } from './fields.ts';
import { addPurchaseToPrices, lineRatio, linesByIngredient, removePurchaseFromPrices } from './prices.ts';

type PurchaseLineInput = Omit<PurchaseLine, 'ingredientId' | 'name'> & {
  /** The bought ingredient, an existing or a new one; null for an item that is not an ingredient. */
  readonly ingredient: Pick<NewIngredient, 'id'> | NewIngredient | null;
};

export type PurchaseCommand =
  | Command<
      'EnterPurchase',
      Omit<PurchaseFields, 'supplierId' | 'supplierName' | 'lines' | 'newIngredients'> & {
        id: string;
        supplier: SupplierInput | null;
        lines: readonly PurchaseLineInput[];
        /** The day of the command, YYYY-MM-DD; left out in samples, which no person enters. */
        today?: string | undefined;
      }
    >
  | Command<'TakeBackPurchase', VersionedId>;

/** The change of the price of an ingredient by a purchase; 0 if it had no price. */
export interface PurchasePriceChange {
  readonly id: string;
  readonly name: string;
  /** The unit in which the price is displayed: R$ 4,54 per kilo of an ingredient in grams. */
  readonly unit: string;
  readonly from: TenThousandths;
  readonly to: TenThousandths;
}

type RecordedPurchase = { id: string } & Omit<WithoutNulls<PurchaseFields>, 'lines' | 'newIngredients'> & {
    /** The ingredients that the purchase created. */
    made: readonly NewIngredient[];
    lines: readonly WithoutNulls<PurchaseLine>[];
    /** The changes of displayed prices, for readers of the event alone; the state derives its prices itself. */
    prices: readonly PurchasePriceChange[];
  };

export type PurchaseEvent =
  | Event<
      'PurchaseEntered',
      RecordedPurchase & {
        /** The supplier, if the purchase created it or added its CNPJ. */
        supplier?: WithoutNulls<Pick<Supplier, 'id' | 'name' | 'cnpj'>>;
      }
    >
  | Event<'PurchaseTakenBack', RecordedPurchase & { version: number }>
  | Event<'PurchaseRestored', RecordedPurchase & VersionAndSequence>;

/**
 * Copies field by field, because a spread takes several times as long and a year of purchases has fifty thousand lines.
 */
const lineOf = (line: WithoutNulls<PurchaseLine>): PurchaseLine => ({
  ingredientId: line.ingredientId ?? null,
  name: line.name,
  packs: line.packs,
  packQuantity: line.packQuantity,
  packUnit: line.packUnit,
  total: line.total,
  code: line.code ?? null,
  gtin: line.gtin ?? null,
  billedUnit: line.billedUnit ?? null,
  description: line.description ?? null,
  cfop: line.cfop ?? null,
});

const fieldsOf = (recorded: RecordedPurchase): PurchaseFields => ({
  date: recorded.date,
  supplierId: recorded.supplierId ?? null,
  supplierName: recorded.supplierName ?? null,
  number: recorded.number ?? null,
  source: recorded.source,
  freight: recorded.freight,
  discount: recorded.discount,
  confirmed: recorded.confirmed,
  lines: recorded.lines.map(lineOf),
  newIngredients: recorded.made,
});

const recordedFields = ({ lines, newIngredients, ...fields }: PurchaseFields) => ({
  ...withoutNulls(fields),
  made: newIngredients,
  lines: lines.map((line) => withoutNulls(line)),
});

/** A copy for trying a purchase out. It copies only the parts of the business that a purchase changes. */
const copyForPurchase = (state: Business): BusinessDraft<PurchasePart> => ({
  ...state,
  purchases: new Map(state.purchases),
  purchasesByIngredient: new Map(state.purchasesByIngredient),
  manualPrices: new Map(state.manualPrices),
  suppliers: new Map(state.suppliers),
  ingredients: new Map(state.ingredients),
});

/** The unit in which a price is displayed: four decimals of a real are too few for a gram. */
function priceUnitOf(unit: string): string {
  const displayUnit = displayUnitOf(unit);
  const isSmallest = measureOf(unit).size === 1n && measureOf(unit).kind !== 'custom';
  return isSmallest && !isSameUnit(unit, displayUnit) ? displayUnit : unit;
}

/** Adds the changes of prices to an event. */
function addPriceChanges<Recorded extends PurchaseEvent>(state: Business, event: Recorded): Recorded {
  const trial = copyForPurchase(state);
  (purchaseEvolution[event.type] as (draft: BusinessDraft<PurchasePart>, data: Recorded['data']) => void)(
    trial,
    event.data,
  );
  const prices: PurchasePriceChange[] = [];
  for (const id of linesByIngredient(state, fieldsOf(event.data)).keys()) {
    const [before, after] = [state.ingredients.get(id), trial.ingredients.get(id)];
    if (!after || (before ? isSamePrice(before, after) : !isPriced(after))) continue;
    const unit = priceUnitOf(after.unit);
    prices.push({
      id,
      name: after.name,
      unit,
      from: before ? unitPriceIn(unit, before) : 0,
      to: unitPriceIn(unit, after),
    });
  }
  return { ...event, data: { ...event.data, prices } };
}

export const purchaseDecisions: Decisions<PurchaseCommand, PurchaseEvent> = {
  EnterPurchase: {
    decide(state, command) {
      const refusal = entryRefusal(state, command);
      if (refusal) return refusal;
      const { type: _, id, supplier, lines: lineInputs, today: _today, ...fields } = command;
      const named = supplier && resolveSupplier(state, supplier);
      if (named && 'refusal' in named) return named;
      const newIngredients = newIngredientsIn(lineInputs);
      if ('refusal' in newIngredients) return newIngredients;
      const newSupplierIds = named && !state.suppliers.has(named.supplier.id) ? [named.supplier.id] : [];
      const newIds = [id, ...newSupplierIds, ...newIngredients.map((each) => each.id)];
      if (new Set(newIds).size < newIds.length || newIds.some((each) => isTaken(state, each)))
        return { refusal: 'id_taken' };
      const lines = purchaseLines(state, lineInputs, newIngredients);
      if ('refusal' in lines) return lines;
      const { id: supplierId, name: supplierName } = named?.supplier ?? { id: null, name: null };
      const event = addPriceChanges(state, {
        type: 'PurchaseEntered',
        data: {
          id,
          ...recordedFields({ ...fields, supplierId, supplierName, lines, newIngredients }),
          ...(named?.isNew ? { supplier: withoutNulls(named.supplier) } : {}),
          prices: [],
        },
      });
      return utf8Length(JSON.stringify(event.data)) > MAX_EVENT_BYTES ? { refusal: 'purchase_too_large' } : [event];
    },
  },
  TakeBackPurchase: {
    version: ({ purchases }, { id }) => purchases.get(id)?.version,
    decide(state, { id }) {
      const purchase = state.purchases.get(id);
      return purchase ? [takeBackEvent(state, purchase)] : { refusal: 'purchase_unknown' };
    },
  },
};

type EnterPurchase = Extract<PurchaseCommand, { readonly type: 'EnterPurchase' }>;

const isTaken = (state: Business, id: string): boolean =>
  state.purchases.has(id) || state.suppliers.has(id) || componentOf(state, id) !== undefined || state.removed.has(id);

function entryRefusal(state: Business, command: EnterPurchase): SingleRefusal | undefined {
  const { id, date, today, freight, discount, lines } = command;
  if (isTaken(state, id)) return { refusal: 'id_taken' };
  if (today !== undefined && date > today) return { refusal: 'purchase_to_come' };
  const overQuota = quotaRefusal(state, lines.length);
  if (overQuota) return overQuota;
  const total = lines.reduce((sum, line) => sum + BigInt(line.total), 0n);
  if (total === 0n && freight + discount > 0)
    return { refusal: 'nothing_to_spread', field: freight > 0 ? 'freight' : 'discount' };
  if (BigInt(discount) > total) return { refusal: 'discount_too_large' };
  return undefined;
}

/** @param count the number of lines of the purchase to add */
function quotaRefusal({ purchases }: Business, count: number): SingleRefusal | undefined {
  if (purchases.size >= QUOTAS.purchases) return { refusal: 'too_many_purchases', limit: QUOTAS.purchases };
  let lines = count;
  for (const purchase of purchases.values()) lines += purchase.lines.length;
  return lines > QUOTAS.purchaseLines ? { refusal: 'too_many_purchase_lines', limit: QUOTAS.purchaseLines } : undefined;
}

/**
 * Each new ingredient once, in the order of their ids, because they share the position of their event in the stream.
 */
function newIngredientsIn(lines: readonly PurchaseLineInput[]): readonly NewIngredient[] | SingleRefusal {
  const made = new Map<string, NewIngredient>();
  const idsByName = new Map<string, string>();
  for (const [index, { ingredient }] of lines.entries()) {
    if (!ingredient || !('name' in ingredient)) continue;
    const { id, unit } = ingredient;
    const name = normalizeName(ingredient.name);
    const known = made.get(id) ?? ingredient;
    if (normalizeName(known.name) !== name || !isSameForm(known.unit, unit) || (idsByName.get(name) ?? id) !== id)
      return { refusal: 'new_ingredient_ambiguous', index };
    made.set(id, known);
    idsByName.set(name, id);
  }
  return [...made.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function purchaseLines(
  state: Business,
  lineInputs: readonly PurchaseLineInput[],
  made: readonly NewIngredient[],
): readonly PurchaseLine[] | SingleRefusal {
  if (state.ingredients.size + made.length > QUOTAS.ingredients)
    return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
  const lines: PurchaseLine[] = [];
  for (const [index, { ingredient, ...line }] of lineInputs.entries()) {
    if (!ingredient) {
      lines.push({ ...line, ingredientId: null, name: line.description ?? '' });
      continue;
    }
    const isNew = 'name' in ingredient;
    const row = isNew ? { ...ingredient, conversions: null } : state.ingredients.get(ingredient.id);
    if (!row) return { refusal: 'ingredient_not_there', field: `lines.${index}.ingredient_id` };
    const bought = { ...line, ingredientId: row.id, name: row.name };
    if (!lineRatio(state, bought, row)) {
      const missing = missingConversion(line.packUnit, row.unit);
      return { refusal: 'purchase_line_not_convertible', index, component: row.name, missing };
    }
    lines.push(bought);
  }
  return lines;
}

type TakeBackEvent = Extract<PurchaseEvent, { readonly type: 'PurchaseTakenBack' }>;

function takeBackEvent(state: Business, purchase: Purchase): TakeBackEvent {
  const { id, version, sequence: _, ...fields } = purchase;
  const data = { id, ...recordedFields(fields), version, prices: [] };
  return addPriceChanges<TakeBackEvent>(state, { type: 'PurchaseTakenBack', data });
}

type PurchasePart =
  'purchases' | 'purchasesByIngredient' | 'manualPrices' | 'suppliers' | 'ingredients' | 'lastTakenBackPurchase';

export const purchaseEvolution: Evolution<PurchaseEvent, PurchasePart> = {
  PurchaseEntered(draft, recorded) {
    const { id, supplier } = recorded;
    const { sequence } = draft;
    const { newIngredients, ...fields } = fieldsOf(recorded);
    if (supplier) {
      const known = draft.suppliers.get(supplier.id) ?? { sequence, version: 0 };
      const { id: supplierId, name, cnpj = null } = supplier;
      draft.suppliers.set(supplierId, { ...known, id: supplierId, name, cnpj, version: known.version + 1 });
    }
    for (const each of newIngredients) {
      const values = completeIngredientFields({ ...each, unitPrice: 0 });
      draft.ingredients.set(each.id, { id: each.id, ...values, priceSource: null, version: 1, sequence });
    }
    const purchase = { id, ...fields, newIngredients, version: 1, sequence };
    draft.purchases.set(id, purchase);
    addPurchaseToPrices(draft, purchase, new Set(newIngredients.map((each) => each.id)));
  },
  PurchaseTakenBack(draft, { id }) {
    const purchase = draft.purchases.get(id);
    if (!purchase) return;
    draft.purchases.delete(id);
    draft.lastTakenBackPurchase = purchase;
    removePurchaseFromPrices(draft, purchase);
  },
  PurchaseRestored(draft, recorded) {
    const { id, version, sequence } = recorded;
    const purchase = { id, ...fieldsOf(recorded), version, sequence };
    restoreRow(draft.purchases, purchase);
    addPurchaseToPrices(draft, purchase);
  },
};

const referenceTo = ({ id, date, supplierName = null }: Pick<RecordedPurchase, 'id' | 'date' | 'supplierName'>) =>
  ({ kind: 'purchase', id, date, supplierName }) as const;

/** Prices that have changed since are no obstacle, because they are derived again. */
function undoEntry(state: Business, recorded: RecordedPurchase): PurchaseEvent | UndoRefusal {
  const purchase = state.purchases.get(recorded.id);
  return purchase ? takeBackEvent(state, purchase) : changedSinceRefusal(referenceTo(recorded), 'gone', false);
}

export const purchaseInverses: Inverses<PurchaseEvent> = {
  PurchaseEntered: undoEntry,
  PurchaseRestored: undoEntry,
  PurchaseTakenBack(state, recorded, sequence) {
    const { id, version } = recorded;
    if (state.purchases.has(id)) return changedSinceRefusal(referenceTo(recorded), 'back', false);
    const fields = fieldsOf(recorded);
    const refusal = quotaRefusal(state, fields.lines.length) ?? conversionRefusal(state, fields);
    if (refusal) return refusal;
    const data = { id, ...recordedFields(fields), version: version + 1, sequence, prices: [] };
    return addPriceChanges(state, { type: 'PurchaseRestored', data });
  },
};

/** The refusal of a purchase with a line whose unit no longer converts to that of its ingredient. */
function conversionRefusal(state: Business, fields: PurchaseFields): SingleRefusal | undefined {
  for (const [id, lines] of linesByIngredient(state, fields)) {
    const row = state.ingredients.get(id);
    const line = row && lines.find((each) => !lineRatio(state, each, row));
    if (!row || !line) continue;
    const missing = missingConversion(line.packUnit, row.unit);
    const { date, supplierName } = fields;
    return { refusal: 'conversion_in_purchases', component: row.name, purchases: [{ date, supplierName }], missing };
  }
  return undefined;
}

export const purchaseFormerPositions: FormerPositions<PurchaseEvent, 'PurchaseTakenBack'> = {
  PurchaseTakenBack: ({ purchases }, { id }) => purchases.get(id)?.sequence ?? 0,
};

/** The business without one of its purchases. */
export function withoutPurchase(state: Business, purchase: Purchase): Business {
  const trial = copyForPurchase(state);
  purchaseEvolution.PurchaseTakenBack(trial, takeBackEvent(state, purchase).data);
  return trial;
}

/** The business with a purchase that was taken back. */
export function withPurchase(state: Business, { id, version, sequence, ...fields }: Purchase): Business {
  const trial = copyForPurchase(state);
  purchaseEvolution.PurchaseRestored(trial, { id, ...recordedFields(fields), version, sequence, prices: [] });
  return trial;
}
