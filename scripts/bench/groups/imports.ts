import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeOwners } from '../businesses.ts';
import { type FileFormat, type ImportedKind, importFile } from '../import-files.ts';
import { openPhone, traceComputeTime, withBrowser, type ComputeTime } from '../slow-phone.ts';
import { type BenchmarkOptions, logProgress, type Result } from '../measurement.ts';
import { withMenuAndSales } from '../menu-with-sales.ts';
import { withRunningProduct } from '../running-product.ts';

/** The time that a phone may compute for a preview, in milliseconds, by number of rows. */
const MAX_PREVIEW_MS = { 5_000: 3_000, 50_000: 20_000 } as const;
/** The time for which the page may be blocked. */
const MAX_TASK_MS = 100;
/** A menu whose workbook has nearly the maximum number of rows. */
const MENU = { dishes: 300, dishesPerChannel: 270 };
const TIMEOUT_MS = 300_000;
/** The time until a loaded page is idle. What it does before is not caused by the file. */
const IDLE_MS = 3_000;

interface ImportCase {
  readonly kind: ImportedKind;
  readonly format: FileFormat;
  /** The number of rows, the heading included. */
  readonly rows: keyof typeof MAX_PREVIEW_MS;
}

const CASES: readonly ImportCase[] = (['ingredients', 'recipes', 'sales'] as const).flatMap((kind) =>
  (['csv', 'xlsx'] as const).flatMap((format) => ([5_000, 50_000] as const).map((rows) => ({ kind, format, rows }))),
);

const PATHS: Readonly<Record<ImportedKind, string>> = {
  ingredients: '/dashboard/importar?em=ingredients',
  recipes: '/dashboard/importar?em=recipes',
  sales: '/dashboard/relatorio-de-vendas',
};

/** Measures the preview of import files, and writing and reading the workbook of all data, on a slow phone. */
export function imports(options: BenchmarkOptions): Promise<Result[]> {
  const [owner, seller] = makeOwners(2, 200);
  if (!owner || !seller) throw new RangeError('an owner is missing');
  const owners = [owner, withMenuAndSales(seller, MENU)];
  return withRunningProduct({ ...options, name: 'imports', owners }, ({ owners: signedIn, product }) =>
    withBrowser(async (browser) => {
      const origin = `http://localhost:${product.port}`;
      const folder = mkdtempSync(join(tmpdir(), 'prumo-imports-'));
      // One page is open at a time, because the browser may throttle pages in the background.
      async function measureInPage(cookie: string | undefined, measure: Measure): Promise<Result[]> {
        const phone = { origin, serviceWorkers: 'block', acceptDownloads: true } as const;
        const context = await openPhone(browser, { ...phone, ...(cookie !== undefined && { cookie }) });
        const page = await context.newPage();
        page.setDefaultTimeout(TIMEOUT_MS);
        const results = await measure({ browser, page, origin, folder }, options.rounds);
        await context.close();
        return results;
      }
      try {
        return [
          ...(await measureInPage(signedIn[0]?.cookie, measurePreviews)),
          ...(await measureInPage(signedIn[1]?.cookie, measureWorkbook)),
        ];
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
  );
}

interface ImportPage {
  readonly browser: Browser;
  readonly page: Page;
  readonly origin: string;
  /**
   * The folder of the files. The browser reads them from disk, because passing bytes to a page would add work to it.
   */
  readonly folder: string;
}

type Measure = (importPage: ImportPage, rounds: number) => Promise<Result[]>;

async function measurePreviews(importPage: ImportPage, rounds: number): Promise<Result[]> {
  const computeTimes = new Map(CASES.map((importCase) => [importCase, [] as ComputeTime[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [importCase, times] of computeTimes) {
      const { kind, rows, format } = importCase;
      logProgress(nameOf(importCase));
      const path = join(importPage.folder, `${kind}-${rows}.${format}`);
      writeFileSync(path, importFile({ kind, rows: rows - 1, format }));
      times.push(await measurePreview(importPage, kind, path));
    }
  return [...computeTimes].flatMap(([each, times]) => resultsOf(nameOf(each), times, MAX_PREVIEW_MS[each.rows]));
}

async function measureWorkbook(importPage: ImportPage, rounds: number): Promise<Result[]> {
  const [written, read]: [ComputeTime[], ComputeTime[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    logProgress('workbook of all data');
    const { computeTime, path } = await measureDownload(importPage);
    written.push(computeTime);
    read.push(await measurePreview(importPage, 'ingredients', path));
  }
  return [...resultsOf('workbook of all data, written', written), ...resultsOf('workbook of all data, read', read)];
}

async function measurePreview(
  { browser, page, origin }: ImportPage,
  kind: ImportedKind,
  path: string,
): Promise<ComputeTime> {
  await page.goto(`${origin}${PATHS[kind]}`);
  const input = page.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  await page.waitForTimeout(IDLE_MS);
  return traceComputeTime(
    { browser, page },
    () => input.setInputFiles(path),
    () => page.locator(kind === 'sales' ? 'div[role=status]' : '[data-begin]:is(h2)').waitFor(),
  );
}

interface Download {
  readonly computeTime: ComputeTime;
  /** The path of the workbook. */
  readonly path: string;
}

async function measureDownload({ browser, page, origin, folder }: ImportPage): Promise<Download> {
  await page.goto(`${origin}/dashboard`);
  const button = page.getByRole('button', { name: 'Baixar tudo' });
  await button.waitFor();
  await page.waitForTimeout(IDLE_MS);
  const downloading = page.waitForEvent('download');
  const computeTime = await traceComputeTime(
    { browser, page },
    () => button.click(),
    () => downloading,
  );
  const path = join(folder, 'tudo.xlsx');
  await (await downloading).saveAs(path);
  return { computeTime, path };
}

const nameOf = ({ kind, format, rows }: ImportCase): string => `${rows} rows of ${kind} as ${format}`;

function resultsOf(name: string, computeTimes: readonly ComputeTime[], atMost?: number): Result[] {
  const goal = '2 responsive page';
  const [totals, longestTasks] = [
    computeTimes.map(({ totalMs }) => totalMs),
    computeTimes.map(({ longestTaskMs }) => longestTaskMs),
  ];
  return [
    { goal, metric: `computing on a slow phone: ${name}`, unit: 'ms', values: totals, atMost },
    { goal, metric: '… its longest task', unit: 'ms', values: longestTasks, atMost: MAX_TASK_MS },
  ];
}
