import { changeEvolution, changesOf, valuesOf } from '../field-events.ts';
import type { ChangeEvent } from '../field.ts';
import { type Ingredient, type IngredientFields, ingredientFields, type IngredientTypes } from './fields.ts';
import {
  divideRounded,
  HUNDRED_PERCENT,
  HUNDRED_PERCENT_N,
  SCALE,
  type TenThousandths,
  toSafeNumber,
} from '../../decimal.ts';
import { LIMITS, QUOTAS } from '../../limits.ts';
import {
  conversionFlaw,
  type Conversions,
  converts,
  type MissingConversion,
  missingConversion,
  ratioOf,
} from '../../units/conversions.ts';
import { isSameForm } from '../../units/measure.ts';
import { isSameValue } from '../../same-value.ts';
import { componentOf, lineOf, namesUsing, recipesUsing } from '../recipe/components.ts';
import type { Decisions } from '../decision.ts';
import { changeRow, type BusinessDraft, type Evolution, restoreRow, setLineUnits } from '../business-draft.ts';
import {
  changedSinceRefusal,
  changeInverses,
  fieldInverter,
  type Inverses,
  isRefused,
  type FormerPositions,
  reverted,
  unchanged,
} from '../inverse.ts';
import {
  type Change,
  type Command,
  type Event,
  type WithoutNulls,
  type VersionAndSequence,
  type VersionedId,
  withoutNulls,
} from '../message.ts';
import {
  displayedPrice,
  isPriced,
  type Pack,
  priceFromEvent,
  type RecordedPrice,
  recordedPrice,
  withDerivedUnitPrice,
} from './price.ts';
import {
  derivePrice,
  updatePriceUnits,
  lineRatio,
  applyManualPrice,
  recordedManualPrice,
  declareFree,
  type ManualPriceChange,
  manualPriceOf,
} from '../purchase/prices.ts';
import type { RecordedManualPrice } from '../purchase/fields.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

/**
 * The day of the command (YYYY-MM-DD), which decides between a manual price and purchases; left out where no person
 * enters the price. The browser leaves it out too: its preview then has no day.
 */
type Today = { today?: string | undefined };

export type IngredientCommand =
  /** `unitPrice` is left out where there is a pack. */
  | Command<
      'AddIngredient',
      { id: string } & Omit<WithoutNulls<IngredientFields>, 'unitPrice'> & { unitPrice?: TenThousandths }
    >
  | Command<'ChangeIngredient', Change<IngredientFields> & Today>
  /** Raises or lowers the prices of several ingredients by one percentage. */
  | Command<'RepriceIngredients', { ids: readonly string[]; percentage: TenThousandths } & Today>
  | Command<'RemoveIngredient', VersionedId>;

/**
 * In events `purchase` is the pack, and `typed` the manual price before and after, which only an ingredient with
 * purchases has. These names are stored and cannot change.
 */
type WithManualPriceChange = { typed?: ManualPriceChange };

/** The fields of an ingredient as events carry them, where the pack is called `purchase`. */
export type RecordedIngredient = WithoutNulls<Omit<IngredientFields, 'pack'>> & {
  readonly purchase?: Pack | null | undefined;
};

export type IngredientEvent =
  | Event<'IngredientAdded', { id: string } & RecordedIngredient>
  | ChangeEvent<IngredientTypes>
  /** The unit has another name: quantities keep their numbers. */
  | Event<'IngredientUnitChanged', { id: string; name: string; from: string; to: string }>
  /**
   * No figure changes: lines that had no unit of their own get the old one, and the price stays that of the pack or the
   * purchase.
   */
  | Event<
      'IngredientUnitConverted',
      { id: string; name: string; from: string; to: string; before: RecordedPrice; after: RecordedPrice }
    >
  | Event<
      'IngredientRepriced',
      { id: string; name: string; unit: string; from: TenThousandths; to: TenThousandths } & WithManualPriceChange
    >
  /** Replaces IngredientRepriced when there is a pack before or after. */
  | Event<
      'IngredientPurchaseChanged',
      { id: string; name: string; unit: string; from: RecordedPrice; to: RecordedPrice } & WithManualPriceChange
    >
  | Event<'IngredientConversionsChanged', { id: string; name: string; from: Conversions; to: Conversions }>
  | Event<'IngredientFreeChanged', { id: string; name: string; from: true | null; to: true | null }>
  | Event<'IngredientRemoved', { id: string } & RecordedIngredient & { version: number }>
  | Event<'IngredientRestored', { id: string } & RecordedIngredient & VersionAndSequence>;

