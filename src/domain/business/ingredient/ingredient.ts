import { changeEvolution, changesOf, valuesOf } from '../field-events.ts';
import type { ChangeEvent } from '../field.ts';
import { type Ingredient, type IngredientFields, ingredientFields, type IngredientTypes } from './fields.ts';
import { bounded, divideRounded, SCALE, type Units } from '../../decimal.ts';
import { LIMITS, QUOTAS } from '../../limits.ts';
import { conversionFlaw, type Conversions, converts, missingConversion, ratioOf } from '../../units/conversions.ts';
import { isSameForm } from '../../units/measure.ts';
import { isSameValue } from '../../same-value.ts';
import { componentOf, lineOf, namesUsing, recipesUsing } from '../recipe/components.ts';
import type { Decisions } from '../decision.ts';
import { changeRow, type Draft, type Evolution, restoreRow, writeUnit } from '../draft.ts';
import {
  changedSince,
  changeInverses,
  fieldReverted,
  type Inverses,
  isRefused,
  type Places,
  reverted,
  unchanged,
} from '../inverse.ts';
import {
  type Change,
  type Command,
  type Event,
  type Given,
  type Restored,
  type Target,
  withoutNulls,
} from '../message.ts';
import { isPriced, type PriceStep, stepOf, withShownPrice } from './price.ts';
import {
  derivePrice,
  followUnits,
  lineRatio,
  rankTypedPrice,
  declareFree,
  type TypedStep,
  typedPriceOf,
} from '../purchase/prices.ts';
import type { TypedPrice } from '../purchase/fields.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

/** YYYY-MM-DD, the day of the command, by which a typed price ranks among purchases; left out where nobody types. */
type Today = { today?: string | undefined };

export type IngredientCommand =
  /** `unitPrice` is left out where there is a purchase. */
  | Command<'AddIngredient', { id: string } & Omit<Given<IngredientFields>, 'unitPrice'> & { unitPrice?: Units }>
  | Command<'ChangeIngredient', Change<IngredientFields> & Today>
  /** Prices of several, raised or lowered by one percentage. */
  | Command<'RepriceIngredients', { ids: readonly string[]; percentage: Units } & Today>
  | Command<'RemoveIngredient', Target>;

/** How a typed price ranks by its day among the purchases (see `TypedPrice`); left out where the ingredient had none. */
type RankedPrice = { typed?: TypedStep };

export type IngredientEvent =
  | Event<'IngredientAdded', { id: string } & Given<IngredientFields>>
  | ChangeEvent<IngredientTypes>
  /** A mere relabelling: quantities keep their numbers, which change meaning. */
  | Event<'IngredientUnitChanged', { id: string; name: string; from: string; to: string }>
  /**
   * No figure changes: lines that had no unit of their own get the old one, and the price stays that of the purchase.
   */
  | Event<
      'IngredientUnitConverted',
      { id: string; name: string; from: string; to: string; before: PriceStep; after: PriceStep }
    >
  | Event<'IngredientRepriced', { id: string; name: string; unit: string; from: Units; to: Units } & RankedPrice>
  /** Replaces IngredientRepriced when there is a pack before or after. */
  | Event<
      'IngredientPurchaseChanged',
      { id: string; name: string; unit: string; from: PriceStep; to: PriceStep } & RankedPrice
    >
  | Event<'IngredientConversionsChanged', { id: string; name: string; from: Conversions; to: Conversions }>
  | Event<'IngredientFreeChanged', { id: string; name: string; from: true | null; to: true | null }>
  | Event<'IngredientRemoved', { id: string } & Given<IngredientFields> & { version: number }>
  | Event<'IngredientRestored', { id: string } & Given<IngredientFields> & Restored>;

/** All fields of an ingredient; events that are older than a field lack it. */
export const ingredientValues = ({
  unit,
  unitPrice,
  purchase = null,
  conversions = null,
  free = null,
  ...plain
}: Given<IngredientFields>): IngredientFields => {
  const { name, ...others } = valuesOf(ingredientFields, plain);
  return { name, unit, unitPrice, purchase, ...others, conversions, free };
};

const find = ({ ingredients }: Business, { id }: { readonly id: string }): Ingredient | undefined =>
  ingredients.get(id);

const versionOf = (state: Business, target: Target): number | undefined => find(state, target)?.version;

