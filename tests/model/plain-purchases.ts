import { inUnits, over, type Ratio, ratio, reduced, rounded, sum, times } from '#tests/support/reference/ratio.ts';
import { unitRatio } from '#tests/support/reference/units.ts';
import { dishResults, priceSourceAnswer, wire } from './plain-answers.ts';
import type {
  PlainBusiness,
  PlainChange,
  PlainPurchase,
  PlainPurchaseLine,
  PlainSupplier,
  PlainTypedPrice,
  Row,
} from './plain-business.ts';
import { textOf } from './plain-business.ts';
import { isPriced, withDerivedUnitPrice } from './plain-ingredients.ts';
import { done, isStale, type Outcome, type PlainCall, refused, stale, unknown } from './plain-outcomes.ts';
import { conversionsOf, isCountable, unitOf } from './plain-recipes.ts';
import type { PackMeaning, LineMeaning, SupplierMeaning } from './wire-values.ts';

/** Purchases, suppliers and stock values by the rules of the specification, written down a second time. */

const DAY_MS = 86_400_000;
/** The day this number of days ago in São Paulo. */
export const dayBefore = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(Date.now() - days * DAY_MS));
const today = (): string => dayBefore(0);

const isFood = ({ ingredientId, cfop }: PlainPurchaseLine): boolean =>
  ingredientId !== null && !/^.9(08|1[01]|2[0-2])$/.test(cfop ?? '');

const linesOf = ({ lines }: PlainPurchase, id: string): readonly PlainPurchaseLine[] =>
  lines.filter((line) => line.ingredientId === id && isFood(line));

const ingredientsOf = ({ lines }: PlainPurchase): readonly string[] => [
  ...new Set(lines.flatMap((line) => (isFood(line) && line.ingredientId !== null ? [line.ingredientId] : []))),
];

const sumOfLines = ({ lines }: PlainPurchase): bigint => lines.reduce((all, { total }) => all + BigInt(total), 0n);

/** The cost of a line with its share of freight and discount, in reais. */
function costOf(purchase: PlainPurchase, line: PlainPurchaseLine): Ratio {
  const all = sumOfLines(purchase);
  const paid = all + BigInt(purchase.freight) - BigInt(purchase.discount);
  return all === 0n ? ratio(0) : times(ratio(line.total, 10_000), ratio(paid, all));
}

const byDay = (a: PlainPurchase, b: PlainPurchase): number =>
  a.date === b.date ? a.turn - b.turn : a.date < b.date ? -1 : 1;

const boughtOf = ({ purchases }: PlainBusiness, id: string): readonly PlainPurchase[] =>
  purchases.filter((each) => linesOf(each, id).length > 0).toSorted(byDay);

/** Σ cost ÷ Σ quantity in the unit of the ingredient. */
function meanOf(row: Row, id: string, purchases: readonly PlainPurchase[]): Ratio {
  const lines = purchases.flatMap((purchase) => linesOf(purchase, id).map((line) => ({ purchase, line })));
  const quantities = lines.map(({ line: { packs, packQuantity, packUnit } }) =>
    times(
      times(ratio(packs, 10_000), ratio(packQuantity, 10_000)),
      unitRatio(packUnit, unitOf(row), conversionsOf(row)) ?? ratio(0),
    ),
  );
  return over(sum(lines.map(({ purchase, line }) => costOf(purchase, line))), sum(quantities));
}

type Price = Pick<Row, 'source'> & { readonly unit_price: number; readonly purchase: PackMeaning | null };

/** The price of one unit of an ingredient by a pack, in ten-thousandths of a real, as the exact text of a fraction. */
function exactTextOf(row: Row, { price, quantity, unit }: PackMeaning): string {
  const units = times(ratio(quantity, 10_000), unitRatio(unit, unitOf(row), conversionsOf(row)) ?? ratio(1));
  const { top, bottom } = reduced(over(ratio(price), units));
  return `${top}/${bottom}`;
}

