import { dayText } from '#contract/instants.ts';
import { yearMonthName } from '#contract/month-names.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { WorkerCalls } from '../files/worker-calls.ts';
import { allPurchasing } from '../fields/purchasing.ts';
import { allSales, type ListedSales } from '../mix/sales-reading.ts';
import { fileName, saveFile } from './save-file.ts';
import type { WorkbookWriter, WrittenWorkbook } from './workbook-writer.ts';

type Source = Pick<BusinessStore, 'readHistory' | 'state' | 'figures'>;

/** Milliseconds: a cheap phone writes a hundred thousand rows within a minute. */
const BUDGET_MS = 180_000;
/** Rows in one message to the worker. */
const ROWS_AT_ONCE = 2_000;

/**
 * Writes the whole business into one file, on the device.
 * @returns a sentence about what did not fit
 * @throws ApiProblem · NetworkFailure if the sales cannot be read; WorkerFailed
 */
export async function downloadWorkbook(business: Source, writer = workerWriter()): Promise<string | undefined> {
  const [sales, purchasing] = await Promise.all([allSales(business), allPurchasing(business)]);
  try {
    for (const part of partsOf(sales)) await writer.addSales(part);
    const { state, figures } = business;
    const { dashboard, revenue, breakEven } = figures;
    const written = await writer.write(
      { ...state, ...purchasing, sales: new Map() },
      { dashboard, revenue, breakEven },
    );
    saveFile(written.file, fileName('tudo', 'xlsx', new Date()));
    return leftOut(written);
  } finally {
    writer.close();
  }
}

/** Writes in a worker, so that the page stays responsive. */
function workerWriter(): WorkbookWriter {
  const calls = new WorkerCalls<WorkbookWriter>(
    () => new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' }),
    BUDGET_MS,
  );
  return {
    addSales: (sales) => calls.call('addSales', sales),
    write: (state, figures) => calls.call('write', state, figures),
    close: () => calls.close(),
  };
}

function* partsOf(sales: ListedSales): Iterable<ListedSales> {
  let part: ListedSales[number][] = [];
  let rows = 0;
  for (const set of sales) {
    part.push(set);
    rows += set.rows.length;
    if (rows < ROWS_AT_ONCE) continue;
    yield part;
    part = [];
    rows = 0;
  }
  if (part.length > 0) yield part;
}

function leftOut({ salesFrom, purchasesFrom }: Pick<WrittenWorkbook, 'salesFrom' | 'purchasesFrom'>) {
  const parts = [
    ...(salesFrom === null ? [] : [`as vendas desde ${yearMonthName(salesFrom)}`]),
    ...(purchasesFrom === null ? [] : [`as compras desde ${dayText(purchasesFrom)}`]),
  ];
  return parts.length === 0 ? undefined : `A planilha tem ${parts.join(' e ')}: as mais antigas não couberam.`;
}
