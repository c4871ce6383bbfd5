import type { Business } from '#domain/business/state.ts';
import { SCALE, type Units } from '#domain/decimal.ts';
import { unitsOf } from '#domain/figures/cost.ts';
import { type CostedPreparation, createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import { timesAmount, timesOf } from '#domain/figures/needed-preparations.ts';
import { money, quantity } from '#domain/format.ts';
import { batchText } from '../fields/batch.ts';
import { unitCostText } from '../fields/cost-text.ts';
import { linesTimes, printedLines, printedParts, type PrintedRecipe } from './printed.ts';

interface Wanted {
  readonly state: Business;
  /** How many times the recipe is made: 1,5. */
  readonly batches: Units;
}

export function printedPreparation(
  { preparation, batch }: CostedPreparation,
  { state, batches }: Wanted,
): PrintedRecipe {
  const costing = createCosting(state);
  const times = timesOf(batches);
  const made = batchText({
    quantity: timesAmount(preparation.yieldQuantity, times),
    unit: preparation.yieldUnit,
  });
  return {
    kind: 'Preparo',
    name: preparation.name,
    yields: batches === SCALE ? made : `${made}, ${batchesText(batches)}`,
    lines: printedLines(linesTimes(lineFigures(preparation.lines, costing), times), state),
    sums: [
      {
        name: batches === SCALE ? 'A receita custa' : `${capital(batchesText(batches))} custam`,
        value: money(timesAmount(unitsOf(batch), times)),
      },
      { name: 'Custo', value: unitCostText(preparation, costing), isTotal: true },
    ],
    figures: [],
    channels: [],
    method: preparation.method,
    parts: printedParts(preparation.lines, times, state),
  };
}

/** '2,5 receitas' */
const batchesText = (batches: Units): string => `${quantity(batches)} ${batches <= SCALE ? 'receita' : 'receitas'}`;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