/** All that a purchase had of an ingredient, as one pack; undefined where no pack may be so large or so dear. */
function wholePack(row: Row, purchase: PlainPurchase): PackMeaning | undefined {
  const lines = linesOf(purchase, row.id);
  const quantityOf = ({ packs, packQuantity, packUnit }: PlainPurchaseLine): Ratio =>
    times(
      times(ratio(packs, 10_000), ratio(packQuantity, 10_000)),
      unitRatio(packUnit, unitOf(row), conversionsOf(row)) ?? ratio(0),
    );
  const quantity = inUnits(rounded(sum(lines.map(quantityOf))));
  const price = inUnits(rounded(sum(lines.map((line) => costOf(purchase, line)))));
  const fits = quantity > 0 && quantity <= 99_999_999_999 && price <= 9_999_999_999;
  return fits ? { price, quantity, unit: unitOf(row), label: null } : undefined;
}

/**
 * The current price as a typed one. That of a purchase is kept by a pack: that of its last line or all of the purchase,
 * whichever has exactly this price.
 */
function ownPrice(row: Row, taken?: PlainPurchase): Price {
  const { fields, source } = row;
  const typedPack = fields['purchase'] as PackMeaning | null;
  if (!source || !typedPack) return { unit_price: Number(fields['unit_price']), purchase: typedPack, source: null };
  const whole = taken && wholePack(row, taken);
  const exact = [typedPack, whole].find((pack) => pack && exactTextOf(row, pack) === source.exact);
  const purchase = exact ?? whole ?? { ...typedPack, price: priceOfPack(row, typedPack, source.exact) };
  const unitPrice = Number(withDerivedUnitPrice({ ...fields, purchase })['unit_price']);
  return { unit_price: unitPrice, purchase, source: null };
}

/** The pack of an ingredient at its current price, which may be that of several lines or purchases. */
export function displayedPack(row: Row): PackMeaning | null {
  const pack = row.fields['purchase'] as PackMeaning | null;
  return pack && row.source ? { ...pack, price: priceOfPack(row, pack, row.source.exact) } : pack;
}

/** The price of a pack by the exact price of one unit, rounded to ten-thousandths. */
function priceOfPack(row: Row, { quantity, unit }: PackMeaning, exact: string): number {
  const [top = '0', bottom = '1'] = exact.split('/');
  const units = times(ratio(quantity, 10_000), unitRatio(unit, unitOf(row), conversionsOf(row)) ?? ratio(1));
  return inUnits(rounded(times(ratio(BigInt(top), BigInt(bottom) * 10_000n), units)));
}

/** The last purchase by its day, or the mean of the last three, unless a price was typed later. */
function derivedPrice(business: PlainBusiness, row: Row, taken?: PlainPurchase): Price {
  const bought = boughtOf(business, row.id);
  const [last, typed] = [bought.at(-1), business.typed[row.id]];
  const isTypedLater =
    last && typed && typed.on !== null && (typed.on > last.date || (typed.on === last.date && typed.turn > last.turn));
  if (!last || isTypedLater)
    return typed ? { unit_price: typed.unitPrice, purchase: typed.purchase, source: null } : ownPrice(row, taken);
  const exact = meanOf(row, row.id, business.priceRule === 'mean_of_three' ? bought.slice(-3) : [last]);
  const line = linesOf(last, row.id).at(-1) as PlainPurchaseLine;
  const price = inUnits(rounded(over(costOf(last, line), ratio(line.packs, 10_000))));
  const { top, bottom } = reduced(times(exact, ratio(10_000)));
  return {
    unit_price: inUnits(rounded(exact)),
    purchase: { price, quantity: line.packQuantity, unit: line.packUnit, label: null },
    source: { purchaseId: last.id, date: last.date, exact: `${top}/${bottom}` },
  };
}

/** Derives the price of an ingredient again; a different price counts as one change. */
function derive(business: PlainBusiness, id: string, taken?: PlainPurchase): void {
  const row = business.ingredients.find((each) => each.id === id);
  if (!row) return;
  const displayedPrice = ({ fields, source }: Row) =>
    JSON.stringify([fields['unit_price'], fields['purchase'], fields['free'], source ?? null]);
  const before = displayedPrice(row);
  const { source, ...price } = derivedPrice(business, row, taken);
  const free = business.typed[id] ? business.typed[id].free : row.fields['free'];
  if (free === true && !business.typed[id]) business.typed[id] = typedPrice(row, { on: null, turn: 0 });
  Object.assign(row.fields, price);
  row.source = source ?? null;
  row.fields['free'] = free === true && !isPriced(row);
  if (displayedPrice(row) !== before) row.version += 1;
}

