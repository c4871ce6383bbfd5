import { QUOTAS } from '#domain/limits.ts';
import { makeOwners } from '../businesses.ts';
import { openHttp, requestText } from '../http-connection.ts';
import { type BenchmarkOptions, logProgress, type Result } from '../measurement.ts';
import { LAST_MONTH, MONTHS, withMenuAndSales } from '../menu-with-sales.ts';
import { withRunningProduct } from '../running-product.ts';

const MAX_MEMORY_MB = 600;
const PATHS = ['/api/dashboard', '/api/dishes', `/api/sales?from=2025-11&to=${LAST_MONTH}`, '/api/mix', '/api/history'];

/** Measures the memory of the product with the largest allowed business: every dish sold in every channel for years. */
export function largestBusinessMemory(options: BenchmarkOptions): Promise<Result[]> {
  const owners = makeOwners(1, 1).map((owner) =>
    withMenuAndSales(owner, { dishes: QUOTAS.dishes, dishesPerChannel: QUOTAS.dishes }),
  );
  return withRunningProduct({ ...options, name: 'largest_business', owners }, async ({ owners: [owner], product }) => {
    const projected = product.peakMemory();
    logProgress('reading every endpoint of the largest business');
    const connection = await openHttp(product.port);
    const afterReads: number[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      for (const path of PATHS) await connection.send(requestText('GET', path, { cookie: owner?.cookie }));
      afterReads.push(product.peakMemory());
    }
    connection.close();
    const size = `${QUOTAS.dishes} dishes × ${QUOTAS.channels} channels × ${MONTHS} months`;
    const resultOf = (phase: string, values: readonly number[]) =>
      ({ goal: '10 memory per business', metric: `peak memory ${phase}, ${size}`, unit: 'MB', values }) as const;
    return [
      resultOf('until all events are projected', [projected]),
      { ...resultOf('after all reads', afterReads), atMost: MAX_MEMORY_MB },
    ];
  });
}
