import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { jumpsOf, observeJumps, sumOf } from '#tests/support/page-observations.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';
import { startSlowLine } from '#tests/support/slow-line.ts';

const product = productInBrowser();

const LATE_MS = 2_000;
/** The pages that a visitor may see first, with a text that is there when all of the page has arrived. */
const FIRST_PAGES = [
  ['/', 'Vende bem'],
  ['/login', 'Entre na sua cozinha'],
  ['/terms', 'Termos de uso'],
  ['/contact', 'Fale com a gente'],
  ['/dashboard', 'Dashboard Financeiro'],
] as const;

interface Delay {
  readonly kind: string;
  readonly milliseconds?: number;
  readonly width?: number;
}

/** Opens a page while all files of one kind are delayed. @returns the layout shift until everything has arrived */
async function openWithDelay(
  { kind, milliseconds = LATE_MS, width = 390 }: Delay,
  [path, heading]: (typeof FIRST_PAGES)[number],
) {
  const testPage = await product.newPage({ width });
  const { page } = testPage;
  const late: Promise<void>[] = [];
  const delay = async (route: Route): Promise<void> => {
    await sleep(milliseconds);
    await route.continue();
  };
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== kind) return route.continue();
      const passed = delay(route);
      late.push(passed);
      return passed;
    },
  );
  await observeJumps(page);
  await page.goto(product.origin + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  await Promise.all(late);
  await page.evaluate('document.fonts.ready');
  const jumps = await jumpsOf(page);
  await testPage.close();
  return { path, shift: sumOf(jumps), problems: testPage.problems, jumps };
}

test.each(['font', 'script', 'stylesheet', 'image'])(
  'no first page shifts its layout when a %s arrives two seconds late',
  async (kind) => {
    const found = await Promise.all(FIRST_PAGES.map((page) => openWithDelay({ kind }, page)));
    expect(found.filter(({ shift, problems }) => shift > 0 || problems.length > 0)).toEqual([]);
  },
);

// A browser draws what it has while the rest of the page is still arriving.
test('a landing page that arrives in pieces does not shift its layout', async () => {
  const line = await startSlowLine(product.origin, { pieces: 40, everyMs: 50 });
  const jumps = [390, 1280].map(async (width) => {
    const testPage = await product.newPage({ width });
    await observeJumps(testPage.page);
    await testPage.page.goto(line.origin);
    await testPage.page.waitForLoadState('networkidle');
    const found = await jumpsOf(testPage.page);
    await testPage.close();
    return found;
  });
  expect(await Promise.all(jumps)).toEqual([[], []]);
  await line.close();
});

// The delays lie around the tenth of a second for which a page waits for its font.
test.each([0, 60, 100, 140, 300])(
  'a page does not shift its layout when its font arrives after %i ms',
  async (milliseconds) => {
    const pages = FIRST_PAGES.filter(([path]) => path === '/' || path === '/dashboard');
    const found = await Promise.all(
      [360, 1280].flatMap((width) => pages.map((page) => openWithDelay({ kind: 'font', milliseconds, width }, page))),
    );
    expect(found.filter(({ shift, problems }) => shift > 0 || problems.length > 0)).toEqual([]);
  },
);