export const deriveAll = (business: PlainBusiness): void =>
  business.ingredients.filter(({ id }) => boughtOf(business, id).length > 0).forEach(({ id }) => derive(business, id));

function typedPrice(row: Row, when: Pick<PlainTypedPrice, 'on' | 'turn'>): PlainTypedPrice {
  const { unit_price: unitPrice, purchase } = ownPrice(row);
  return { unitPrice, purchase, free: row.fields['free'] === true, ...when };
}

/** Records a typed price. While purchases exist it counts from its day on; without purchases it is the only price. */
export function rankTyped(business: PlainBusiness, row: Row, { wasFree }: { readonly wasFree: boolean }): void {
  row.source = null;
  const turn = business.turn;
  if (boughtOf(business, row.id).length === 0) delete business.typed[row.id];
  else business.typed[row.id] = { ...typedPrice(row, { on: today(), turn }), free: wasFree };
}

export function declareFree({ typed }: PlainBusiness, { id, fields }: Row): void {
  if (typed[id]) typed[id] = { ...typed[id], free: fields['free'] === true };
}

/** @param made the ingredients that the purchase added, which have no price of their own */
function put(business: PlainBusiness, purchase: PlainPurchase, made: readonly string[] = []): void {
  for (const id of ingredientsOf(purchase)) {
    const row = business.ingredients.find((each) => each.id === id);
    const isFirst = boughtOf(business, id).length === 0 && !made.includes(id);
    if (row && isFirst) business.typed[id] ??= typedPrice(row, { on: null, turn: 0 });
  }
  business.purchases.push(purchase);
  business.everBought.push(...ingredientsOf(purchase));
  ingredientsOf(purchase).forEach((id) => derive(business, id));
}

function take(business: PlainBusiness, purchase: PlainPurchase): void {
  business.purchases.splice(
    business.purchases.findIndex(({ id }) => id === purchase.id),
    1,
  );
  ingredientsOf(purchase).forEach((id) => derive(business, id, purchase));
}

/** Changes purchases, and returns the prices and dishes that changed with them. */
function moving(business: PlainBusiness, purchase: PlainPurchase, act: () => void) {
  const before = structuredClone(business.ingredients);
  const results = dishResults(business);
  act();
  const after = dishResults(business);
  const dishes = business.dishes.flatMap((dish) => {
    const [was, is] = [results.get(dish.id), after.get(dish.id)];
    return was && is && !was.every((figure, i) => figure === is[i]) ? [{ dish, was, is }] : [];
  });
  const [profit, margin] = [0, 1];
  const differenceIn = (i: number, { was, is }: (typeof dishes)[number]) => Math.abs((is[i] ?? 0) - (was[i] ?? 0));
  const sorted = dishes.toSorted(
    (a, b) => differenceIn(profit, b) - differenceIn(profit, a) || differenceIn(margin, b) - differenceIn(margin, a),
  );
  return ingredientsOf(purchase).flatMap((id) => {
    const [was, is] = [before, business.ingredients].map((rows) => rows.find((row) => row.id === id));
    if (!is || (was && exactPrice(was) === exactPrice(is))) return [];
    const isNew = !was || (purchase.made.includes(id) && !was.source && is.source?.purchaseId === purchase.id);
    const hit = sorted.filter(({ dish }) => isIn(business, id, dish.lines));
    return [
      {
        ingredient_id: id,
        name: textOf(is.fields['name']),
        from: isNew ? null : wire(was.fields['unit_price']),
        to: wire(is.fields['unit_price']),
        dishes: hit.map(({ dish, was: earned, is: earns }) => ({
          dish_id: dish.id,
          name: textOf(dish.fields['name']),
          net_profit_from: wire(earned[profit]),
          net_profit_to: wire(earns[profit]),
        })),
      },
    ];
  });
}

