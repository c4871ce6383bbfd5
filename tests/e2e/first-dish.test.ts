import { expect, test } from 'vitest';
import { countActions } from '#tests/support/page-observations.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

/**
 * The counts were taken before units, packs and preparations existed: an owner who uses none of them has no extra
 * steps.
 */
const LIMITS = { taps: 12, keys: 24, screens: 7 };

test('signing in and costing a first dish on a phone takes at most 12 taps, 24 keys and 7 screens', async () => {
  const { email } = await product.newAccount({ hasPizzeria: false });
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const owner = new OwnerPages(page, product.origin);
  const inputCounts = await countActions(page);
  const type = async (label: string | RegExp, text: string): Promise<void> => {
    const field = page.getByRole('main').getByLabel(label, { exact: true }).last();
    await field.click();
    await field.pressSequentially(text);
  };
  await owner.signIn(email);
  await owner.openTab('Insumos');
  await owner.addIngredient({ name: 'Farinha', unit: 'kg', unitPrice: 47_900 });
  await page.getByRole('button', { name: 'Editar Farinha' }).waitFor();
  await owner.openTab('Ficha Técnica');
  await type('Nome do prato', 'Pão');
  await page.keyboard.press('Enter');
  const dish = owner.dish('Pão');
  await dish.getByRole('combobox', { name: 'Insumo' }).click();
  await page.getByRole('option', { name: 'Farinha' }).first().click();
  await type(/^Quantidade \(/, '0,5');
  await page.keyboard.press('Enter');
  await dish.getByRole('button', { name: 'Tirar Farinha da ficha' }).waitFor();
  await owner.setPrice(dish, 120_000);
  // 0,5 kg × R$ 4,79 × 1,1 = R$ 2,6345 of R$ 12,00.
  await expect.poll(() => owner.text(dish)).toContain('R$ 9,37');
  const found = inputCounts();
  const isMore = Object.entries(found).filter(([what, count]) => count > LIMITS[what as keyof typeof found]);
  expect(isMore).toEqual([]);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