/** The refusal for a redundant conversion, or for a purchase whose unit does not convert. */
function unfit(ingredient: IngredientFields, held: Conversions = null): SingleRefusal | undefined {
  const { unit, purchase, conversions } = ingredient;
  const flaw = conversions && conversionFlaw(conversions, held);
  if (flaw) return { refusal: 'conversion_needless', ...flaw };
  if (purchase && !converts(purchase.unit, unit, conversions)) {
    const missing = missingConversion(purchase.unit, unit);
    return { refusal: 'purchase_not_convertible', component: ingredient.name, missing };
  }
  return undefined;
}

export const ingredientDecisions: Decisions<IngredientCommand, IngredientEvent> = {
  AddIngredient: {
    decide(state, { id, unitPrice = 0, ...fields }) {
      if (componentOf(state, id) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.ingredients.size >= QUOTAS.ingredients)
        return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
      const added = withShownPrice(ingredientValues({ ...fields, unitPrice }));
      if (added.free && isPriced(added)) return { refusal: 'free_with_price' };
      return unfit(added) ?? [{ type: 'IngredientAdded', data: { id, ...withoutNulls(added) } }];
    },
  },
  ChangeIngredient: {
    version: versionOf,
    decide(state, command) {
      const ingredient = find(state, command);
      return ingredient ? changes(state, ingredient, command) : { refusal: 'ingredient_unknown' };
    },
  },
  RepriceIngredients: {
    decide(state, { ids, percentage, today }) {
      const events: IngredientEvent[] = [];
      for (const id of new Set(ids)) {
        const ingredient = find(state, { id });
        if (!ingredient) return { refusal: 'ingredient_not_there', field: `ids.${ids.indexOf(id)}` };
        const change = repriced(ingredient, percentage);
        if ('refusal' in change) return change;
        const outcome = changes(state, ingredient, { ...change, today });
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
      return [removalOf(ingredient)];
    },
  },
};

/**
 * The raised price in its typed precision, or the raised price of the whole pack: R$ 38,90 raised by 8 % is R$ 42,012.
 */
function repriced(
  { id, name, unitPrice, purchase }: Ingredient,
  percentage: Units,
): Change<IngredientFields> | SingleRefusal {
  const { max } = purchase ? LIMITS.purchasePrice : LIMITS.unitPrice;
  const exact = BigInt(purchase?.price ?? unitPrice) * BigInt(WHOLE + percentage);
  const price = bounded(divideRounded(exact, BigInt(WHOLE)));
  if (price > max) return { refusal: 'price_unfit', ingredient: name };
  return purchase ? { id, purchase: { ...purchase, price } } : { id, unitPrice: price };
}

/** 100 %. */
const WHOLE = 100 * SCALE;

const removalOf = (ingredient: Ingredient): IngredientEvent => ({
  type: 'IngredientRemoved',
  data: { id: ingredient.id, ...withoutNulls(ingredientValues(ingredient)), version: ingredient.version },
});

interface StepInput {
  /** The business before the first step, with the typed prices after the last one. */
  readonly state: Business;
  /** The ingredient before the first step. */
  readonly before: Ingredient;
  readonly wanted: WantedChange;
}

type WantedChange = Change<IngredientFields> & Today;

type Step = (now: Ingredient, wanted: StepInput) => readonly IngredientEvent[] | SingleRefusal;

/** The steps of a change in order; each builds on the result of those before it. */
const STEPS: readonly Step[] = [
  (now, { wanted: { name } }) => changesOf(ingredientFields, now, { name }),
  ({ id, name, conversions: from }, { wanted: { conversions: to = from } }) =>
    isSameValue(to, from) ? [] : [{ type: 'IngredientConversionsChanged', data: { id, name, from, to } }],
  unitStep,
  priceStep,
  (now, { wanted }) => changesOf(ingredientFields, now, wanted),
  freeStep,
];

function changes(
  state: Business,
  before: Ingredient,
  wanted: WantedChange,
): readonly IngredientEvent[] | SingleRefusal {
  const ingredients = new Map([[before.id, before]]);
  const typedPrices = new Map(state.typedPrices);
  const draft = { ...state, ingredients, typedPrices, preparations: new Map(), dishes: new Map() };
  const events: IngredientEvent[] = [];
  let now = before;
  for (const step of STEPS) {
    const outcome = step(now, { state: { ...state, typedPrices }, before, wanted });
    if ('refusal' in outcome) return outcome;
    for (const event of outcome) {
      events.push(event);
      (ingredientEvolution[event.type] as (of: typeof draft, data: IngredientEvent['data']) => void)(draft, event.data);
    }
    now = ingredients.get(before.id) ?? now;
  }
  return unfit(now, before.conversions) ?? lostConversion(state, before, now) ?? lostPurchase(state, now) ?? events;
}

/** A convertible unit changes no figure; another one is a label, allowed while no recipe uses the ingredient. */
function unitStep(now: Ingredient, { state, wanted }: StepInput): readonly IngredientEvent[] | SingleRefusal {
  const { id, name, unit: from, conversions } = now;
  const { unit: to = from, unitPrice, purchase } = wanted;
  if (to === from) return [];
  const hasPrice = unitPrice !== undefined || (purchase ?? null) !== null;
  const users = recipesUsing(state, id);
  if ((users.length > 0 || !hasPrice) && converts(from, to, conversions)) {
    const data = { id, name, from, to, before: stepOf(now), after: stepOf(inNewUnit(now, to)) };
    return [{ type: 'IngredientUnitConverted', data }];
  }
  if (users.length > 0) {
    const recipes = users.map((recipe) => recipe.name);
    return { refusal: 'unit_in_use', component: name, recipes, missing: missingConversion(from, to) };
  }
  if (!hasPrice && now.unitPrice > 0) return { refusal: 'unit_needs_price' };
  return [{ type: 'IngredientUnitChanged', data: { id, name, from, to } }];
}

function priceStep(now: Ingredient, { state, before, wanted }: StepInput): readonly IngredientEvent[] {
  const { id, name, unit } = now;
  const price = priceWanted(now, before, wanted);
  const to = stepOf(withShownPrice({ ...now, ...price }));
  if (isSameValue(to, stepOf(now))) return [];
  const typed = typedStep(state, now, { ...to, on: wanted.today ?? null });
  const ranked = typed ? { typed } : {};
  return to.purchase || now.purchase
    ? [{ type: 'IngredientPurchaseChanged', data: { id, name, unit, from: stepOf(now), to, ...ranked } }]
    : [{ type: 'IngredientRepriced', data: { id, name, unit, from: now.unitPrice, to: to.unitPrice, ...ranked } }];
}

/** How a price that is typed now ranks among the purchases of its ingredient; undefined where it never had one. */
function typedStep(
  state: Business,
  { id, unit, free }: Ingredient,
  to: PriceStep & Pick<TypedPrice, 'on'>,
): TypedStep | undefined {
  const from = state.typedPrices.get(id) ?? null;
  if (state.purchasesOf.has(id)) return { from, to: { ...to, unit, free, sequence: state.sequence } };
  return from ? { from, to: null } : undefined;
}

/** Setting a price makes the ingredient no longer free. */
function freeStep(now: Ingredient, { wanted }: StepInput): readonly IngredientEvent[] | SingleRefusal {
  const { id, name, free: from } = now;
  if (wanted.free && isPriced(now)) return { refusal: 'free_with_price' };
  const to = isPriced(now) ? null : wanted.free === undefined ? from : wanted.free;
  return to === from ? [] : [{ type: 'IngredientFreeChanged', data: { id, name, from, to } }];
}

/** The ingredient priced in a convertible unit: R$ 4,79 a kilo becomes 1 kg bought for R$ 4,79. */
function inNewUnit(row: Ingredient, unit: string): Ingredient {
  const { unit: from, unitPrice, purchase, conversions } = row;
  const isSamePrice = purchase !== null || unitPrice === 0 || isSameSize(from, unit, conversions);
  const bought = isSamePrice ? purchase : { price: unitPrice, quantity: SCALE, unit: from, label: null };
  return withShownPrice({ ...row, unit, purchase: bought });
}

function isSameSize(a: string, b: string, conversions: Conversions): boolean {
  const ratio = ratioOf(a, b, conversions);
  return ratio !== undefined && ratio.n === ratio.d;
}

/**
 * The price that a change asks for. A typed price takes the pack away. A client that does not know packs may send the
 * shown price back unchanged while it renames the ingredient: then the pack stays.
 */
function priceWanted(
  now: Ingredient,
  before: Ingredient,
  { unit, unitPrice, purchase }: Change<IngredientFields>,
): Partial<Ingredient> {
  const isSentBack =
    (purchase ? isSameValue(purchase, before.purchase) : unitPrice === before.unitPrice) &&
    (unit === undefined || unit === before.unit);
  if (purchase) return isSentBack && now.source ? {} : { purchase, source: null };
  if (unitPrice !== undefined && !isSentBack) return { purchase: null, unitPrice, source: null };
  if (purchase !== null || unitPrice !== undefined) return {};
  // The unit price of a pack can exceed the largest price that may be typed.
  return { purchase: null, unitPrice: Math.min(now.unitPrice, LIMITS.unitPrice.max), source: null };
}

/** The refusal when a purchase that stands has a line in a unit that would not convert any more. */
function lostPurchase(state: Business, after: Ingredient): SingleRefusal | undefined {
  for (const { lines } of state.purchasesOf.get(after.id) ?? []) {
    const line = lines.find((each) => !lineRatio(state, each, after));
    if (!line) continue;
    const missing = missingConversion(line.packUnit, after.unit);
    return { refusal: 'purchase_not_convertible', component: after.name, missing };
  }
  return undefined;
}

/** A unit of a line or of the purchase that converted before and would no longer convert. */
export function lostConversion(
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
  'ingredients' | 'typedPrices'
> &
  Evolution<UnitConvertedEvent, 'ingredients' | 'typedPrices' | 'dishes' | 'preparations'> = {
  IngredientAdded: ({ ingredients, sequence }, data) =>
    void ingredients.set(data.id, { id: data.id, ...ingredientValues(data), source: null, version: 1, sequence }),
  ...changeEvolution(ingredientFields, ({ ingredients }: Draft<'ingredients'>) => ingredients),
  IngredientUnitChanged(draft, { id, from, to }) {
    reprice(draft.ingredients, id, { unit: to });
    followUnits(draft, id, from);
  },
  IngredientUnitConverted(draft, { id, from, to, after }) {
    if (!isSameForm(from, to)) writeUnit(draft, id, from);
    changeRow(draft.ingredients, id, { unit: to, ...stepOf(after) });
    followUnits(draft, id);
  },
  IngredientRepriced(draft, { id, to, typed }) {
    changeRow(draft.ingredients, id, { unitPrice: to, source: null });
    rankTypedPrice(draft, id, typed);
  },
  IngredientPurchaseChanged(draft, { id, to, typed }) {
    changeRow(draft.ingredients, id, { ...stepOf(to), source: null });
    rankTypedPrice(draft, id, typed);
  },
  IngredientConversionsChanged(draft, { id, to }) {
    reprice(draft.ingredients, id, { conversions: to });
    followUnits(draft, id);
  },
  IngredientFreeChanged(draft, { id, to }) {
    changeRow(draft.ingredients, id, { free: to });
    declareFree(draft, id, to);
  },
  IngredientRemoved: ({ ingredients }, { id }) => void ingredients.delete(id),
  IngredientRestored(draft, data) {
    restoreRow(draft.ingredients, { ...data, ...ingredientValues(data), source: null });
    derivePrice(draft, data.id, false);
  },
};

/** Recomputes the unit price after units or conversions have changed. */
function reprice(rows: Map<string, Ingredient>, id: string, to: Partial<Ingredient>): void {
  const row = rows.get(id);
  if (row) changeRow(rows, id, withShownPrice({ ...row, ...to }));
}

/** `known` is the ingredient with the name that the event recorded. */
const subject = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'ingredient', row: find(state, known), known }) as const;

