import { expect, test } from 'vitest';
import { axe } from '#tests/support/browser.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

test.each([
  [390, 'light'],
  [1280, 'dark'],
] as const)(
  'the list of changes of the demonstration at %i px with %s colours has no accessibility violation',
  async (width, colorScheme) => {
    const testPage = await product.newPage({ width, colorScheme });
    const { page } = testPage;
    await page.goto(`${product.origin}/dashboard/alteracoes`);
    await page.getByRole('button', { name: 'Ver anteriores' }).click();
    await page
      .getByRole('button', { name: /^(Desfazer|Restaurar)/ })
      .first()
      .click();
    await page.getByText('Desfeita depois').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  },
);
