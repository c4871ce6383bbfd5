import { dayText, yearMonthName } from '#contract/instants.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { WorkerCalls } from '../files/worker-calls.ts';
import { readAllPurchasing } from '../fields/purchasing.ts';
import { allSales, type SalesReply } from '../mix/sales-loader.ts';
import { fileName, saveFile } from './save-file.ts';
import type { WorkbookWriter, WorkbookFile } from './workbook-writer.ts';

type DownloadSource = Pick<BusinessStore, 'readHistory' | 'state' | 'figures'>;

/** Milliseconds that writing may take. A cheap phone writes a hundred thousand rows within a minute. */
const TIMEOUT_MS = 180_000;
/** The number of rows in one message to the worker. */
const MESSAGE_ROWS = 2_000;

/**
 * Writes the whole business into one file, on the device.
 * @returns a sentence about the rows that did not fit; undefined if all did
 * @throws ApiProblem · NetworkFailure if the sales cannot be read; WorkerFailed
 */
export async function downloadWorkbook(business: DownloadSource, writer = workerWriter()): Promise<string | undefined> {
  const [sales, purchasing] = await Promise.all([allSales(business), readAllPurchasing(business)]);
  try {
    for (const part of splitSales(sales)) await writer.addSales(part);
    const { state, figures } = business;
    const { dashboard, revenue, breakEven } = figures;
    const workbook = await writer.write(
      { ...state, ...purchasing, sales: new Map() },
      { dashboard, revenue, breakEven },
    );
    saveFile(workbook.file, fileName('tudo', 'xlsx', new Date()));
    return omissionSentence(workbook);
  } finally {
    writer.close();
  }
}

/** Writes in a worker, so that the page stays responsive. */
function workerWriter(): WorkbookWriter {
  const calls = new WorkerCalls<WorkbookWriter>(
    () => new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' }),
    TIMEOUT_MS,
  );
  return {
    addSales: (sales) => calls.call('addSales', sales),
    write: (state, figures) => calls.call('write', state, figures),
    close: () => calls.close(),
  };
}

function* splitSales(sales: SalesReply): Iterable<SalesReply> {
  let part: SalesReply[number][] = [];
  let rows = 0;
  for (const set of sales) {
    part.push(set);
    rows += set.rows.length;
    if (rows < MESSAGE_ROWS) continue;
    yield part;
    part = [];
    rows = 0;
  }
  if (part.length > 0) yield part;
}

function omissionSentence({ salesFrom, purchasesFrom }: Pick<WorkbookFile, 'salesFrom' | 'purchasesFrom'>) {
  const parts = [
    ...(salesFrom === null ? [] : [`as vendas desde ${yearMonthName(salesFrom)}`]),
    ...(purchasesFrom === null ? [] : [`as compras desde ${dayText(purchasesFrom)}`]),
  ];
  return parts.length === 0 ? undefined : `A planilha tem ${parts.join(' e ')}: as mais antigas não couberam.`;
}