/** Inverse of adding or restoring an ingredient. */
function removal(
  state: Business,
  added: { readonly id: string } & Given<IngredientFields>,
): IngredientEvent | UndoRefusal {
  const fields = ingredientValues(added);
  const ingredient = unchanged(subject(state, added), fields, false);
  if (isRefused(ingredient)) return ingredient;
  const dishes = namesUsing(state, ingredient.id);
  if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: fields.name, dishes };
  return removalOf(ingredient);
}

/** The event that gives an ingredient the price back that it had, among the purchases that stand now. */
function pricedBack(
  state: Business,
  row: Ingredient,
  price: PriceStep,
  undone: TypedStep | undefined,
): IngredientEvent {
  const { id, name, unit } = row;
  const before = withShownPrice({ ...row, ...price, source: null });
  const from = state.typedPrices.get(id) ?? null;
  const guess = state.purchasesOf.has(id) ? { from, to: typedPriceOf(before) } : undefined;
  const typed = undone ? { from, to: undone.from } : guess;
  const ingredients = new Map([[id, before]]);
  if (typed) rankTypedPrice({ ...state, ingredients, typedPrices: new Map(state.typedPrices) }, id, typed);
  const to = stepOf(ingredients.get(id) ?? before);
  const ranked = typed ? { typed } : {};
  return row.purchase || to.purchase
    ? { type: 'IngredientPurchaseChanged', data: { id, name, unit, from: stepOf(row), to, ...ranked } }
    : { type: 'IngredientRepriced', data: { id, name, unit, from: row.unitPrice, to: to.unitPrice, ...ranked } };
}