/** All fields of an ingredient; those that are left out are null. */
export const completeIngredientFields = ({
  unit,
  unitPrice,
  pack = null,
  conversions = null,
  free = null,
  ...plain
}: WithoutNulls<IngredientFields>): IngredientFields => {
  const { name, ...others } = valuesOf(ingredientFields, plain);
  return { name, unit, unitPrice, pack, ...others, conversions, free };
};

/** Reads the fields of an ingredient from an event. Events that are older than a field lack it. */
export const ingredientFromEvent = ({ purchase, ...fields }: RecordedIngredient): IngredientFields =>
  completeIngredientFields({ ...fields, pack: purchase ?? null });

/** Converts the fields of an ingredient to the form that events carry. */
export const recordedIngredient = (fields: IngredientFields): RecordedIngredient => {
  const { name, unit, unitPrice, pack, ...others } = completeIngredientFields(fields);
  return withoutNulls({ name, unit, unitPrice, purchase: pack, ...others });
};

const find = ({ ingredients }: Business, { id }: { readonly id: string }): Ingredient | undefined =>
  ingredients.get(id);

const versionOf = (state: Business, target: VersionedId): number | undefined => find(state, target)?.version;

/** The refusal for a redundant conversion. */
function flawRefusal({ conversions }: IngredientFields, previous: Conversions): SingleRefusal | undefined {
  const flaw = conversions && conversionFlaw(conversions, previous);
  return flaw ? { refusal: 'conversion_needless', ...flaw } : undefined;
}

/** The question for the missing conversion of the pack's unit; undefined if it converts. */
function missingPackConversion({ unit, pack, conversions }: IngredientFields): MissingConversion | undefined {
  return pack && !converts(pack.unit, unit, conversions) ? missingConversion(pack.unit, unit) : undefined;
}

/** The refusal for a requested pack whose unit does not convert. */
function packRefusal(ingredient: IngredientFields): SingleRefusal | undefined {
  const missing = missingPackConversion(ingredient);
  return missing && { refusal: 'purchase_not_convertible', component: ingredient.name, missing };
}

/** The refusal when recipe lines, purchases or the price are in a unit that would no longer convert. */
function lostUnitRefusal(state: Business, before: Ingredient, after: Ingredient): SingleRefusal | undefined {
  const refusal = lineUnitRefusal(state, before, after) ?? purchaseUnitRefusal(state, after);
  const missing = missingPackConversion(after);
  if (refusal || !missing) return refusal;
  if (after.priceSource) {
    // The pack of a purchase may convert by the conversions of an ingredient that was merged into this one. A browser
    // has the purchase's price without the purchase and without that ingredient.
    if (state.purchasesByIngredient.has(after.id) || missingPackConversion(before)) return undefined;
    const purchases = [{ date: after.priceSource.date, supplierName: null }];
    return { refusal: 'conversion_in_purchases', component: after.name, purchases, missing };
  }
  return { refusal: 'conversion_in_price', component: after.name, unit: after.pack?.unit ?? '', missing };
}

