import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

/** Opens the demonstration and then blocks the code of one screen. @returns the number of requests for that code */
async function blockChunk(page: Page, chunk: string, times: number): Promise<() => number> {
  let requestCount = 0;
  const answer = (route: Route): Promise<void> => {
    requestCount += 1;
    return requestCount <= times ? route.abort('connectionreset') : route.continue();
  };
  await page.route(new RegExp(`/assets/${chunk}-[^/]*\\.js`), answer);
  await page.goto(`${product.origin}/dashboard`);
  await page.getByText('Resumo do negócio').waitFor();
  return () => requestCount;
}

test('code that fails to load once is requested again, and the screen opens', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const requestCount = await blockChunk(page, 'recipes-tab', 1);
  await new OwnerPages(page, product.origin).openTab('Ficha Técnica');
  await page.getByLabel('Nome do prato').waitFor();
  expect(requestCount()).toBe(2);
  await testPage.close();
});

test('code that keeps failing to load is reported, and a tap on the button loads it', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  let isAway = true;
  await page.route(/\/assets\/changes-page-[^/]*\.js/, (route) =>
    isAway ? route.abort('connectionreset') : route.continue(),
  );
  await page.goto(`${product.origin}/dashboard`);
  await page.getByText('Resumo do negócio').waitFor();
  await page.getByRole('link', { name: 'Alterações' }).click();
  await page
    .getByRole('alert')
    .getByText('Esta parte da página não carregou. Confira a conexão e tente de novo')
    .waitFor();
  isAway = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Alterações' }).waitFor();
  expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
  await testPage.close();
});
