import {
  contentOf,
  type PlainBusiness,
  type PlainChange,
  type PlainContent,
  type PlainLine,
  type PlainMonth,
  type PlainRecipe,
  type PlainSoldChange,
} from './plain-business.ts';
import { mainOf, pricesOf } from './plain-channels.ts';
import { done, type Outcome, type PlainCall, refused, unknown } from './plain-outcomes.ts';
import { undoPurchase } from './plain-purchases.ts';
import { isAsWas, putRows } from './plain-sales.ts';

/**
 * The last change is undone completely: the business is as it was before, with versions that only grow. Sales are
 * undone whatever came after them, as long as their own rows have not changed since.
 */
export function undoChange({ business, params, newId }: PlainCall): Outcome {
  const change = business.changes.find(({ id }) => id === params['id']);
  if (!change) return unknown;
  if (change.isUndone) return refused(409, 'already_undone');
  const { purchase } = change;
  const refusal = purchase && undoPurchase(business, purchase);
  if (refusal) return refusal;
  if (purchase) {
    change.isUndone = true;
    return done(200, { id: newId });
  }
  const isLast = business.changes.at(-1) === change;
  if (!isLast && !isOfSalesAlone(change)) throw new Error(`${change.id} is not the last change`);
  const turned = (row: PlainSoldChange): PlainSoldChange => ({ ...row, from: row.to, to: row.from });
  const sold = change.sold.map((rows) => rows.map(turned)).toReversed();
  for (const rows of sold) {
    if (!isLast && !rows.every((row) => isAsWas(business, row))) return refused(409, 'changed_since');
    putRows(business, rows);
  }
  if (isLast) putBack(business, change);
  change.isUndone = true;
  return done(200, { id: newId }, true, sold);
}

/** Returns true if a change affected only rows of sales. */
export const isOfSalesAlone = ({ before, after, sold }: PlainChange): boolean =>
  sold.length > 0 && JSON.stringify(before) === JSON.stringify(after);

interface Versioned {
  readonly id: string;
  version: number;
}

const LISTS = [
  'fixedCosts',
  'variableCosts',
  'ingredients',
  'preparations',
  'dishes',
  'channels',
  'suppliers',
] as const;

function putBack(business: PlainBusiness, change: PlainChange): void {
  const { before, after } = change;
  const mainBefore = mainOf(business)?.id;
  for (const list of LISTS) {
    const rows = grown<Versioned>(before[list], after[list], {
      idOf: ({ id }) => id,
      eventsOf: (id) => eventsThatMade(change, list, id),
    });
    business.removedIds.push(...after[list].filter(({ id }) => !rows.some((row) => row.id === id)).map(({ id }) => id));
    (business[list] as Versioned[]).splice(0, Infinity, ...rows);
  }
  putBackMonths(business, before);
  const { ticket, productionLoss, mixMonths, profitGoal, priceRule, typed, stockValues } = structuredClone(before);
  const settingsVersion = 2 * after.settingsVersion - before.settingsVersion;
  Object.assign(business, {
    ticket,
    productionLoss,
    mixMonths,
    profitGoal,
    priceRule,
    settingsVersion,
    typed,
    stockValues,
  });
  if (mainOf(business)?.id !== mainBefore) forgetEqualPrices(business);
}

/** The number of events that added an entity in this change or in the one that it undid; it is the first version. */
function eventsThatMade(change: PlainChange, list: (typeof LISTS)[number], id: string): number {
  if (change.undone) return eventsThatMade(change.undone, list, id);
  const isNew = !change.before[list].some((row) => row.id === id);
  return (isNew && change.after[list].find((row) => row.id === id)?.version) || 1;
}

/**
 * Raises the version of each row by the number of undone events. A removed entity returns with its next version, which
 * counts every event that removed it.
 */
function grown<Its extends { version: number }>(
  before: readonly Its[],
  after: readonly Its[],
  { idOf, eventsOf }: { readonly idOf: (row: Its) => string; readonly eventsOf: (id: string) => number },
): Its[] {
  return before.map((row) => {
    const now = after.find((each) => idOf(each) === idOf(row));
    const back = structuredClone(row);
    back.version = now ? 2 * now.version - row.version : row.version + 1 + 2 * (eventsOf(idOf(row)) - 1);
    if (now && isRecipe(back) && isRecipe(now))
      back.lines.splice(0, Infinity, ...grown(back.lines, now.lines, OF_LINES));
    return back;
  });
}

const OF_LINES = { idOf: ({ ingredientId }: PlainLine) => ingredientId, eventsOf: () => 1 };
const isRecipe = (row: object): row is PlainRecipe => 'lines' in row;

/** Restores the months as they were before the change; a month without a record then has none again. */
function putBackMonths(business: PlainBusiness, before: PlainContent): void {
  const months: PlainMonth[] = [];
  for (const held of before.months) {
    const now = business.months.find(({ month }) => month === held.month);
    const isSame = now?.value === held.value && now.orders === held.orders;
    const version = isSame ? now.version : (now?.version ?? business.clearedVersion) + 1;
    months.push({ ...held, version });
  }
  const cleared = business.months.filter(({ month }) => !before.months.some((held) => held.month === month));
  business.clearedVersion = Math.max(business.clearedVersion, ...cleared.map(({ version }) => version));
  business.months.splice(0, Infinity, ...months);
}

/** A new main channel keeps no price that equals the sale price. */
function forgetEqualPrices({ dishes }: PlainBusiness): void {
  for (const dish of dishes) {
    const others = Object.entries(pricesOf(dish)).filter(([, price]) => price !== dish.fields['sale_price']);
    dish.fields['prices'] = Object.fromEntries(others);
  }
}

/** Records a change so that it can be undone. */
export function remembered(business: PlainBusiness, change: Omit<PlainChange, 'after' | 'isUndone'>): void {
  business.changes.push({ ...change, after: contentOf(business), isUndone: false });
}
