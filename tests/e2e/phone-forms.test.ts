import { expect, test } from 'vitest';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
const PHONE = { width: 390 } as const;

test('sales, goal and menu engineering have their own page, which three tabs link to', async () => {
  const { testPage, owner } = await product.newOwner(PHONE);
  const { page } = testPage;
  for (const tab of ['Ponto Equilíbrio', 'Faturamento', 'Ficha Técnica'] as const) {
    await owner.openTab(tab);
    await page.getByRole('link', { name: 'Vendas, meta e cardápio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Vendas' }).waitFor();
    await page.getByText(/Vende também por aplicativo ou entrega|^Canais de venda/).waitFor();
  }
  expect(new URL(page.url()).pathname).toBe('/dashboard/vendas');
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('the field of a trial stays in view while the keyboard of the phone is open', async () => {
  const { testPage } = await product.newOwner(PHONE);
  const { page } = testPage;
  await page.goto(`${product.origin}/dashboard/e-se`);
  const field = page.getByRole('main').locator('input[inputmode="decimal"]').last();
  await field.waitFor();
  await page.setViewportSize({ width: 390, height: 420 });
  await field.focus();
  const isOnTop = () =>
    field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
  await testPage.close();
});

test('the example in a field with an error is not red', async () => {
  const { testPage, owner } = await product.newOwner(PHONE);
  const { page } = testPage;
  await owner.openTab('Ficha Técnica');
  const name = page.getByLabel('Nome do prato');
  await name.fill('a'.repeat(300));
  await page.keyboard.press('Enter');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  const [example, mistake] = await name.evaluate((element) => [
    getComputedStyle(element, '::placeholder').color,
    getComputedStyle(element).color,
  ]);
  expect(example).not.toBe(mistake);
  await testPage.close();
});

test('the banner of the demonstration takes less than 170 px of a phone’s screen', async () => {
  const testPage = await product.newPage(PHONE);
  await testPage.page.goto(`${product.origin}/dashboard?tab=ingredients`);
  const banner = testPage.page.getByRole('region', { name: 'Demonstração' });
  await banner.waitFor();
  expect((await banner.boundingBox())?.height).toBeLessThan(170);
  await testPage.close();
});
