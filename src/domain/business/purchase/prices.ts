import { toSafeNumber, divideRounded, SCALE, type TenThousandths } from '../../decimal.ts';
import { type Fraction, reduced, rounded, sumOf } from '../../fraction.ts';
import { LIMITS } from '../../limits.ts';
import { isSameValue } from '../../same-value.ts';
import { converts, ratioOf } from '../../units/conversions.ts';
import type { BusinessDraft } from '../business-draft.ts';
import type { Ingredient } from '../ingredient/fields.ts';
import {
  fractionText,
  isPriced,
  isSamePrice,
  type Pack,
  pricedPack,
  type PriceFields,
  priceFields,
  priceFromEvent,
  type PriceSource,
  recordedPrice,
  withDerivedUnitPrice,
} from '../ingredient/price.ts';
import type { Business } from '../state.ts';
import {
  type IngredientPurchase,
  isFoodLine,
  type Purchase,
  type PurchaseLine,
  type RecordedManualPrice,
  type ManualPrice,
} from './fields.ts';

type Prices = Pick<Business, 'purchasesByIngredient' | 'manualPrices' | 'mergedIngredients' | 'settings'>;
type PriceDraft = BusinessDraft<'ingredients' | 'manualPrices'>;
type PurchasesDraft = BusinessDraft<'ingredients' | 'purchasesByIngredient' | 'manualPrices'>;

/** The ingredient that a line counts for: the bought one, or the one that it was merged into. */
export function currentIngredientId({ mergedIngredients }: Pick<Business, 'mergedIngredients'>, id: string): string {
  let now = id;
  for (let merged = mergedIngredients.get(now); merged; merged = mergedIngredients.get(now)) now = merged.targetId;
  return now;
}

/** The number of the ingredient's units in one pack unit of the line; undefined if no conversion is known. */
export function lineRatio(
  state: Pick<Business, 'mergedIngredients'>,
  { ingredientId, packUnit }: Pick<PurchaseLine, 'ingredientId' | 'packUnit'>,
  { unit, conversions }: Pick<Ingredient, 'unit' | 'conversions'>,
): Fraction | undefined {
  const ratio = ratioOf(packUnit, unit, conversions);
  let merged = ratio || ingredientId === null ? undefined : state.mergedIngredients.get(ingredientId);
  while (merged) {
    const before = ratioOf(packUnit, unit, merged.conversions);
    if (before) return before;
    merged = state.mergedIngredients.get(merged.targetId);
  }
  return ratio;
}

const SCALE_N = BigInt(SCALE);

const totalOf = ({ lines }: Pick<Purchase, 'lines'>): bigint =>
  lines.reduce((sum, { total }) => sum + BigInt(total), 0n);

/**
 * The factor by which freight and discount change each line: 108/100 for R$ 100,00 of lines with R$ 8,00 of freight.
 */
function chargeFactorOf(purchase: Pick<Purchase, 'lines' | 'freight' | 'discount'>): Fraction {
  const total = totalOf(purchase);
  if (total === 0n) return { n: 1n, d: 1n };
  return { n: total + BigInt(purchase.freight) - BigInt(purchase.discount), d: total };
}

const chargeFactors = new WeakMap<Purchase, Fraction>();

/** The exact cost of lines with their share of freight and discount, in ten-thousandths of a real. */
export function costWithCharges(purchase: Purchase, lines: readonly Pick<PurchaseLine, 'total'>[]): Fraction {
  const factor = chargeFactors.get(purchase) ?? chargeFactorOf(purchase);
  chargeFactors.set(purchase, factor);
  const total = lines.reduce((sum, line) => sum + BigInt(line.total), 0n);
  return { n: total * factor.n, d: factor.d };
}

/** The quantity of one line in the ingredient's unit; undefined if its unit does not convert. */
function quantityOf(
  state: Pick<Business, 'mergedIngredients'>,
  row: Ingredient,
  line: PurchaseLine,
): Fraction | undefined {
  const ratio = lineRatio(state, line, row);
  return ratio && { n: BigInt(line.packs) * BigInt(line.packQuantity) * ratio.n, d: SCALE_N * SCALE_N * ratio.d };
}

/** Most ingredients have one line in a purchase, so a single term is returned without summing. */
const sumOfTerms = (terms: readonly Fraction[]): Fraction | undefined =>
  terms.length > 1 ? reduced(sumOf(terms)) : terms[0];

