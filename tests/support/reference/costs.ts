import type { Business, Ingredient, Preparation, RecipeLine } from '#domain/business/state.ts';
import { over, type Ratio, ratio, reduced, sum, times, zero } from './ratio.ts';
import { unitRatio } from './units.ts';

/** The costs of lines and preparations as the specification defines them, in exact fractions of any length. */

const amount = (units: number): Ratio => ratio(units, 10_000);

type PriceFields = Pick<Ingredient, 'unit' | 'unitPrice' | 'pack' | 'conversions'> &
  Partial<Pick<Ingredient, 'priceSource'>>;

/** The bought price of one unit: from the purchases, as typed, or the price ÷ the contents of the pack. */
export function boughtPrice({ unit, unitPrice, pack, conversions, priceSource }: PriceFields): Ratio {
  const ofSource = priceSource && unitRatio(priceSource.unit, unit, conversions ?? []);
  if (priceSource && ofSource) return over(quotient(priceSource.price), ofSource);
  const each = pack && unitRatio(pack.unit, unit, conversions ?? []);
  return pack && each ? over(amount(pack.price), times(amount(pack.quantity), each)) : amount(unitPrice);
}

/** 'n/d' ten-thousandths of a real. */
function quotient(text: string): Ratio {
  const [n = '0', d = '1'] = text.split('/');
  return over(ratio(BigInt(n), BigInt(d)), ratio(10_000));
}

type Kitchen = Pick<Business, 'ingredients' | 'preparations'>;

/** The component of a recipe line with its unit and its price. */
export interface CostedComponent {
  readonly name: string;
  readonly unit: string;
  /** The displayed price: as bought, before the cleaning loss. */
  readonly price: Ratio;
  readonly costOf: (line: RecipeLine) => Ratio;
}

export function costedComponent(kitchen: Kitchen, id: string): CostedComponent {
  const [ingredient, preparation] = [kitchen.ingredients.get(id), kitchen.preparations.get(id)];
  const row = ingredient ?? preparation;
  if (!row) throw new Error(`no component ${id}`);
  const unit = 'lines' in row ? row.yieldUnit : row.unit;
  const price = 'lines' in row ? unitCost(kitchen, id, row) : boughtPrice(row);
  const left = 'lines' in row ? ratio(1) : over(amount(row.yieldPercentage ?? 1_000_000), ratio(100));
  const costOf = ({ quantity, ownUnit }: RecipeLine): Ratio => {
    const each = unitRatio(ownUnit ?? unit, unit, row.conversions ?? []);
    if (!each) throw new Error(`${ownUnit} of ${row.name} is no ${unit}`);
    return over(times(times(amount(quantity), each), price), left);
  };
  return { name: row.name, unit, price, costOf };
}

/**
 * The unit costs of the preparations of each state, cached because a state never changes and a preparation can be used
 * often.
 */
const unitCosts = new WeakMap<Kitchen, Map<string, Ratio>>();

function unitCost(kitchen: Kitchen, id: string, { lines, yieldQuantity }: Preparation): Ratio {
  const known = unitCosts.get(kitchen) ?? new Map<string, Ratio>();
  unitCosts.set(kitchen, known);
  const cost = known.get(id) ?? reduced(over(batchCost(kitchen, lines), amount(yieldQuantity)));
  known.set(id, cost);
  return cost;
}

/** Σ of the lines. */
export const batchCost = (kitchen: Kitchen, lines: readonly RecipeLine[]): Ratio =>
  lines.length === 0 ? zero : sum(lines.map((line) => costedComponent(kitchen, line.ingredientId).costOf(line)));
