import type { Page } from 'playwright-core';
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

test('letters typed into a number field are named, and nothing is saved until the number is corrected', async () => {
  const { testPage, owner } = await product.newOwner(PHONE);
  const { page } = testPage;
  await owner.openTab('Custos Fixos');
  const main = page.getByRole('main');
  await main.getByLabel('Nome', { exact: true }).fill('Aluguel do depósito');
  const value = main.getByLabel(/^Valor/).first();
  await value.fill('8 mil');
  await page.keyboard.press('Enter');
  await main.getByText('“mil” ficou de fora').waitFor();
  expect(await value.inputValue()).toBe('8');
  const row = main.getByRole('listitem').filter({ hasText: 'Aluguel do depósito' });
  expect(await row.count()).toBe(0);
  await value.click();
  await value.fill('8000');
  await page.keyboard.press('Enter');
  await row.first().waitFor();
  expect(await row.first().innerText()).toContain('8.000,00');
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test.each([
  ['/dashboard/e-se', (page: Page) => page.getByRole('main').locator('input[inputmode="decimal"]').last()],
  ['/dashboard/vendas', (page: Page) => page.getByLabel('Vendidos: Pizza Muçarela')],
] as const)(
  'letters typed into a number field on %s are ignored until the number is corrected',
  async (path, fieldOf) => {
    const { testPage } = await product.newOwner(PHONE);
    const { page } = testPage;
    await page.goto(`${product.origin}${path}`);
    const field = fieldOf(page);
    await field.fill('8 mil');
    await page.getByText('“mil” ficou de fora').waitFor();
    expect(await field.inputValue()).toBe('8');
    await page.keyboard.press('Enter');
    await page.getByText('“mil” ficou de fora').waitFor();
    await field.click();
    await page.getByText('“mil” ficou de fora').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('8');
    await testPage.close();
  },
);

test('the banner of the demonstration takes less than 170 px of a phone’s screen', async () => {
  const testPage = await product.newPage(PHONE);
  await testPage.page.goto(`${product.origin}/dashboard?tab=ingredients`);
  const banner = testPage.page.getByRole('region', { name: 'Demonstração' });
  await banner.waitFor();
  expect((await banner.boundingBox())?.height).toBeLessThan(170);
  await testPage.close();
});