/** A removed ingredient with the price that the purchases that stand now give it. */
function priceWhenBack(state: Business, removed: { readonly id: string } & Given<IngredientFields>): IngredientFields {
  const { id } = removed;
  const row = { id, ...ingredientValues(removed), source: null, version: 0, sequence: 0 };
  const ingredients = new Map([[id, row]]);
  derivePrice({ ...state, ingredients, typedPrices: new Map(state.typedPrices) }, id, false);
  return ingredients.get(id) ?? row;
}

export const ingredientInverses: Inverses<IngredientEvent> = {
  IngredientAdded: removal,
  IngredientRestored: removal,
  ...changeInverses(ingredientFields, subject),
  IngredientUnitChanged: fieldReverted('IngredientUnitChanged', subject, (unit: Ingredient['unit']) => ({ unit })),
  IngredientUnitConverted: (state, { id, name, from, to, before, after }) =>
    reverted(subject(state, { id, name }), { unit: to, purchase: after.purchase }, (row) => ({
      type: 'IngredientUnitConverted',
      data: { id, name: row.name, from: to, to: from, before: stepOf(row), after: stepOf(before) },
    })),
  IngredientRepriced: (state, { id, name, from, to, typed }) =>
    reverted(subject(state, { id, name }), { unitPrice: to }, (row) =>
      pricedBack(state, row, { purchase: null, unitPrice: from }, typed),
    ),
  IngredientPurchaseChanged: (state, { id, name, from, to, typed }) =>
    reverted(subject(state, { id, name }), to.purchase ? { purchase: to.purchase } : stepOf(to), (row) =>
      pricedBack(state, row, from, typed),
    ),
  IngredientConversionsChanged: fieldReverted(
    'IngredientConversionsChanged',
    subject,
    (conversions: Ingredient['conversions']) => ({ conversions }),
  ),
  IngredientFreeChanged: fieldReverted('IngredientFreeChanged', subject, (free: Ingredient['free']) => ({ free })),
  IngredientRemoved(state, removed, sequence) {
    const { id, name, version } = removed;
    if (componentOf(state, id)) return changedSince({ kind: 'ingredient', id, name }, 'back', false);
    if (state.ingredients.size >= QUOTAS.ingredients)
      return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
    const fields = withoutNulls(ingredientValues(priceWhenBack(state, removed)));
    return { type: 'IngredientRestored', data: { id, ...fields, version: version + 1, sequence } };
  },
};

/** The refusal when lines or the purchase use a unit that the ingredient no longer converts. */
export function ingredientMisfit(state: Business, id: string): SingleRefusal | undefined {
  const row = find(state, { id });
  return row && (unfit(row, row.conversions) ?? lostConversion(state, row, row) ?? lostPurchase(state, row));
}

/** The refusal when an undo would leave an ingredient that is free and has a price. */
export function freeMisfit(state: Business, id: string): UndoRefusal | undefined {
  const row = find(state, { id });
  return row?.free && isPriced(row)
    ? changedSince({ kind: 'ingredient', id, name: row.name }, 'free', false)
    : undefined;
}

export const ingredientPlaces: Places<IngredientEvent, 'IngredientRemoved'> = {
  IngredientRemoved: (before, removed) => find(before, removed)?.sequence ?? 0,
};
