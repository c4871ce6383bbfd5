import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeOwners } from '../businesses.ts';
import { type FileForm, type ImportedKind, importFile } from '../import-files.ts';
import { phoneIn, traced, withBrowser, type Work } from '../phone.ts';
import { progress, type Result, type Setting } from '../measuring.ts';
import { sellingMenu } from '../selling-menu.ts';
import { withRunningProduct } from '../running-product.ts';

/** Maximum time on a phone for a preview, in milliseconds, and for the longest task of its page. */
const MOST_MS = { 5_000: 3_000, 50_000: 20_000 } as const;
const LONGEST_MS = 100;
/** A menu whose workbook has nearly the maximum number of rows. */
const MENU = { dishes: 300, rows: 270 };
const PATIENCE_MS = 300_000;
/** Work that a loaded page still does on its own is not caused by the file. */
const SETTLED_MS = 3_000;

interface Case {
  readonly kind: ImportedKind;
  readonly form: FileForm;
  readonly rows: keyof typeof MOST_MS;
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
  const owners = [owner, sellingMenu(seller, MENU)];
  return withRunningProduct({ url, name: 'imports', owners, rivals }, ({ owners: signedIn, product }) =>
    withBrowser(async (browser) => {
      const origin = `http://localhost:${product.port}`;
      // A browser reads a file by its path like a chosen file; bytes passed to the page would be extra work for it.
      const folder = mkdtempSync(join(tmpdir(), 'prumo-imports-'));
      async function placeOf(cookie = ''): Promise<Place> {
        const context = await phoneIn(browser, { origin, cookie, serviceWorkers: 'block', acceptDownloads: true });
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE_MS);
        return { browser, page, origin, folder };
      }
      try {
        const place = await placeOf(signedIn[0]?.cookie);
        const previews = new Map(CASES.map((each) => [each, [] as Work[]]));
        for (let round = 0; round < rounds; round += 1)
          for (const each of CASES) {
            const path = join(folder, `${each.kind}-${each.rows}.${each.form}`);
            writeFileSync(path, importFile(each.kind, each.rows - 1, each.form)); // The heading counts as a row.
            const work = await preview(place, each.kind, path);
            progress(`${nameOf(each)}: ${textOf(work)}`);
            previews.get(each)?.push(work);
          }
        // The browser may throttle a page in the background.
        await place.page.context().close();
        const writing: Work[] = [];
        const reading: Work[] = [];
        const other = await placeOf(signedIn[1]?.cookie);
        for (let round = 0; round < rounds; round += 1) {
          const { work, path } = await download(other);
          progress(`the workbook written: ${textOf(work)}`);
          writing.push(work);
          const read = await preview(other, 'ingredients', path);
          progress(`the workbook read back: ${textOf(read)}`);
          reading.push(read);
        }
        return [
          ...CASES.flatMap((each) => linesOf(nameOf(each), previews.get(each) ?? [], MOST_MS[each.rows])),
          ...linesOf('the workbook of everything, written', writing),
          ...linesOf('the same, read back', reading),
        ];
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
  );
}

interface Place {
  readonly browser: Browser;
  readonly page: Page;
  readonly origin: string;
  /** The folder for the files. */
  readonly folder: string;
}

async function preview({ browser, page, origin }: Place, kind: ImportedKind, path: string): Promise<Work> {
  await page.goto(`${origin}${ADDRESSES[kind]}`);
  const input = page.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  await page.waitForTimeout(SETTLED_MS);
  return traced(
    { browser, page },
    () => input.setInputFiles(path),
    () => page.locator(kind === 'sales' ? 'div[role=status]' : PREVIEW).waitFor(),
  );
}

type Download = { readonly work: Work; readonly path: string };

async function download({ browser, page, origin, folder }: Place): Promise<Download> {
  await page.goto(`${origin}/dashboard`);
  const button = page.getByRole('button', { name: 'Baixar tudo' });
  await button.waitFor();
  progress('the dashboard stands');
  await page.waitForTimeout(SETTLED_MS);
  const coming = page.waitForEvent('download');
  const work = await traced(
    { browser, page },
    () => button.click(),
    () => coming,
  );
  const path = join(folder, 'tudo.xlsx');
  await (await coming).saveAs(path);
  return { work, path };
}

const nameOf = ({ kind, form, rows }: Case): string => `${rows} rows of ${kind} as ${form}`;

const textOf = ({ ms, inWorkers, longest }: Work): string =>
  `${ms.toFixed(0)} ms (${inWorkers.toFixed(0)} of it in workers), longest task ${longest.toFixed(0)} ms`;

function linesOf(what: string, works: readonly Work[], atMost?: number): Result[] {
  const [took, longest] = [works.map(({ ms }) => ms), works.map((work) => work.longest)];
  return [
    { goal: 2, what: `on a slow phone: ${what}`, unit: 'ms', ours: took, atMost },
    { goal: 2, what: '… its longest task', unit: 'ms', ours: longest, atMost: LONGEST_MS },
  ];
}