export const ingredientDecisions: Decisions<IngredientCommand, IngredientEvent> = {
  AddIngredient: {
    decide(state, { id, unitPrice = 0, ...fields }) {
      if (componentOf(state, id) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.ingredients.size >= QUOTAS.ingredients)
        return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
      const added = withDerivedUnitPrice(completeIngredientFields({ ...fields, unitPrice }));
      if (added.free && isPriced(added)) return { refusal: 'free_with_price' };
      return (
        flawRefusal(added, null) ??
        packRefusal(added) ?? [{ type: 'IngredientAdded', data: { id, ...recordedIngredient(added) } }]
      );
    },
  },
  ChangeIngredient: {
    version: versionOf,
    decide(state, command) {
      const ingredient = find(state, command);
      return ingredient ? decideChange(state, ingredient, command) : { refusal: 'ingredient_unknown' };
    },
  },
  RepriceIngredients: {
    decide(state, { ids, percentage, today }) {
      const events: IngredientEvent[] = [];
      for (const id of new Set(ids)) {
        const ingredient = find(state, { id });
        if (!ingredient) return { refusal: 'ingredient_not_there', field: `ids.${ids.indexOf(id)}` };
        const change = repricingChange(ingredient, percentage);
        if ('refusal' in change) return change;
        const outcome = decideChange(state, ingredient, { ...change, today });
        if ('refusal' in outcome) return outcome;
        events.push(...outcome);
      }
      return events;
    },
  },
  RemoveIngredient: {
    version: versionOf,
    decide(state, command) {
      const ingredient = find(state, command);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      const { id, name } = ingredient;
      const dishes = namesUsing(state, id);
      if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: name, dishes };
      return [removalEvent(ingredient)];
    },
  },
};

/**
 * Raises the unit price, or the price of the pack, without rounding to cents: R$ 38,90 raised by 8 % is R$ 42,012.
 */
function repricingChange(row: Ingredient, percentage: TenThousandths): Change<IngredientFields> | SingleRefusal {
  const { id, name } = row;
  const { unitPrice, pack } = displayedPrice(row);
  const { max } = pack ? LIMITS.packPrice : LIMITS.unitPrice;
  const exact = BigInt(pack?.price ?? unitPrice) * BigInt(HUNDRED_PERCENT + percentage);
  const price = toSafeNumber(divideRounded(exact, HUNDRED_PERCENT_N));
  if (price > max) return { refusal: 'price_unfit', ingredient: name };
  if (price === (pack?.price ?? unitPrice)) return { id };
  return pack ? { id, pack: { ...pack, price } } : { id, unitPrice: price };
}

const removalEvent = (ingredient: Ingredient): IngredientEvent => ({
  type: 'IngredientRemoved',
  data: {
    id: ingredient.id,
    ...recordedIngredient({ ...ingredient, ...displayedPrice(ingredient) }),
    version: ingredient.version,
  },
});

interface StepInput {
  /** The business before the first step, with the manual prices after the last one. */
  readonly state: Business;
  /** The ingredient before the first step. */
  readonly before: Ingredient;
  readonly requested: RequestedChange;
}

type RequestedChange = Change<IngredientFields> & Today;

type Step = (now: Ingredient, input: StepInput) => readonly IngredientEvent[] | SingleRefusal;

const changeName: Step = (now, { requested: { name } }) => changesOf(ingredientFields, now, { name });

const changeConversions: Step = ({ id, name, conversions: from }, { requested: { conversions: to = from } }) =>
  isSameValue(to, from) ? [] : [{ type: 'IngredientConversionsChanged', data: { id, name, from, to } }];

const changeOtherFields: Step = (now, { requested }) => changesOf(ingredientFields, now, requested);

/**
 * The steps of a change in order; each builds on the result of those before it. The name is first, because the events
 * of the other steps carry it; conversions come before the unit, which they may convert, and the unit before its price.
 */
const STEPS: readonly Step[] = [changeName, changeConversions, changeUnit, changePrice, changeOtherFields, changeFree];

