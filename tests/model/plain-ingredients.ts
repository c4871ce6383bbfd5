import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { optionalTexts } from '#tests/support/table-fields.ts';
import { boughtPrice } from '#tests/support/reference/costs.ts';
import { inUnits, ratio, rounded } from '#tests/support/reference/ratio.ts';
import { isEqual, unitRatio } from '#tests/support/reference/units.ts';
import { type Row, textOf } from './plain-business.ts';
import type { RequestedFields } from './plain-calls.ts';
import { type Outcome, type PlainCall, refused } from './plain-outcomes.ts';
import { conversionsOf, lostLine, needlessConversion, usersOf } from './plain-recipes.ts';
import type { PackMeaning, Meaning } from './wire-values.ts';

type Fields = Row['fields'];

const unitOf = (fields: Fields): string => textOf(fields['unit']);
const purchaseOf = (fields: Fields) => fields['purchase'] as PackMeaning | null;
const isSame = (a: Meaning | undefined, b: Meaning | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields with the displayed price: typed, or calculated from the purchase and rounded. */
export function withDerivedUnitPrice(fields: Fields): Fields {
  const pack = purchaseOf(fields);
  const [unit, conversions] = [unitOf(fields), conversionsOf({ fields })];
  if (!pack || !unitRatio(pack.unit, unit, conversions)) return fields;
  const bought = boughtPrice({ unit, unitPrice: 0, pack, conversions });
  return { ...fields, unit_price: inUnits(rounded(bought)) };
}

export const isPriced = ({ source, fields }: Pick<Row, 'source' | 'fields'>): boolean =>
  source
    ? !source.exact.startsWith('0/')
    : ((fields['purchase'] as PackMeaning | null)?.price ?? Number(fields['unit_price'])) > 0;

const needless = (fields: Fields): Outcome | undefined => needlessConversion(conversionsOf({ fields }));

/** Returns true if the pack is in a unit that does not convert. */
function isPackLost(fields: Fields): boolean {
  const purchase = purchaseOf(fields);
  return purchase !== null && !unitRatio(purchase.unit, unitOf(fields), conversionsOf({ fields }));
}

const UNIT_OF_PACK = refused(422, 'purchase_not_convertible', ['purchase.unit']);

export function newIngredient({ fields }: PlainCall): RequestedFields {
  const wanted = withDerivedUnitPrice({ unit_price: 0, ...fields });
  if (wanted['free'] === true && costsMoney(wanted)) return NOT_FREE;
  return needless(wanted) ?? (isPackLost(wanted) ? UNIT_OF_PACK : { fields: wanted, changes: 0 });
}

const costsMoney = (fields: Fields): boolean => (purchaseOf(fields)?.price ?? Number(fields['unit_price'])) > 0;
const NOT_FREE = refused(422, 'free_with_price', ['free']);

const TEXTS = optionalTexts(ingredientFields).map(({ name }) => name);

/** Counts each changed field as one change; price and purchase count together. */
export function changedIngredient(row: Row, { business, fields: asked }: PlainCall): RequestedFields {
  const before = row.fields;
  const renamed = { ...before, ...only(asked, ['name', 'conversions']) };
  const counted = inAnotherUnit(
    row.source ? renamed : withDerivedUnitPrice(renamed),
    asked,
    usersOf(business, row.id).length > 0,
  );
  if (isOutcome(counted)) return counted;
  const priced = withPrice(counted, row, asked);
  const isBoughtStill = isSame(priced['purchase'], before['purchase']) && priced['unit_price'] === before['unit_price'];
  const hasPrice = isBoughtStill && row.source ? isPriced(row) : costsMoney(priced);
  if (asked['free'] === true && hasPrice) return NOT_FREE;
  const settled = hasPrice ? { free: false } : only(asked, ['free']);
  const wanted = { ...priced, ...only(asked, ['yield', ...TEXTS]), ...settled };
  const isSentBack =
    isSame(asked['purchase'], before['purchase']) && (asked['unit'] ?? before['unit']) === before['unit'];
  const isNewPack = Boolean(asked['purchase']) && !isSentBack;
  const refusal =
    needless(wanted) ??
    (isNewPack && isPackLost(wanted) ? UNIT_OF_PACK : undefined) ??
    lostLine(business, { ...row, fields: wanted }) ??
    (isPackLost(wanted) ? refused(409, 'conversion_in_price') : undefined);
  if (refusal) return refusal;
  const isRepriced = !isSame(priced['purchase'], counted['purchase']) || priced['unit_price'] !== counted['unit_price'];
  const others = ['name', 'conversions', 'unit', 'yield', 'free', ...TEXTS].filter(
    (field) => !isSame(wanted[field], before[field]),
  );
  return { fields: wanted, changes: others.length + (isRepriced ? 1 : 0) };
}

const isOutcome = (counted: Fields | Outcome): counted is Outcome => 'kind' in counted;

const only = (fields: PlainCall['fields'], names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/**
 * A convertible unit changes no figure; another one changes the meaning of the amount, so only an unused ingredient may
 * get it.
 */
function inAnotherUnit(now: Fields, asked: PlainCall['fields'], isUsed: boolean): Fields | Outcome {
  const [from, to] = [unitOf(now), textOf(asked['unit'] ?? now['unit'])];
  if (from === to) return now;
  const hasPrice = asked['unit_price'] !== undefined || Boolean(asked['purchase']);
  const each = unitRatio(from, to, conversionsOf({ fields: now }));
  if (each && (isUsed || !hasPrice)) {
    const typed = Number(now['unit_price']);
    const staysTyped = typed === 0 || isEqual(each, ratio(1));
    const bought = { price: typed, quantity: 10_000, unit: from, label: null };
    return withDerivedUnitPrice({ ...now, unit: to, purchase: purchaseOf(now) ?? (staysTyped ? null : bought) });
  }
  if (isUsed) return refused(409, 'unit_in_use');
  if (!hasPrice && Number(now['unit_price']) > 0) return refused(422, 'unit_needs_price', ['unit_price']);
  return withDerivedUnitPrice({ ...now, unit: to });
}

/** A typed price replaces the purchase, unless it equals the displayed one. */
function withPrice(now: Fields, { fields: before, source }: Row, asked: PlainCall['fields']): Fields {
  const { unit_price: typed, purchase, unit = before['unit'] } = asked as Partial<Record<string, Meaning>>;
  if (purchase)
    return source && isSame(purchase, before['purchase']) ? now : withDerivedUnitPrice({ ...now, purchase });
  if (typed === undefined) return purchase === null ? { ...now, purchase: null } : now;
  const isSentBack = typed === before['unit_price'] && unit === before['unit'];
  return isSentBack ? now : { ...now, purchase: null, unit_price: typed };
}
