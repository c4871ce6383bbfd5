import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeOwners } from '../businesses.ts';
import { type FileForm, type ImportedKind, importFile } from '../import-files.ts';
import { openPhone, traceComputeTime, withBrowser, type ComputeTime } from '../phone.ts';
import { logProgress, type Result, type Setting } from '../measuring.ts';
import { withMenuAndSales } from '../selling-menu.ts';
import { withRunningProduct } from '../running-product.ts';

/** Maximum time on a phone for a preview, in milliseconds, and for the longest task of its page. */
const MAX_MS = { 5_000: 3_000, 50_000: 20_000 } as const;
const MAX_TASK_MS = 100;
/** A menu whose workbook has nearly the maximum number of rows. */
const MENU = { dishes: 300, rows: 270 };
const TIMEOUT_MS = 300_000;
/** Work that a loaded page still does on its own is not caused by the file. */
const IDLE_MS = 3_000;

interface Case {
  readonly kind: ImportedKind;
  readonly form: FileForm;
  readonly rows: keyof typeof MAX_MS;
}

const CASES: readonly Case[] = (['ingredients', 'recipes', 'sales'] as const).flatMap((kind) =>
  (['csv', 'xlsx'] as const).flatMap((form) => ([5_000, 50_000] as const).map((rows) => ({ kind, form, rows }))),
);

const PREVIEW = '[data-begin]:is(h2)';
const ADDRESSES: Readonly<Record<ImportedKind, string>> = {
  ingredients: '/dashboard/importar?em=ingredients',
  recipes: '/dashboard/importar?em=recipes',
  sales: '/dashboard/relatorio-de-vendas',
};

/**
 * Measures previewing files, and writing and reading the workbook of all data, in a browser as slow as a cheap phone.
 */
export function imports({ url, rivals, rounds }: Setting): Promise<Result[]> {
  const [owner, seller] = makeOwners(2, 200);
  if (!owner || !seller) throw new RangeError('nobody is there');
  const owners = [owner, withMenuAndSales(seller, MENU)];
  return withRunningProduct({ url, name: 'imports', owners, rivals }, ({ owners: signedIn, product }) =>
    withBrowser(async (browser) => {
      const origin = `http://localhost:${product.port}`;
      // A browser reads a file by its path like a chosen file; bytes passed to the page would be extra work for it.
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
        for (let round = 0; round < rounds; round += 1)
          for (const importCase of CASES) {
            const path = join(folder, `${importCase.kind}-${importCase.rows}.${importCase.form}`);
            writeFileSync(path, importFile(importCase.kind, importCase.rows - 1, importCase.form)); // The heading counts as a row.
            const work = await measurePreview(importPage, importCase.kind, path);
            logProgress(`${nameOf(importCase)}: ${textOf(work)}`);
            previews.get(importCase)?.push(work);
          }
        // The browser may throttle a page in the background.
        await importPage.page.context().close();
        const writing: ComputeTime[] = [];
        const reading: ComputeTime[] = [];
        const other = await openImportPage(signedIn[1]?.cookie);
        for (let round = 0; round < rounds; round += 1) {
          const { work, path } = await measureDownload(other);
          logProgress(`the workbook written: ${textOf(work)}`);
          writing.push(work);
          const readBack = await measurePreview(other, 'ingredients', path);
          logProgress(`the workbook read back: ${textOf(readBack)}`);
          reading.push(readBack);
        }
        return [
          ...CASES.flatMap((each) => resultsOf(nameOf(each), previews.get(each) ?? [], MAX_MS[each.rows])),
          ...resultsOf('the workbook of everything, written', writing),
          ...resultsOf('the same, read back', reading),
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
  /** The folder for the files. */
  readonly folder: string;
}

async function measurePreview(
  { browser, page, origin }: ImportPage,
  kind: ImportedKind,
  path: string,
): Promise<ComputeTime> {
  await page.goto(`${origin}${ADDRESSES[kind]}`);
  const input = page.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  await page.waitForTimeout(IDLE_MS);
  return traceComputeTime(
    { browser, page },
    () => input.setInputFiles(path),
    () => page.locator(kind === 'sales' ? 'div[role=status]' : PREVIEW).waitFor(),
  );
}

type Download = { readonly work: ComputeTime; readonly path: string };

async function measureDownload({ browser, page, origin, folder }: ImportPage): Promise<Download> {
  await page.goto(`${origin}/dashboard`);
  const button = page.getByRole('button', { name: 'Baixar tudo' });
  await button.waitFor();
  logProgress('the dashboard stands');
  await page.waitForTimeout(IDLE_MS);
  const downloading = page.waitForEvent('download');
  const work = await traceComputeTime(
    { browser, page },
    () => button.click(),
    () => downloading,
  );
  const path = join(folder, 'tudo.xlsx');
  await (await downloading).saveAs(path);
  return { work, path };
}

const nameOf = ({ kind, form, rows }: Case): string => `${rows} rows of ${kind} as ${form}`;

const textOf = ({ totalMs, workersMs, longestTaskMs }: ComputeTime): string =>
  `${totalMs.toFixed(0)} ms (${workersMs.toFixed(0)} of it in workers), longest task ${longestTaskMs.toFixed(0)} ms`;

function resultsOf(what: string, works: readonly ComputeTime[], atMost?: number): Result[] {
  const [times, longest] = [works.map(({ totalMs }) => totalMs), works.map((work) => work.longestTaskMs)];
  return [
    { goal: 2, what: `on a slow phone: ${what}`, unit: 'ms', ours: times, atMost },
    { goal: 2, what: '… its longest task', unit: 'ms', ours: longest, atMost: MAX_TASK_MS },
  ];
}
