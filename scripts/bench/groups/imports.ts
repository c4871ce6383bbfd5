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

/**
 * Measures previewing files, and writing and reading the workbook of all data, in a browser as slow as a cheap phone.
 */
export function imports(options: BenchmarkOptions): Promise<Result[]> {
  const [owner, seller] = makeOwners(2, 200);
  if (!owner || !seller) throw new RangeError('an owner is missing');
  const owners = [owner, withMenuAndSales(seller, MENU)];
  return withRunningProduct({ ...options, name: 'imports', owners }, ({ owners: signedIn, product }) =>
    withBrowser(async (browser) => {
      const origin = `http://localhost:${product.port}`;
      // The browser reads these files from disk, as on a phone. Passing bytes to the page would add work to it.
      const folder = mkdtempSync(join(tmpdir(), 'prumo-imports-'));
      async function openImportPage(cookie = ''): Promise<ImportPage> {
        const context = await openPhone(browser, { origin, cookie, serviceWorkers: 'block', acceptDownloads: true });
        const page = await context.newPage();
        page.setDefaultTimeout(TIMEOUT_MS);
        return { browser, page, origin, folder };
      }
      try {
        const importPage = await openImportPage(signedIn[0]?.cookie);
        const previews = new Map(CASES.map((importCase) => [importCase, [] as ComputeTime[]]));
        for (let round = 0; round < options.rounds; round += 1)
          for (const importCase of CASES) {
            const { kind, rows, format } = importCase;
            logProgress(nameOf(importCase));
            const path = join(folder, `${kind}-${rows}.${format}`);
            writeFileSync(path, importFile({ kind, rows: rows - 1, format }));
            previews.get(importCase)?.push(await measurePreview(importPage, kind, path));
          }
        // The page is closed, because the browser may throttle pages in the background.
        await importPage.page.context().close();
        const downloads: ComputeTime[] = [];
        const workbookPreviews: ComputeTime[] = [];
        const workbookPage = await openImportPage(signedIn[1]?.cookie);
        for (let round = 0; round < options.rounds; round += 1) {
          logProgress('workbook of all data');
          const { computeTime, path } = await measureDownload(workbookPage);
          downloads.push(computeTime);
          workbookPreviews.push(await measurePreview(workbookPage, 'ingredients', path));
        }
        return [
          ...CASES.flatMap((each) => resultsOf(nameOf(each), previews.get(each) ?? [], MAX_PREVIEW_MS[each.rows])),
          ...resultsOf('workbook of all data, written', downloads),
          ...resultsOf('workbook of all data, read', workbookPreviews),
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
  /** The folder of downloads. */
  readonly folder: string;
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
