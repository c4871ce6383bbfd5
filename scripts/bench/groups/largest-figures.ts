import { profitChange, resultChange } from '#domain/attribution/figure-change.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { QUOTAS } from '#domain/limits.ts';
import { largestBusiness, withOtherPrices, withSales } from '../largest-business.ts';
import { inRounds, logProgress, type Result, type Setting } from '../measuring.ts';

const MAX_FIGURES_MS = 50;
const MAX_EXPLANATION_MS = 1_000;
const MAX_RESULT_EXPLANATION_MS = 1_500;
const PREPARATIONS = 300;
const FEW_CAUSES = 40;

const timed = (work: () => unknown) => async (): Promise<number> => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

/** Measures how long the largest recipes take to be computed and explained. */
export async function largestFigures({ rounds }: Setting): Promise<Result[]> {
  const largest = largestBusiness();
  const before = largestBusiness(PREPARATIONS);
  const [fewPrices, allPrices] = [FEW_CAUSES, QUOTAS.ingredients].map((count) => withOtherPrices(before, count));
  const [salesBefore, salesAfter] = [withSales(before, 0), withSales(allPrices ?? before, 1)];
  logProgress('figures of the largest kitchens');
  const times = await inRounds(rounds, {
    figures: timed(() => businessFigures(largest)),
    few: timed(() => fewPrices && profitChange(before, fewPrices)),
    all: timed(() => allPrices && profitChange(before, allPrices)),
    result: timed(() => resultChange(salesBefore, salesAfter)),
  });
  const size = (preparations: number): string =>
    `${QUOTAS.ingredients} ingredients, ${preparations} preparations ten deep, ${QUOTAS.dishes} dishes × 60 lines`;
  const explanationText = (prices: number): string =>
    `why profit changed, ${prices} other prices, ${size(PREPARATIONS)}`;
  const salesText = `the same and other sales of ${QUOTAS.dishes} dishes in ${QUOTAS.channels} channels`;
  const row = (what: string, ours: readonly number[], atMost: number): Result => {
    return { goal: 4, what, unit: 'ms', ours, atMost };
  };
  return [
    row(`figures of ${size(QUOTAS.preparations)}`, times.figures, MAX_FIGURES_MS),
    row(explanationText(FEW_CAUSES), times.few, MAX_EXPLANATION_MS),
    row(`why the result in reais changed, ${salesText}`, times.result, MAX_RESULT_EXPLANATION_MS),
    row(explanationText(QUOTAS.ingredients), times.all, MAX_EXPLANATION_MS),
  ];
}
