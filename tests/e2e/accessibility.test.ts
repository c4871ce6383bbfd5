import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, launchBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

let product: RunningProduct;
let browser: TestBrowser;

beforeAll(async () => {
  product = await startProduct({ env: { VIDEO_URL: 'https://youtu.be/dQw4w9WgXcQ' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const TABS = ['dashboard', 'fixed-costs', 'variable-costs', 'revenue', 'ingredients', 'recipes', 'breakeven'];
/** The narrowest phone is only about fitting: there is nothing on it that the next one does not show. */
const LOOKS = [
  [360, 'light', 'fits'],
  [390, 'light', 'is usable by everyone'],
  [390, 'dark', 'is usable by everyone'],
  [1280, 'light', 'is usable by everyone'],
  [1280, 'dark', 'is usable by everyone'],
] as const;
/** Axe looks at thirteen screens: on a busy machine that takes its time. */
const LIMIT_MS = 180_000;

describe.each(LOOKS)('at %i px, %s', (width, colorScheme, promise) => {
  test(`every screen ${promise}, and breaks no rule of its own page`, { timeout: LIMIT_MS }, async () => {
    const shown = await browser.newPage({ width, colorScheme });
    const { page } = shown;
    const found: Record<string, unknown> = {};
    const look = async (name: string): Promise<void> => {
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      const violations = promise === 'fits' ? [] : await axe(page);
      if (violations.length > 0 || overflow !== 0) found[name] = { violations, overflow };
    };
    for (const path of ['/', '/login', '/terms', '/contact', '/no/such/page']) {
      await page.goto(product.origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(path);
    }
    await new OwnerPages(page, product.origin).signIn('Dona Marta');
    for (const tab of TABS) {
      await page.goto(`${product.origin}/dashboard?tab=${tab}`);
      await page
        .getByText(/R\$\s|%/)
        .first()
        .waitFor();
      await look(tab);
    }
    await page.goto(`${product.origin}/dashboard?tab=recipes`);
    await page.getByRole('button', { name: 'Pizza Camarão' }).click();
    await page.getByRole('button', { name: 'Editar preço' }).click();
    await look('an open dish');
    expect(found).toEqual({});
    expect(shown.problems).toEqual([]);
    await shown.close();
  });
});