function decideChange(
  state: Business,
  before: Ingredient,
  requested: RequestedChange,
): readonly IngredientEvent[] | SingleRefusal {
  const ingredients = new Map([[before.id, before]]);
  const manualPrices = new Map(state.manualPrices);
  const draft = { ...state, ingredients, manualPrices, preparations: new Map(), dishes: new Map() };
  const events: IngredientEvent[] = [];
  let now = before;
  for (const step of STEPS) {
    const outcome = step(now, { state: { ...state, manualPrices }, before, requested });
    if ('refusal' in outcome) return outcome;
    for (const event of outcome) {
      events.push(event);
      (ingredientEvolution[event.type] as (of: typeof draft, data: IngredientEvent['data']) => void)(draft, event.data);
    }
    now = ingredients.get(before.id) ?? now;
  }
  const { pack, unit = before.unit } = requested;
  const isNewPack = pack && !(isSameValue(pack, before.pack) && unit === before.unit);
  return (
    flawRefusal(now, before.conversions) ??
    (isNewPack ? packRefusal(now) : undefined) ??
    lostUnitRefusal(state, before, now) ??
    events
  );
}

/** A convertible unit changes no figure; another one is a label, allowed while no recipe uses the ingredient. */
function changeUnit(now: Ingredient, { state, requested }: StepInput): readonly IngredientEvent[] | SingleRefusal {
  const { id, name, unit: from, conversions } = now;
  const { unit: to = from, unitPrice, pack } = requested;
  if (to === from) return [];
  const hasPrice = unitPrice !== undefined || (pack ?? null) !== null;
  const users = recipesUsing(state, id);
  if ((users.length > 0 || !hasPrice) && converts(from, to, conversions)) {
    const data = { id, name, from, to, before: recordedPrice(now), after: recordedPrice(convertToUnit(now, to)) };
    return [{ type: 'IngredientUnitConverted', data }];
  }
  if (users.length > 0) {
    const recipes = users.map((recipe) => recipe.name);
    return { refusal: 'unit_in_use', component: name, recipes, missing: missingConversion(from, to) };
  }
  if (!hasPrice && now.unitPrice > 0) return { refusal: 'unit_needs_price' };
  return [{ type: 'IngredientUnitChanged', data: { id, name, from, to } }];
}

function changePrice(now: Ingredient, { state, before, requested }: StepInput): readonly IngredientEvent[] {
  const { id, name, unit } = now;
  const price = requestedPrice(now, before, requested);
  const to = recordedPrice(withDerivedUnitPrice({ ...now, ...price }));
  if (isSameValue(to, recordedPrice(now))) return [];
  const manualPrice = manualPriceChange(state, now, { ...to, on: requested.today ?? null });
  const manualPricePart = manualPrice ? { typed: manualPrice } : {};
  return to.purchase || now.pack
    ? [
        {
          type: 'IngredientPurchaseChanged',
          data: { id, name, unit, from: recordedPrice(displayedPrice(now)), to, ...manualPricePart },
        },
      ]
    : [
        {
          type: 'IngredientRepriced',
          data: { id, name, unit, from: now.unitPrice, to: to.unitPrice, ...manualPricePart },
        },
      ];
}

/**
 * The change of the manual price by a price that is entered now; undefined for an ingredient that never had a purchase.
 */
function manualPriceChange(
  state: Business,
  { id, unit, free }: Ingredient,
  to: RecordedPrice & Pick<RecordedManualPrice, 'on'>,
): ManualPriceChange | undefined {
  const from = recordedManualPrice(state.manualPrices.get(id));
  if (state.purchasesByIngredient.has(id)) return { from, to: { ...to, unit, free, sequence: state.sequence } };
  return from ? { from, to: null } : undefined;
}

/** Setting a price makes the ingredient no longer free. */
function changeFree(now: Ingredient, { requested }: StepInput): readonly IngredientEvent[] | SingleRefusal {
  const { id, name, free: from } = now;
  if (requested.free && isPriced(now)) return { refusal: 'free_with_price' };
  const to = isPriced(now) ? null : requested.free === undefined ? from : requested.free;
  return to === from ? [] : [{ type: 'IngredientFreeChanged', data: { id, name, from, to } }];
}

