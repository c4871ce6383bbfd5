import { QUOTAS } from '#domain/limits.ts';
import { makeOwners } from '../businesses.ts';
import { openHttp, requestText } from '../http-connection.ts';
import { logProgress, type Result, type Setting } from '../measuring.ts';
import { LAST_MONTH, withMenuAndSales } from '../selling-menu.ts';
import { withRunningProduct } from '../running-product.ts';

const SIZE = { dishes: QUOTAS.dishes, rows: QUOTAS.dishes };
const PATHS = ['/api/dashboard', '/api/dishes', `/api/sales?from=2025-11&to=${LAST_MONTH}`, '/api/mix', '/api/history'];

/**
 * Measures how much memory of the product the largest allowed business takes: every dish sold in every channel for
 * years.
 */
export function largest({ url, rivals, rounds }: Setting): Promise<Result[]> {
  const owners = makeOwners(1, 1).map((owner) => withMenuAndSales(owner, SIZE));
  return withRunningProduct({ url, name: 'largest', owners, rivals }, async ({ owners: [owner], product }) => {
    const catchingUp = product.peakMemory();
    logProgress('everything of the largest business is read');
    const connection = await openHttp(product.port);
    const memory: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const path of PATHS) await connection.send(requestText('GET', path, { cookie: owner?.cookie }));
      memory.push(product.peakMemory());
    }
    connection.close();
    const size = `${SIZE.dishes} dishes × ${QUOTAS.channels} channels × 36 months`;
    return [
      { goal: 10, what: `most memory of the product until it has caught up, ${size}`, unit: 'MB', ours: [catchingUp] },
      { goal: 10, what: `most memory of the product, ${size}`, unit: 'MB', ours: memory, atMost: 600 },
    ];
  });
}
