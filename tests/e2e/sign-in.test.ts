import { expect, test } from 'vitest';
import { axe } from '#tests/support/browser.ts';
import { chooseAccount } from '#tests/support/admin-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

test.each([
  [390, 'dark'],
  [1280, 'light'],
] as const)(
  'at %i px, %s: whoever gives up at the provider is told so, and signs in by trying again',
  async (width, colorScheme) => {
    const shown = await product.newPage({ width, colorScheme });
    const { page } = shown;
    await page.goto(`${product.origin}/login`);
    await page.getByRole('button', { name: 'Entrar com Google' }).click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('alert').getByText('Você saiu antes de concluir a entrada').waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await chooseAccount(page, (await product.newAccount()).email);
    await page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
    expect(shown.problems).toEqual([]);
    await shown.close();
  },
);