/** The ingredient priced in a convertible unit: R$ 4,79 a kilo becomes 1 kg bought for R$ 4,79. */
function convertToUnit(row: Ingredient, unit: string): Ingredient {
  const { unit: from, unitPrice, pack, conversions } = row;
  const isSamePrice = pack !== null || unitPrice === 0 || isSameSize(from, unit, conversions);
  const bought = isSamePrice ? pack : { price: unitPrice, quantity: SCALE, unit: from, label: null };
  return withDerivedUnitPrice({ ...row, unit, pack: bought });
}

function isSameSize(a: string, b: string, conversions: Conversions): boolean {
  const ratio = ratioOf(a, b, conversions);
  return ratio !== undefined && ratio.n === ratio.d;
}

/**
 * The price that a change requests. A new unit price removes the pack. A client that does not know packs may send the
 * displayed price back unchanged while it renames the ingredient: then the pack stays.
 */
function requestedPrice(
  now: Ingredient,
  before: Ingredient,
  { unit, unitPrice, pack }: Change<IngredientFields>,
): Partial<Ingredient> {
  const isUnchanged =
    (pack ? isSameValue(pack, before.pack) : unitPrice === before.unitPrice) &&
    (unit === undefined || unit === before.unit);
  if (pack) return isUnchanged && now.priceSource ? {} : { pack, priceSource: null };
  if (unitPrice !== undefined && !isUnchanged) return { pack: null, unitPrice, priceSource: null };
  if (pack !== null || unitPrice !== undefined) return {};
  // The unit price of a pack can exceed the largest price that may be entered.
  return { pack: null, unitPrice: Math.min(now.unitPrice, LIMITS.unitPrice.max), priceSource: null };
}

/** The refusal when purchases are in a unit that would no longer convert. */
function purchaseUnitRefusal(state: Business, after: Ingredient): SingleRefusal | undefined {
  const lost = (state.purchasesByIngredient.get(after.id) ?? []).flatMap(({ purchase, lines }) => {
    const line = lines.find((each) => !lineRatio(state, each, after));
    return line ? [{ purchase, unit: line.packUnit }] : [];
  });
  const [first] = lost;
  if (!first) return undefined;
  const purchases = lost.map(({ purchase: { date, supplierId, supplierName } }) => ({
    date,
    supplierName: state.suppliers.get(supplierId ?? '')?.name ?? supplierName,
  }));
  const missing = missingConversion(first.unit, after.unit);
  return { refusal: 'conversion_in_purchases', component: after.name, purchases, missing };
}

/** The refusal when a recipe line is in a unit that would no longer convert. */
export function lineUnitRefusal(
  state: Business,
  before: Pick<Ingredient, 'id' | 'name'>,
  after: { readonly unit: string; readonly conversions: Conversions },
): SingleRefusal | undefined {
  const lost = recipesUsing(state, before.id).flatMap((recipe) => {
    const unit = lineOf(recipe, before.id)?.ownUnit ?? after.unit;
    return converts(unit, after.unit, after.conversions) ? [] : [{ name: recipe.name, unit }];
  });
  const [first] = lost;
  if (!first) return undefined;
  const missing = missingConversion(first.unit, after.unit);
  return { refusal: 'conversion_in_use', component: before.name, recipes: lost.map(({ name }) => name), missing };
}

type UnitConvertedEvent = Extract<IngredientEvent, { readonly type: 'IngredientUnitConverted' }>;

export const ingredientEvolution: Evolution<
  Exclude<IngredientEvent, UnitConvertedEvent>,
  'ingredients' | 'manualPrices'
