import { profitChange, resultChange } from '#domain/attribution/figure-change.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { QUOTAS } from '#domain/limits.ts';
import { largestKitchen, withOtherPrices, withSales } from '../largest-kitchen.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';

const FIGURES_MS = 50;
const EXPLAINED_MS = 1_000;
const RESULT_EXPLAINED_MS = 1_500;
const EXPLAINED_PREPARATIONS = 300;
const FEW_CAUSES = 40;

const milliseconds = (work: () => unknown) => async (): Promise<number> => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

/** What the largest kitchens take to be computed, and explained. */
export async function kitchen({ rounds }: Setting): Promise<Result[]> {
  const largest = largestKitchen();
  const before = largestKitchen(EXPLAINED_PREPARATIONS);
  const [few, all] = [FEW_CAUSES, QUOTAS.ingredients].map((count) => withOtherPrices(before, count));
  const [sold, soldMore] = [withSales(before, 0), withSales(all ?? before, 1)];
  progress('figures of the largest kitchens');
  const found = await inRounds(rounds, {
    figures: milliseconds(() => businessFigures(largest)),
    few: milliseconds(() => few && profitChange(before, few)),
    all: milliseconds(() => all && profitChange(before, all)),
    result: milliseconds(() => resultChange(sold, soldMore)),
  });
  const size = (preparations: number): string =>
    `${QUOTAS.ingredients} ingredients, ${preparations} preparations ten deep, ${QUOTAS.dishes} dishes × 60 lines`;
  const why = (prices: number): string => `why profit changed, ${prices} other prices, ${size(EXPLAINED_PREPARATIONS)}`;
  return [
    {
      goal: 4,
      what: `figures of ${size(QUOTAS.preparations)}`,
      unit: 'ms',
      ours: found.figures,
      wanted: { atMost: FIGURES_MS },
    },
    { goal: 4, what: why(FEW_CAUSES), unit: 'ms', ours: found.few, wanted: { atMost: EXPLAINED_MS } },
    {
      goal: 4,
      what: `why the result in reais changed, the same and other sales of ${QUOTAS.dishes} dishes in ${QUOTAS.channels} channels`,
      unit: 'ms',
      ours: found.result,
      wanted: { atMost: RESULT_EXPLAINED_MS },
    },
    { goal: 4, what: why(QUOTAS.ingredients), unit: 'ms', ours: found.all, wanted: { atMost: EXPLAINED_MS } },
  ];
}
