import { profitChange, resultChange } from '#domain/attribution/figure-change.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { QUOTAS } from '#domain/limits.ts';
import { largestBusiness, withOtherPrices, withSales } from '../largest-business.ts';
import { type BenchmarkOptions, inRounds, logProgress, type Result } from '../measurement.ts';

const MAX_FIGURES_MS = 50;
const MAX_EXPLANATION_MS = 1_000;
const MAX_RESULT_EXPLANATION_MS = 1_500;
/** An explanation recomputes the figures many times, so its business has fewer preparations than the quota. */
const EXPLAINED_PREPARATIONS = 300;
const FEW_PRICES = 40;

const durationOf = (work: () => unknown) => async (): Promise<number> => {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
};

/** Measures how long the figures of the largest recipes take to be computed and their changes to be explained. */
export async function largestFigures({ rounds }: BenchmarkOptions): Promise<Result[]> {
  const largest = largestBusiness();
  const before = largestBusiness(EXPLAINED_PREPARATIONS);
  const fewPrices = withOtherPrices(before, FEW_PRICES);
  const allPrices = withOtherPrices(before, QUOTAS.ingredients);
  const [salesBefore, salesAfter] = [withSales(before, 0), withSales(allPrices, 1)];
  logProgress('figures of the largest businesses');
  const durations = await inRounds(rounds, {
    figures: durationOf(() => businessFigures(largest)),
    fewPrices: durationOf(() => profitChange(before, fewPrices)),
    allPrices: durationOf(() => profitChange(before, allPrices)),
    sales: durationOf(() => resultChange(salesBefore, salesAfter)),
  });
  const sizeText = (preparations: number): string =>
    `${QUOTAS.ingredients} ingredients, ${preparations} preparations ten deep, ${QUOTAS.dishes} dishes × 60 lines`;
  const explanationText = (prices: number): string =>
    `why profit changed, ${prices} other prices, ${sizeText(EXPLAINED_PREPARATIONS)}`;
  const salesText = `the same and other sales of ${QUOTAS.dishes} dishes in ${QUOTAS.channels} channels`;
  const resultOf = (metric: string, values: readonly number[], atMost: number): Result => {
    return { goal: '4 isolation of owners', metric, unit: 'ms', values, atMost };
  };
  return [
    resultOf(`figures of ${sizeText(QUOTAS.preparations)}`, durations.figures, MAX_FIGURES_MS),
    resultOf(explanationText(FEW_PRICES), durations.fewPrices, MAX_EXPLANATION_MS),
    resultOf(explanationText(QUOTAS.ingredients), durations.allPrices, MAX_EXPLANATION_MS),
    resultOf(`why the result in reais changed, ${salesText}`, durations.sales, MAX_RESULT_EXPLANATION_MS),
  ];
}