/** The exact bought price in reais. */
function boughtExactly({ source, fields }: Row): Ratio {
  if (source)
    return over(ratio(BigInt(source.exact.split('/')[0] ?? 0), BigInt(source.exact.split('/')[1] ?? 1)), ratio(10_000));
  const purchase = fields['purchase'] as PackMeaning | null;
  const each = purchase && unitRatio(purchase.unit, textOf(fields['unit']), conversionsOf({ fields }));
  if (!purchase || !each) return ratio(Number(fields['unit_price']), 10_000);
  return over(ratio(purchase.price, purchase.quantity), each);
}

function exactPrice(row: Row): string {
  const { top, bottom } = reduced(boughtExactly(row));
  return `${top}/${bottom}`;
}

/** Returns true if a recipe contains an ingredient, directly or through its preparations. */
const isIn = (business: PlainBusiness, id: string, lines: readonly { readonly ingredientId: string }[]): boolean =>
  lines.some(
    ({ ingredientId }) =>
      ingredientId === id ||
      isIn(business, id, business.preparations.find((row) => row.id === ingredientId)?.lines ?? []),
  );

export function purchaseAnswer({ suppliers }: PlainBusiness, purchase: PlainPurchase) {
  const { id, date, supplierId, number, source, freight, discount, confirmed, lines, version } = purchase;
  const supplier = suppliers.find((each) => each.id === supplierId);
  const total = Number(sumOfLines(purchase) + BigInt(freight) - BigInt(discount));
  const costs = lines.map((line) => inUnits(rounded(costOf(purchase, line))));
  const largest = costs.indexOf(Math.max(...costs));
  // Three lines, as the model draws at most, never round away more than the largest of them costs.
  costs[largest] = (costs[largest] ?? 0) + total - costs.reduce((all, cost) => all + cost, 0);
  return {
    id,
    date,
    supplier: supplier ? { id: supplier.id, name: textOf(supplier.fields['name']) } : null,
    number,
    source,
    freight: wire(freight),
    discount: wire(discount),
    confirmed,
    total: total / 10_000,
    lines: lines.map((line, i) => ({
      ingredient_id: line.ingredientId,
      name: line.name,
      packs: wire(line.packs),
      pack_quantity: wire(line.packQuantity),
      pack_unit: line.packUnit,
      total: wire(line.total),
      cost: wire(costs[i]),
      code: line.code,
      gtin: line.gtin,
      billed_unit: line.billedUnit,
      description: line.description,
      cfop: line.cfop,
    })),
    version,
  };
}

/** The form in which names are compared. */
const compared = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

/**
 * Finds the supplier with this CNPJ, otherwise one of the same name without a CNPJ, which then gets it, or adds a new
 * one.
 */
function resolveSupplier({ suppliers }: PlainBusiness, named: SupplierMeaning): PlainSupplier | Outcome {
  if (named.name === undefined)
    return suppliers.find(({ id }) => id === named.id) ?? refused(422, 'supplier_not_there', ['supplier.id']);
  const { id, name, cnpj = null } = named;
  const ofCnpj = cnpj === null ? undefined : suppliers.find(({ fields }) => fields['cnpj'] === cnpj);
  if (ofCnpj) return ofCnpj;
  const equal = suppliers.filter(({ fields }) => compared(textOf(fields['name'])) === compared(name));
  const known = equal.find(({ fields }) => fields['cnpj'] === null) ?? (cnpj === null ? equal[0] : undefined);
  if (!known) {
    const made = { id: id ?? '', version: 1, fields: { name, cnpj } };
    suppliers.push(made);
    return made;
  }
  if (cnpj !== null) Object.assign(known, { version: known.version + 1, fields: { ...known.fields, cnpj } });
  return known;
}

