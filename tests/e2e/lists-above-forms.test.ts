import { beforeAll, expect, test } from 'vitest';
import type { TestPage } from '#tests/support/browser.ts';
import type { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  ({ testPage, owner } = await product.newOwner({ width: 390 }));
});

test('on a phone a list stands above its form, which unfolds when it is touched', async () => {
  const { page } = testPage;
  const main = page.getByRole('main');
  await owner.openTab('Insumos');
  const row = main.getByRole('list', { name: 'Insumos' }).getByRole('listitem').first();
  const field = main.getByLabel('Nome', { exact: true });
  await row.waitFor();
  const [list, first] = [await row.boundingBox(), await field.boundingBox()];
  expect(list && first && list.y < first.y).toBe(true);
  const add = main.getByRole('button', { name: 'Adicionar', exact: true });
  expect(await add.isVisible()).toBe(false);
  await field.click();
  await add.waitFor();
  await owner.addIngredient({ name: 'Açafrão', unit: 'kg', unitPrice: 900_000 });
  const names = async () => row.innerText();
  await expect.poll(names).toContain('Açafrão');
  await owner.addIngredient({ name: 'Zimbro', unit: 'kg', unitPrice: 900_000 });
  await expect.poll(names).toContain('Zimbro');
  await main.getByRole('button', { name: 'Por nome' }).click();
  await expect.poll(names).toContain('Açafrão');
  expect(testPage.problems).toEqual([]);
});

test('on a phone a new dish opens in view, and the list of dishes stands above the averages', async () => {
  const { page } = testPage;
  await owner.openTab('Ficha Técnica');
  const card = page
    .getByRole('list', { name: /^Pratos/ })
    .getByRole('listitem')
    .first();
  await card.waitFor();
  const averages = page.getByText('CMV médio').first();
  expect(((await card.boundingBox())?.y ?? 0) < ((await averages.boundingBox())?.y ?? 0)).toBe(true);
  await page.getByRole('button', { name: 'Por nome' }).click();
  const dish = await owner.addDish('Zuppa');
  const toggle = dish.getByRole('button', { name: /Zuppa/ }).first();
  await expect
    .poll(async () => {
      const { y = -1 } = (await toggle.boundingBox()) ?? {};
      return y >= 0 && y < 400;
    })
    .toBe(true);
  expect(testPage.problems).toEqual([]);
});

test('on a phone the dishes that a saved price changed are visible without scrolling', async () => {
  const { page } = testPage;
  await owner.openTab('Insumos');
  await page.getByRole('button', { name: 'Editar Muçarela' }).click();
  const price = page
    .getByRole('form', { name: 'Editar Muçarela' })
    .getByLabel(/^Preço/)
    .first();
  await price.fill('45,00');
  await page.keyboard.press('Enter');
  const changed = page.getByRole('list', { name: 'Pratos que mudaram' });
  await changed.waitFor();
  const box = await changed.boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Abas' }).boundingBox();
  expect(box && bar && box.y >= 0 && box.y + box.height <= bar.y).toBe(true);
  expect(testPage.problems).toEqual([]);
});
