import { expect, test } from 'vitest';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

/** The script in this name sets a flag wherever the name is interpreted as HTML. */
const NAME = `<img src=x onerror="window.hostile=1"><b>Queijo</b>`;

test('a name that contains HTML is shown as text on every screen, in charts too', async () => {
  const testPage = await product.newPage({ width: 1280 });
  const { page } = testPage;
  const visitor = new OwnerPages(page, product.origin);
  const isText = async (): Promise<void> => {
    await page.getByText('<b>Queijo</b>').first().waitFor({ state: 'attached' });
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate('window.hostile')).toBeUndefined();
  };

  await page.goto(`${product.origin}/dashboard?tab=ingredients`);
  await page.getByRole('button', { name: /Muçarela.*38,90/ }).click();
  await page.getByLabel('Nome', { exact: true }).last().fill(NAME);
  await page.getByLabel('Preço', { exact: true }).last().fill('48,90');
  await page.keyboard.press('Enter');
  await page.getByText('R$ 48,90').waitFor();
  await isText();

  await visitor.openTab('Ficha Técnica');
  await page
    .getByRole('button', { name: /Pizza Muçarela/ })
    .first()
    .click();
  await isText();

  await visitor.openTab('Dashboard');
  await page.getByRole('link', { name: 'Por que mudou?' }).click();
  await page.getByRole('button', { name: 'Últimos 3 meses' }).click();
  await page.locator('svg.apexcharts-svg').first().waitFor();
  await isText();

  await page.goto(`${product.origin}/dashboard/alteracoes`);
  await isText();
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
