import { expect, test } from 'vitest';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

const PAGES = [
  '/dashboard',
  '/dashboard?tab=recipes',
  '/dashboard/alteracoes',
  '/dashboard/por-que',
  '/dashboard/importar',
  '/account',
];

test.each([390, 1280])(
  'every page behind the sign-in has a sign-out button in sight or in its menu (%i px)',
  async (width) => {
    const { testPage } = await product.newOwner({ width });
    const { page } = testPage;
    const wayOut = page.getByRole('button', { name: 'Sair', exact: true });
    for (const path of PAGES) {
      await page.goto(product.origin + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const menu = page.getByRole('button', { name: 'Mais opções' });
      await expect
        .poll(async () => (await wayOut.count()) + (await menu.count()), { message: path })
        .toBeGreaterThan(0);
      if (!(await wayOut.isVisible())) await menu.click();
      await wayOut.waitFor({ state: 'visible' });
    }
    await wayOut.click();
    await page.getByRole('link', { name: 'Fazer Login' }).waitFor();
    // The screen forgets the person at once, and the server a moment later.
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('session');
    await testPage.close();
  },
);