export function enterPurchase({ business, fields, newId }: PlainCall): Outcome {
  const entered = fields as unknown as Pick<
    PlainPurchase,
    'date' | 'number' | 'source' | 'freight' | 'discount' | 'confirmed'
  >;
  const { date, number, source, freight, discount, confirmed } = entered;
  const meant = fields['lines'] as readonly unknown[] as readonly LineMeaning[];
  const named = fields['supplier'] as SupplierMeaning | null;
  const total = meant.reduce((all, line) => all + BigInt(line.total), 0n);
  if (date > today()) return refused(422, 'purchase_to_come', ['date']);
  if (total === 0n && freight + discount > 0)
    return refused(422, 'nothing_to_spread', [freight > 0 ? 'freight' : 'discount']);
  if (BigInt(discount) > total) return refused(422, 'discount_too_large', ['discount']);
  const suppliers = structuredClone(business.suppliers);
  const supplier = named && resolveSupplier({ ...business, suppliers }, named);
  if (supplier && 'kind' in supplier) return supplier;
  // Every new ingredient has an id of its own here, so none may be named twice.
  const newNames = meant.map(({ ingredient }) => ingredient && 'name' in ingredient && compared(ingredient.name));
  const ambiguous = newNames.findIndex((each, i) => each !== null && each !== false && newNames.indexOf(each) < i);
  if (ambiguous !== -1) return refused(422, 'new_ingredient_ambiguous', [`lines.${ambiguous}.new.id`]);
  const made: Row[] = [];
  const lines: PlainPurchaseLine[] = [];
  for (const [i, { ingredient, ...line }] of meant.entries()) {
    const isNew = ingredient !== null && 'name' in ingredient;
    const row = isNew ? newRow(ingredient) : business.ingredients.find(({ id }) => id === ingredient?.id);
    if (row && isNew) made.push(row);
    if (!row && ingredient) return refused(422, 'ingredient_not_there', [`lines.${i}.ingredient_id`]);
    if (row && !isCountable(line.packUnit, row))
      return refused(422, 'purchase_line_not_convertible', [`lines.${i}.pack_unit`]);
    lines.push({
      ...line,
      ingredientId: row?.id ?? null,
      name: row ? textOf(row.fields['name']) : (line.description ?? ''),
    });
  }
  business.suppliers.splice(0, Infinity, ...suppliers);
  const news = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const purchase: PlainPurchase = {
    id: newId,
    date,
    number,
    source,
    freight,
    discount,
    confirmed,
    lines,
    supplierId: supplier?.id ?? null,
    made: news.map(({ id }) => id),
    version: 1,
    turn: business.turn,
    moved: [],
  };
  const moved = moving(business, purchase, () => {
    business.ingredients.push(...news);
    put(business, purchase, purchase.made);
  });
  purchase.moved = moved;
  return done(201, { ...purchaseAnswer(business, purchase), moved });
}

const newRow = ({ id, name, unit }: { readonly id: string; readonly name: string; readonly unit: string }): Row => ({
  id,
  version: 1,
  source: null,
  fields: { name, unit, unit_price: 0, purchase: null, yield: 1_000_000, conversions: [], free: false },
});

export function takeBackPurchase({ business, params, version }: PlainCall): Outcome {
  const purchase = business.purchases.find(({ id }) => id === params['id']);
  if (!purchase) return unknown;
  if (isStale(version, purchase.version)) return stale();
  const moved = moving(business, purchase, () => take(business, purchase));
  const stays = ingredientsOf(purchase).flatMap((id) => {
    const row = business.ingredients.find((each) => each.id === id);
    return row && !moved.some((each) => each.ingredient_id === id)
      ? [{ ingredient_id: id, price_source: priceSourceAnswer(row) }]
      : [];
  });
  return done(200, { moved, stays });
}

/** Returns the effect of a change on a purchase; undefined if it has none. */
export function purchaseChange(business: PlainBusiness, before: readonly PlainPurchase[]): PlainChange['purchase'] {
  const { purchases } = business;
  const entered = purchases.find(({ id }) => !before.some((each) => each.id === id));
  const taken = before.find(({ id }) => !purchases.some((each) => each.id === id));
  return entered ? { isThere: true, purchase: entered } : taken && { isThere: false, purchase: taken };
}

/**
 * Undoes the change of a purchase and derives the prices again. Suppliers and ingredients that the purchase added stay.
 */
