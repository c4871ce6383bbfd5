import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { SIGNED_IN_BEFORE } from '#web/stores/local-markers.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { furnished } from '../businesses.ts';
import { type FileForm, type ImportedKind, importFile } from '../import-files.ts';
import { progress, type Result } from '../result.ts';
import { sellingMenu } from '../selling-menu.ts';
import type { Setting } from '../setting.ts';
import { traced, type Work } from '../slow-work.ts';
import { withStage } from '../stage.ts';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'];
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'pt-BR' };
/** What a phone may take for a preview, and the longest task of its page. */
const MOST_MS = { 5_000: 3_000, 50_000: 20_000 } as const;
const LONGEST_MS = 100;
/** Its workbook has nearly as many rows as one may have. */
const MENU = { dishes: 300, rows: 270 };
const PATIENCE_MS = 300_000;
/** What a page still does once it is there is none of the file's work. */
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

/** Files looked through, and the workbook of everything written and read back, in a browser as slow as a cheap phone. */
export function imports({ url, rivals, rounds }: Setting): Promise<Result[]> {
  const [owner, seller] = furnished(2, 200);
  if (!owner || !seller) throw new RangeError('nobody is there');
  const owners = [owner, sellingMenu(seller, MENU)];
  return withStage({ url, name: 'imports', owners, rivals }, async ({ owners: signedIn, product }) => {
    const origin = `http://localhost:${product.port}`;
    const { executablePath, env } = findChromium(process.cwd());
    const browser = await chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, ...env } });
    async function pageOf(cookie = ''): Promise<Page> {
      const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block', acceptDownloads: true });
      await signIn(context, origin, cookie);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      return page;
    }
    // A browser reads a file by its path as it does a chosen one; what it is handed as bytes is work for the page.
    const folder = mkdtempSync(join(tmpdir(), 'prumo-imports-'));
    try {
      const page = await pageOf(signedIn[0]?.cookie);
      const previews = new Map(CASES.map((each) => [each, [] as Work[]]));
      for (let round = 0; round < rounds; round += 1)
        for (const each of CASES) {
          const work = await preview({ browser, page, origin, folder }, each);
          progress(`${nameOf(each)}: ${textOf(work)}`);
          previews.get(each)?.push(work);
        }
      // A page in the background may be held back by its browser.
      await page.context().close();
      const writing: Work[] = [];
      const reading: Work[] = [];
      const other = { browser, page: await pageOf(signedIn[1]?.cookie), origin, folder };
      for (let round = 0; round < rounds; round += 1) {
        const { work, path } = await download(other);
        progress(`the workbook written: ${textOf(work)}`);
        writing.push(work);
        reading.push(await readBack(other, path));
        progress(`the workbook read back: ${textOf(reading[round])}`);
      }
      return [
        ...CASES.flatMap((each) => linesOf(nameOf(each), previews.get(each) ?? [], MOST_MS[each.rows])),
        ...linesOf('the workbook of everything, written', writing),
        ...linesOf('the same, read back', reading),
      ];
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  });
}

async function signIn(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript((marker) => localStorage.setItem(marker, 'true'), SIGNED_IN_BEFORE);
}

interface Place {
  readonly browser: Browser;
  readonly page: Page;
  readonly origin: string;
  /** For the files. */
  readonly folder: string;
}

async function preview({ browser, page, origin, folder }: Place, { kind, form, rows }: Case): Promise<Work> {
  const path = join(folder, `${kind}-${rows}.${form}`);
  writeFileSync(path, importFile(kind, rows - 1, form)); // the heading is a row
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

async function download({
  browser,
  page,
  origin,
  folder,
}: Place): Promise<{ readonly work: Work; readonly path: string }> {
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

async function readBack({ browser, page, origin }: Place, path: string): Promise<Work> {
  await page.goto(`${origin}${ADDRESSES.ingredients}`);
  const input = page.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  await page.waitForTimeout(SETTLED_MS);
  return traced(
    { browser, page },
    () => input.setInputFiles(path),
    () => page.locator(PREVIEW).waitFor(),
  );
}

const nameOf = ({ kind, form, rows }: Case): string => `${rows} rows of ${kind} as ${form}`;

const textOf = (work: Work | undefined): string =>
  work
    ? `${work.ms.toFixed(0)} ms (${work.inWorkers.toFixed(0)} of it in workers), longest task ${work.longest.toFixed(0)} ms`
    : '–';

function linesOf(what: string, works: readonly Work[], atMost?: number): Result[] {
  const line = (rest: Pick<Result, 'what' | 'unit' | 'ours' | 'wanted'>): Result => ({ goal: 2, ...rest });
  return [
    line({
      what: `on a slow phone: ${what}`,
      unit: 'ms',
      ours: works.map(({ ms }) => ms),
      ...(atMost === undefined ? {} : { wanted: { atMost } }),
    }),
    line({
      what: '… its longest task',
      unit: 'ms',
      ours: works.map(({ longest }) => longest),
      wanted: { atMost: LONGEST_MS },
    }),
  ];
}
