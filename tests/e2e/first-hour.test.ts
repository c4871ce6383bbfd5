import { expect, test } from 'vitest';
import { countActions } from '#tests/support/page-observations.ts';
import { OwnerPages, visitorIn } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// tests/web/typed-businesses.test.tsx types the whole businesses of a first hour.

const product = productInBrowser();

test('a first dish with four new ingredients needs at most thirty taps', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const inputCounts = await countActions(page);
  const owner = new OwnerPages(page, product.origin);
  await owner.openSignedIn((await product.newAccount({ hasPizzeria: false })).email);
  const before = inputCounts();
  await owner.openTab('Ficha Técnica');
  const main = page.getByRole('main');
  await main.getByLabel('Nome do prato').click();
  await page.keyboard.type('Misto quente');
  await page.keyboard.press('Enter');
  const dish = owner.dish('Misto quente');
  await dish.getByRole('button', { name: 'Salvar Prato' }).waitFor();
  for (const [name, unit, price, quantity] of [
    ['Pão de forma', 'un', '0,45', '2'],
    ['Presunto', 'kg', '32,90', '30 g'],
    ['Muçarela', 'kg', '44,90', '40 g'],
    ['Manteiga', 'kg', '48', '8 g'],
  ] as const) {
    await dish.getByRole('combobox', { name: 'Insumo' }).click();
    await page.keyboard.type(name);
    await page.getByRole('option', { name: `Criar insumo “${name}”` }).click();
    await dish.getByLabel('Unidade', { exact: true }).click();
    await page.keyboard.type(unit);
    await dish.getByLabel(`Preço por ${unit}`).click();
    await page.keyboard.type(price);
    await dish
      .getByLabel(/^Quantidade/)
      .last()
      .click();
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
    await dish.getByRole('button', { name: `Tirar ${name} da ficha` }).waitFor();
  }
  await dish.getByRole('button', { name: 'Definir preço' }).click();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await dish.getByRole('button', { name: 'Editar preço' }).waitFor();
  const { taps, keys } = inputCounts();
  const used = { taps: taps - before.taps, keys: keys - before.keys };
  expect(used.taps).toBeLessThanOrEqual(30);
  // (2 × 0,45 + 30 g × 32,90 + 40 g × 44,90 + 8 g × 48) × 1,1.
  const dishes = async (): Promise<unknown> =>
    JSON.parse((await visitorIn(page, product.origin).call('GET', '/api/dishes')).text);
  await expect.poll(dishes).toMatchObject([{ cmv: 4.4737, sale_price: 12 }]);
  expect(used.keys).toBeLessThanOrEqual(90);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