/** Σ cost ÷ Σ quantity over some purchases of an ingredient: R$ 494,41 for 36 un is R$ 13,7336 each. */
export function meanPrice(
  state: Pick<Business, 'mergedIngredients'>,
  row: Ingredient,
  purchases: readonly IngredientPurchase[],
): Fraction | undefined {
  const costs: Fraction[] = [];
  const quantities: Fraction[] = [];
  for (const { purchase, lines } of purchases)
    for (const line of lines) {
      const quantity = quantityOf(state, row, line);
      if (!quantity) continue;
      quantities.push(quantity);
      costs.push(costWithCharges(purchase, [line]));
    }
  const [cost, quantity] = [sumOfTerms(costs), sumOfTerms(quantities)];
  return cost && quantity && { n: cost.n * quantity.d, d: cost.d * quantity.n };
}

const PURCHASES_IN_MEAN = 3;

/** A pack of the purchase's last line; its price includes its share of freight and discount. */
function packOf({ purchase, lines }: IngredientPurchase) {
  const line = lines.at(-1);
  if (!line) throw new Error('a purchase of an ingredient has a line of it');
  const { n, d } = costWithCharges(purchase, [line]);
  const price = toSafeNumber(divideRounded(n * SCALE_N, d * BigInt(line.packs)));
  return { price, quantity: line.packQuantity, unit: line.packUnit, label: null };
}

type DerivedPrice = PriceFields & { readonly priceSource: PriceSource | null };

/**
 * The price of an ingredient from its purchases and its manual price. The latest of them determines it; on the same
 * day, the one entered later. Where the owner chose the mean of three purchases as price, the last three determine it,
 * unless a price was entered by hand after them.
 * @param removed the purchase that was just taken back
 */
function derivedPrice(state: Prices, row: Ingredient, removed?: IngredientPurchase): DerivedPrice {
  const purchases = state.purchasesByIngredient.get(row.id) ?? [];
  const manualPrice = state.manualPrices.get(row.id);
  const last = purchases.at(-1);
  if (!last || isAfter(manualPrice, last.purchase))
    return manualPrice
      ? convertToCurrentUnit(row, manualPrice)
      : currentPrice(row, removed && wholePurchase(state, row, removed));
  const counted = state.settings.priceRule === 'mean_of_three' ? purchases.slice(-PURCHASES_IN_MEAN) : [last];
  const price = meanPrice(state, row, counted);
  if (!price) return currentPrice(row);
  const { id: purchaseId, date } = last.purchase;
  const priceSource = { purchaseId, date, price: fractionText(price), unit: row.unit };
  return { pack: packOf(last), unitPrice: toSafeNumber(divideRounded(price.n, price.d)), priceSource };
}

/**
 * The current price as a manual one: the price of an ingredient whose purchases are all taken back. A price of R$ 20,00
 * for 3 kg would lose its last digits as a price per kilo, so a pack keeps it.
 * @param bought all that the last purchase had of it, as one pack
 */
function currentPrice(row: Ingredient, bought: Pack | null = null): DerivedPrice {
  const exact = [row.pack, bought].find((pack) => pack && isSamePrice({ ...row, pack, priceSource: null }, row));
  const pack = exact ?? (row.priceSource ? (bought ?? pricedPack(row)) : null);
  return { ...priceFields(withDerivedUnitPrice({ ...row, pack, priceSource: null })), priceSource: null };
}

/** All that a purchase had of an ingredient as one pack; null where that is more than a pack may hold or cost. */
function wholePurchase(
  state: Pick<Business, 'mergedIngredients'>,
  row: Ingredient,
  { purchase, lines }: IngredientPurchase,
): Pack | null {
  const quantities = lines.flatMap((line) => quantityOf(state, row, line) ?? []);
  const { n, d } = sumOf(quantities);
  const quantity = rounded({ n: n * SCALE_N, d });
  const price = rounded(costWithCharges(purchase, lines));
  const isWithinLimits = quantity > 0n && quantity <= LIMITS.packQuantity.max && price <= LIMITS.packPrice.max;
  return isWithinLimits ? { price: Number(price), quantity: Number(quantity), unit: row.unit, label: null } : null;
}

const isAfter = (manualPrice: ManualPrice | undefined, { date, sequence }: Purchase): boolean =>
  manualPrice !== undefined &&
  manualPrice.day !== null &&
  (manualPrice.day > date || (manualPrice.day === date && manualPrice.sequence > sequence));

/**
 * Converts a manual price to the ingredient's current unit. A unit that does not convert is another name for the same
 * unit.
 */
