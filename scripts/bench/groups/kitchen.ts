import { profitChange, resultChange } from '#domain/attribution/figure-change.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { QUOTAS } from '#domain/limits.ts';
import { largestBusiness, withOtherPrices, withSales } from '../largest-business.ts';
import { inRounds, progress, type Result, type Setting } from '../measuring.ts';

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

/** Measures how long the largest recipes take to be computed and explained. */
export async function kitchen({ rounds }: Setting): Promise<Result[]> {
  const largest = largestBusiness();
  const before = largestBusiness(EXPLAINED_PREPARATIONS);
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
  const sales = `the same and other sales of ${QUOTAS.dishes} dishes in ${QUOTAS.channels} channels`;
  const line = (what: string, ours: readonly number[], atMost: number): Result => {
    return { goal: 4, what, unit: 'ms', ours, atMost };
  };
  return [
    line(`figures of ${size(QUOTAS.preparations)}`, found.figures, FIGURES_MS),
    line(why(FEW_CAUSES), found.few, EXPLAINED_MS),
    line(`why the result in reais changed, ${sales}`, found.result, RESULT_EXPLAINED_MS),
    line(why(QUOTAS.ingredients), found.all, EXPLAINED_MS),
  ];
}
