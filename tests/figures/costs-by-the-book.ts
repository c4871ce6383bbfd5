import type { Business, Ingredient, RecipeLine } from '#domain/business/state.ts';
import { over, type Ratio, ratio, sum, times, zero } from './ratio.ts';
import { ratioByTheBook } from './units-by-the-book.ts';

/** What lines and preparations cost, as the specification writes it: plain fractions, however long they grow. */

const amount = (units: number): Ratio => ratio(units, 10_000);

type Bought = Pick<Ingredient, 'unit' | 'unitPrice' | 'purchase' | 'conversions'>;

/** What one unit of it costs as it is bought: typed, or price ÷ what is in the pack. */
export function boughtByTheBook({ unit, unitPrice, purchase, conversions }: Bought): Ratio {
  const each = purchase && ratioByTheBook(purchase.unit, unit, conversions ?? []);
  return purchase && each ? over(amount(purchase.price), times(amount(purchase.quantity), each)) : amount(unitPrice);
}

type Kitchen = Pick<Business, 'ingredients' | 'preparations'>;

/** What a line is of, the unit in which that has a price, and what one such unit costs. */
export interface BookComponent {
  readonly name: string;
  readonly unit: string;
  /** As it is shown: bought, before anything is lost in cleaning. */
  readonly price: Ratio;
  readonly costOf: (line: RecipeLine) => Ratio;
}

export function componentByTheBook(kitchen: Kitchen, id: string): BookComponent {
  const [ingredient, preparation] = [kitchen.ingredients.get(id), kitchen.preparations.get(id)];
  const row = ingredient ?? preparation;
  if (!row) throw new Error(`no component ${id}`);
  const unit = 'lines' in row ? row.yieldUnit : row.unit;
  const price =
    'lines' in row ? over(batchByTheBook(kitchen, row.lines), amount(row.yieldQuantity)) : boughtByTheBook(row);
  const left = 'lines' in row ? ratio(1) : over(amount(row.yieldPercentage ?? 1_000_000), ratio(100));
  const costOf = ({ quantity, ownUnit }: RecipeLine): Ratio => {
    const each = ratioByTheBook(ownUnit ?? unit, unit, row.conversions ?? []);
    if (!each) throw new Error(`${ownUnit} of ${row.name} is no ${unit}`);
    return over(times(times(amount(quantity), each), price), left);
  };
  return { name: row.name, unit, price, costOf };
}

/** Σ of the lines. */
export const batchByTheBook = (kitchen: Kitchen, lines: readonly RecipeLine[]): Ratio =>
  lines.length === 0 ? zero : sum(lines.map((line) => componentByTheBook(kitchen, line.ingredientId).costOf(line)));