function convertToCurrentUnit(row: Ingredient, manualPrice: ManualPrice): DerivedPrice {
  const { unitPrice, unit } = manualPrice;
  const ratio = ratioOf(unit, row.unit, row.conversions);
  const isSameUnit = !ratio || ratio.n === ratio.d;
  const pack =
    manualPrice.pack ??
    (isSameUnit || unitPrice === 0 ? null : { price: unitPrice, quantity: SCALE, unit, label: null });
  const displayed = withDerivedUnitPrice({ ...row, unitPrice, pack, priceSource: null });
  return { ...priceFields(displayed), priceSource: null };
}

export function manualPriceOf(row: Ingredient): ManualPrice {
  const { unit, free } = row;
  return { ...priceFields(currentPrice(row)), unit, free, day: null, sequence: 0 };
}

/**
 * Derives the price of an ingredient from its purchases and its manual price. An ingredient that its owner declared
 * free is free while neither gives it a price.
 * @param raisesVersion true if the change counts in the ingredient's version, because no event of its own does
 * @param removed the purchase that was just taken back
 */
export function derivePrice(
  draft: Prices & PriceDraft,
  id: string,
  raisesVersion: boolean,
  removed?: IngredientPurchase,
): void {
  const row = draft.ingredients.get(id);
  if (!row) return;
  const price = derivedPrice(draft, row, removed);
  const manualPrice = draft.manualPrices.get(id);
  const declaredFree = manualPrice ? manualPrice.free : row.free;
  if (declaredFree && !manualPrice && isPriced(price)) draft.manualPrices.set(id, manualPriceOf(row));
  const { unitPrice, pack, priceSource } = price;
  const after = { unitPrice, pack, priceSource, free: isPriced(price) ? null : declaredFree };
  if (isSameStoredPrice(after, row)) return;
  draft.ingredients.set(id, { ...row, ...after, version: raisesVersion ? row.version + 1 : row.version });
}

/** Records whether the owner has declared an ingredient free. */
export function declareFree(draft: PriceDraft, id: string, free: true | null): void {
  const manualPrice = draft.manualPrices.get(id);
  if (manualPrice) draft.manualPrices.set(id, { ...manualPrice, free });
}

type StoredPrice = Pick<Ingredient, 'unitPrice' | 'pack' | 'priceSource' | 'free'>;

const isSameStoredPrice = (a: StoredPrice, b: StoredPrice): boolean =>
  a.unitPrice === b.unitPrice &&
  a.free === b.free &&
  a.priceSource?.price === b.priceSource?.price &&
  a.priceSource?.purchaseId === b.priceSource?.purchaseId &&
  a.priceSource?.unit === b.priceSource?.unit &&
  isSameValue(a.pack, b.pack);

/** The manual price before and after an event of an ingredient that has, or had, purchases; null for none. */
export interface ManualPriceChange {
  readonly from: RecordedManualPrice | null;
  readonly to: RecordedManualPrice | null;
}

/** Converts a manual price to the form that events carry; null for none. */
export function recordedManualPrice(price: ManualPrice | undefined): RecordedManualPrice | null {
  if (!price) return null;
  const { unit, free, day, sequence } = price;
  return { ...recordedPrice(price), unit, free, on: day, sequence };
}

function manualPriceFromEvent(recorded: RecordedManualPrice): ManualPrice {
  const { unit, free, sequence } = recorded;
  return { ...priceFromEvent(recorded), unit, free, day: recorded.on, sequence };
}

/** Applies a change of the manual price, and derives the price of the ingredient again. */
export function applyManualPrice(draft: PriceDraft, id: string, change: ManualPriceChange | undefined): void {
  const row = draft.ingredients.get(id);
  const hasPurchases = draft.purchasesByIngredient.has(id);
  if (!change && !hasPurchases && !draft.manualPrices.has(id)) return;
  const recorded = change?.to && manualPriceFromEvent(change.to);
  const to = change ? recorded : row && hasPurchases ? manualPriceOf(row) : null;
  if (to) draft.manualPrices.set(id, to);
  else draft.manualPrices.delete(id);
  // A separate event records whether the ingredient is free.
  if (row) draft.ingredients.set(id, { ...row, ...derivedPrice(draft, row) });
}

/**
 * Derives a price after the units of its ingredient have changed.
 * @param from the previous unit, if the ingredient's unit itself changed
 */
