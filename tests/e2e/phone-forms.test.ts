import { beforeAll, expect, test } from 'vitest';
import type { TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// On one page of the demonstration, on a phone.
const product = productInBrowser();
let testPage: TestPage;
let visitor: OwnerPages;

beforeAll(async () => {
  testPage = await product.newPage({ width: 390 });
  visitor = new OwnerPages(testPage.page, product.origin);
  await testPage.page.goto(`${product.origin}/dashboard?tab=ingredients`);
});

test('the banner of the demonstration takes less than 170 px of a phone’s screen', async () => {
  const banner = testPage.page.getByRole('region', { name: 'Demonstração' });
  await banner.waitFor();
  expect((await banner.boundingBox())?.height).toBeLessThan(170);
});

test('the example in a field with an error is not red', async () => {
  const { page } = testPage;
  await visitor.openTab('Ficha Técnica');
  const name = page.getByLabel('Nome do prato');
  await name.fill('a'.repeat(300));
  await page.keyboard.press('Enter');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  const [example, mistake] = await name.evaluate((element) => [
    getComputedStyle(element, '::placeholder').color,
    getComputedStyle(element).color,
  ]);
  expect(example).not.toBe(mistake);
});

test('the field of a trial stays in view while the keyboard of the phone is open', async () => {
  const { page } = testPage;
  await page.getByRole('link', { name: 'E se? Testar preços' }).click();
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
  expect(testPage.problems).toEqual([]);
});