> &
  Evolution<UnitConvertedEvent, 'ingredients' | 'manualPrices' | 'dishes' | 'preparations'> = {
  IngredientAdded: ({ ingredients, sequence }, data) =>
    void ingredients.set(data.id, {
      id: data.id,
      ...ingredientFromEvent(data),
      priceSource: null,
      version: 1,
      sequence,
    }),
  ...changeEvolution(ingredientFields, ({ ingredients }: BusinessDraft<'ingredients'>) => ingredients),
  IngredientUnitChanged(draft, { id, from, to }) {
    rederivePrice(draft.ingredients, id, { unit: to });
    updatePriceUnits(draft, id, from);
  },
  IngredientUnitConverted(draft, { id, from, to, after }) {
    if (!isSameForm(from, to)) setLineUnits(draft, id, from);
    changeRow(draft.ingredients, id, { unit: to, ...priceFromEvent(after) });
    updatePriceUnits(draft, id);
  },
  IngredientRepriced(draft, { id, to, typed: manualPrice }) {
    changeRow(draft.ingredients, id, { unitPrice: to, priceSource: null });
    applyManualPrice(draft, id, manualPrice);
  },
  IngredientPurchaseChanged(draft, { id, to, typed: manualPrice }) {
    changeRow(draft.ingredients, id, { ...priceFromEvent(to), priceSource: null });
    applyManualPrice(draft, id, manualPrice);
  },
  IngredientConversionsChanged(draft, { id, to }) {
    rederivePrice(draft.ingredients, id, { conversions: to });
    updatePriceUnits(draft, id);
  },
  IngredientFreeChanged(draft, { id, to }) {
    changeRow(draft.ingredients, id, { free: to });
    declareFree(draft, id, to);
  },
  IngredientRemoved: ({ ingredients }, { id }) => void ingredients.delete(id),
  IngredientRestored(draft, data) {
    const { id, version, sequence } = data;
    restoreRow(draft.ingredients, { id, ...ingredientFromEvent(data), priceSource: null, version, sequence });
    derivePrice(draft, id, false);
  },
};

/** Recomputes the unit price after units or conversions have changed. */
function rederivePrice(rows: Map<string, Ingredient>, id: string, to: Partial<Ingredient>): void {
  const row = rows.get(id);
  if (row) changeRow(rows, id, withDerivedUnitPrice({ ...row, ...to }));
}

/** `known` is the ingredient with the name that the event recorded. */
const subjectOf = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'ingredient', row: find(state, known), known }) as const;

/** The same with the price that is displayed, which is the one that events carry. */
function pricedSubjectOf(state: Business, known: { readonly id: string; readonly name: string }) {
  const { row, ...subject } = subjectOf(state, known);
  return { ...subject, row: row && { ...row, ...displayedPrice(row) } };
}

/** Inverts the addition or restoration of an ingredient. */
function undoAddition(
  state: Business,
  added: { readonly id: string } & RecordedIngredient,
): IngredientEvent | UndoRefusal {
  const fields = ingredientFromEvent(added);
  const ingredient = unchanged(subjectOf(state, added), fields, false);
  if (isRefused(ingredient)) return ingredient;
  const dishes = namesUsing(state, ingredient.id);
  if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: fields.name, dishes };
  return removalEvent(ingredient);
}

/** The event that restores a former price of an ingredient, given its current purchases. */
function priceRestoredEvent(
  state: Business,
  row: Ingredient,
  price: RecordedPrice,
  undone: ManualPriceChange | undefined,
): IngredientEvent {
  const { id, name, unit } = row;
  const before = withDerivedUnitPrice({ ...row, ...priceFromEvent(price), priceSource: null });
  const from = recordedManualPrice(state.manualPrices.get(id));
  const guess = state.purchasesByIngredient.has(id)
    ? { from, to: recordedManualPrice(manualPriceOf(before)) }
    : undefined;
  const manualPrice = undone ? { from, to: undone.from } : guess;
  const ingredients = new Map([[id, before]]);
  if (manualPrice)
    applyManualPrice({ ...state, ingredients, manualPrices: new Map(state.manualPrices) }, id, manualPrice);
  const to = recordedPrice(displayedPrice(ingredients.get(id) ?? before));
  const manualPricePart = manualPrice ? { typed: manualPrice } : {};
  return row.pack || to.purchase
    ? {
        type: 'IngredientPurchaseChanged',
        data: { id, name, unit, from: recordedPrice(displayedPrice(row)), to, ...manualPricePart },
      }
    : {
        type: 'IngredientRepriced',
        data: { id, name, unit, from: row.unitPrice, to: to.unitPrice, ...manualPricePart },
      };
}