export function updatePriceUnits(draft: PriceDraft, id: string, from?: string): void {
  const row = draft.ingredients.get(id);
  const manualPrice = draft.manualPrices.get(id);
  const hasPurchases = draft.purchasesByIngredient.has(id);
  // A browser has the purchase's price without the purchase.
  if (!row || (row.priceSource && !hasPurchases)) return;
  if (manualPrice && !hasPurchases) {
    const { day, sequence } = manualPrice;
    draft.manualPrices.set(id, { ...manualPriceOf(row), day, sequence });
  } else if (manualPrice && manualPrice.unit === from && !converts(from, row.unit, row.conversions))
    draft.manualPrices.set(id, { ...manualPrice, unit: row.unit });
  if (hasPurchases) derivePrice(draft, id, false);
}

/** The lines of a purchase, by the ingredient that they count for. */
export function linesByIngredient(
  state: Pick<Business, 'mergedIngredients'>,
  { lines }: Pick<Purchase, 'lines'>,
): ReadonlyMap<string, readonly PurchaseLine[]> {
  const byId = new Map<string, PurchaseLine[]>();
  for (const line of lines) {
    if (!isFoodLine(line)) continue;
    const id = currentIngredientId(state, line.ingredientId);
    const known = byId.get(id);
    if (known) known.push(line);
    else byId.set(id, [line]);
  }
  return byId;
}

/**
 * Counts a purchase in the prices of its ingredients.
 * @param createdIds the ingredients that this purchase created: they have no manual price
 */
export function addPurchaseToPrices(
  draft: PurchasesDraft,
  purchase: Purchase,
  createdIds: ReadonlySet<string> = new Set(),
): void {
  for (const [id, lines] of linesByIngredient(draft, purchase)) {
    const purchases = draft.purchasesByIngredient.get(id) ?? [];
    const row = draft.ingredients.get(id);
    if (row && purchases.length === 0 && !draft.manualPrices.has(id) && !createdIds.has(id))
      draft.manualPrices.set(id, manualPriceOf(row));
    const index = purchases.findLastIndex((each) => isBefore(each.purchase, purchase)) + 1;
    draft.purchasesByIngredient.set(id, purchases.toSpliced(index, 0, { purchase, lines }));
    derivePrice(draft, id, true);
  }
}

/** Removes a purchase from the prices of its ingredients. */
export function removePurchaseFromPrices(draft: PurchasesDraft, purchase: Purchase): void {
  for (const [id, lines] of linesByIngredient(draft, purchase)) {
    const others = (draft.purchasesByIngredient.get(id) ?? []).filter((each) => each.purchase.id !== purchase.id);
    if (others.length > 0) draft.purchasesByIngredient.set(id, others);
    else draft.purchasesByIngredient.delete(id);
    derivePrice(draft, id, true, { purchase, lines });
  }
}

/** Compares by day, then by the order of entry. */
const isBefore = (a: Purchase, b: Purchase): boolean =>
  a.date < b.date || (a.date === b.date && a.sequence < b.sequence);

/**
 * Assigns purchases to the ingredients that they count for now, after a merge or its undo.
 * @param ids all ingredients that one of the purchases counted for before, or counts for now
 */
export function reassignPurchases(draft: PurchasesDraft, ids: ReadonlySet<string>): void {
  const purchases = new Set(
    [...ids].flatMap((id) => draft.purchasesByIngredient.get(id) ?? []).map(({ purchase }) => purchase),
  );
  const sorted = [...purchases].toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  for (const id of ids) {
    const ownPurchases = sorted.flatMap((purchase) => {
      const lines = linesByIngredient(draft, purchase).get(id);
      return lines ? [{ purchase, lines }] : [];
    });
    const row = draft.ingredients.get(id);
    if (row && ownPurchases.length > 0 && !draft.manualPrices.has(id)) draft.manualPrices.set(id, manualPriceOf(row));
    if (ownPurchases.length > 0) draft.purchasesByIngredient.set(id, ownPurchases);
    else draft.purchasesByIngredient.delete(id);
    derivePrice(draft, id, true);
  }
}

/**
 * Rounded parts that add up to their rounded total: the difference goes into the largest part. A part never gets below
 * zero: what it cannot take goes into the next largest one.
 * @param parts none is negative
 */
export function adjustToTotal(parts: readonly TenThousandths[], total: TenThousandths): readonly TenThousandths[] {
  const adjusted = [...parts];
  let difference = total - parts.reduce((sum, part) => sum + part, 0);
  if (difference === 0) return adjusted;
  const largestFirst = [...parts.entries()].toSorted(([, a], [, b]) => b - a);
  for (const [index, part] of largestFirst) {
    const change = Math.max(difference, -part);
    adjusted[index] = part + change;
    difference -= change;
  }
  return adjusted;
}