export function undoPurchase(
  business: PlainBusiness,
  { isThere, purchase }: NonNullable<PlainChange['purchase']>,
): Outcome | undefined {
  const held = business.purchases.find(({ id }) => id === purchase.id);
  if ((held !== undefined) !== isThere) return refused(409, 'changed_since');
  if (held) take(business, held);
  else {
    const back = { ...purchase, version: purchase.version + 1 };
    back.moved = moving(business, { ...back, made: [] }, () => put(business, back));
  }
  return undefined;
}

/** The purchases with the newest date first, and on the same date the last entered first. */
export const purchaseAnswers = (business: PlainBusiness) =>
  business.purchases.toSorted((a, b) => byDay(b, a)).map((each) => purchaseAnswer(business, each));

export const supplierAnswer = (business: PlainBusiness, { id, fields, version }: PlainSupplier) => ({
  id,
  ...fields,
  prices: business.ingredients.flatMap((row) => {
    const last = boughtOf(business, row.id).findLast(({ supplierId }) => supplierId === id);
    if (!last) return [];
    const price = meanOf(row, row.id, [last]);
    const { top, bottom } = reduced(times(price, ratio(10_000)));
    const exact_price = `${top}/${bottom}`;
    return [{ ingredient_id: row.id, date: last.date, price: wire(inUnits(rounded(price))), exact_price }];
  }),
  version,
});

export function changeSupplier({ business, params, fields, version }: PlainCall): Outcome {
  const supplier = business.suppliers.find(({ id }) => id === params['id']);
  if (!supplier) return unknown;
  const { cnpj } = fields;
  if (cnpj && business.suppliers.some((each) => each !== supplier && each.fields['cnpj'] === cnpj))
    return refused(422, 'cnpj_taken', ['cnpj']);
  if (isStale(version, supplier.version)) return stale(supplierAnswer(business, supplier));
  const changes = Object.entries(fields).filter(([field, means]) => supplier.fields[field] !== means);
  Object.assign(supplier.fields, fields);
  supplier.version += changes.length;
  return done(200, supplierAnswer(business, supplier), changes.length > 0);
}

function monthRefusal(month: string): Outcome | undefined {
  if (month < '2000-01') return refused(422, 'month_too_early', ['month']);
  return month > today().slice(0, 7) ? refused(422, 'month_to_come', ['month']) : undefined;
}

export function recordStockValue({ business, params, fields }: PlainCall): Outcome {
  const { month = '' } = params;
  const refusal = monthRefusal(month);
  if (refusal) return refusal;
  const value = Number(fields['value']);
  const hasChanged = business.stockValues[month] !== value;
  business.stockValues[month] = value;
  return done(200, { month, value: wire(value) }, hasChanged);
}

export function clearStockValue({ business, params }: PlainCall): Outcome {
  const { month = '' } = params;
  const refusal = monthRefusal(month);
  if (refusal) return refusal;
  const isThere = month in business.stockValues;
  delete business.stockValues[month];
  return done(204, undefined, isThere);
}

export const stockValueAnswers = ({ stockValues }: PlainBusiness) =>
  Object.keys(stockValues)
    .toSorted()
    .map((month) => ({ month, value: wire(stockValues[month]) }));

/** The expected answer for a month without sales. */
export function cmvAnswer(business: PlainBusiness, month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const before = new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
  const { [before]: opening, [month]: closing } = business.stockValues;
  const costs = business.purchases
    .filter(({ date }) => date.startsWith(month))
    .flatMap((purchase) => purchase.lines.filter(isFood).map((line) => costOf(purchase, line)));
  const purchases = costs.length === 0 ? undefined : inUnits(rounded(sum(costs)));
  const inputs = { opening, closing, sales: undefined, purchases };
  const hasReal = opening !== undefined && closing !== undefined && purchases !== undefined;
  const orNull = (units: number | undefined) => (units === undefined ? null : wire(units));
  return {
    month,
    planned: null,
    real: hasReal ? wire(opening + purchases - closing) : null,
    difference: null,
    difference_percentage: null,
    opening: orNull(opening),
    closing: orNull(closing),
    purchases: orNull(purchases),
    missing: Object.entries(inputs).flatMap(([name, units]) => (units === undefined ? [name] : [])),
  };
}