/** The fields of a removed ingredient, with the price that follows from its current purchases. */
function fieldsWhenRestored(state: Business, removed: { readonly id: string } & RecordedIngredient): IngredientFields {
  const { id } = removed;
  const row = { id, ...ingredientFromEvent(removed), priceSource: null, version: 0, sequence: 0 };
  const ingredients = new Map([[id, row]]);
  derivePrice({ ...state, ingredients, manualPrices: new Map(state.manualPrices) }, id, false);
  return ingredients.get(id) ?? row;
}

export const ingredientInverses: Inverses<IngredientEvent> = {
  IngredientAdded: undoAddition,
  IngredientRestored: undoAddition,
  ...changeInverses(ingredientFields, subjectOf),
  IngredientUnitChanged: fieldInverter('IngredientUnitChanged', subjectOf, (unit: Ingredient['unit']) => ({ unit })),
  IngredientUnitConverted: (state, { id, name, from, to, before, after }) =>
    reverted(subjectOf(state, { id, name }), { unit: to, pack: after.purchase }, (row) => ({
      type: 'IngredientUnitConverted',
      data: {
        id,
        name: row.name,
        from: to,
        to: from,
        before: recordedPrice(row),
        after: recordedPrice(priceFromEvent(before)),
      },
    })),
  IngredientRepriced: (state, { id, name, from, to, typed: manualPrice }) =>
    reverted(subjectOf(state, { id, name }), { unitPrice: to }, (row) =>
      priceRestoredEvent(state, row, { purchase: null, unitPrice: from }, manualPrice),
    ),
  IngredientPurchaseChanged: (state, { id, name, from, to, typed: manualPrice }) =>
    reverted(pricedSubjectOf(state, { id, name }), to.purchase ? { pack: to.purchase } : priceFromEvent(to), (row) =>
      priceRestoredEvent(state, row, from, manualPrice),
    ),
  IngredientConversionsChanged: fieldInverter(
    'IngredientConversionsChanged',
    subjectOf,
    (conversions: Ingredient['conversions']) => ({ conversions }),
  ),
  IngredientFreeChanged: fieldInverter('IngredientFreeChanged', subjectOf, (free: Ingredient['free']) => ({ free })),
  IngredientRemoved(state, removed, sequence) {
    const { id, name, version } = removed;
    if (componentOf(state, id)) return changedSinceRefusal({ kind: 'ingredient', id, name }, 'back', false);
    if (state.ingredients.size >= QUOTAS.ingredients)
      return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
    const fields = recordedIngredient(fieldsWhenRestored(state, removed));
    return { type: 'IngredientRestored', data: { id, ...fields, version: version + 1, sequence } };
  },
};

/** The refusal when lines, purchases or the price use a unit that the ingredient no longer converts. */
export function ingredientConflict(state: Business, id: string): SingleRefusal | undefined {
  const row = find(state, { id });
  return row && (flawRefusal(row, row.conversions) ?? lostUnitRefusal(state, row, row));
}

/** The refusal when an undo would leave an ingredient that is free and has a price. */
export function freePriceConflict(state: Business, id: string): UndoRefusal | undefined {
  const row = find(state, { id });
  return row?.free && isPriced(row)
    ? changedSinceRefusal({ kind: 'ingredient', id, name: row.name }, 'free', false)
    : undefined;
}

export const ingredientFormerPositions: FormerPositions<IngredientEvent, 'IngredientRemoved'> = {
  IngredientRemoved: (before, removed) => find(before, removed)?.sequence ?? 0,
};
