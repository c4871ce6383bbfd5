import { expect, test } from 'vitest';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
const PHONE = { width: 390 } as const;

test('on a phone a list stands above its form, which unfolds when it is touched', async () => {
  const { testPage, owner } = await product.newOwner(PHONE);
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
  await testPage.close();
});

test('on a phone a new dish opens in view, and the list of dishes stands above the averages', async () => {
  const { testPage, owner } = await product.newOwner(PHONE);
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
  await testPage.close();
});

test('on a phone the dishes that a saved price changed are visible without scrolling', async () => {
  const { testPage, owner } = await product.newOwner(PHONE);
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
  await testPage.close();
});

test('a missing ingredient and the weight of one piece can be entered inside the recipe line', async () => {
  const { testPage, owner } = await product.newOwner(PHONE);
  const { page } = testPage;
  await owner.openTab('Ficha Técnica');
  const dish = await owner.addDish('Omelete');
  const choice = dish.getByRole('combobox', { name: 'Insumo' });
  await choice.fill('Ovo caipira');
  await page.getByRole('option', { name: 'Criar insumo “Ovo caipira”' }).click();
  await dish.getByLabel('Unidade', { exact: true }).fill('kg');
  await dish.getByLabel('Preço por kg').fill('20,00');
  await dish.getByLabel('Quantidade', { exact: false }).last().fill('2 un');
  await dish.getByLabel('Quanto pesa 1 un de Ovo caipira?').fill('50 g');
  await page.keyboard.press('Enter');
  await dish.getByRole('button', { name: 'Tirar Ovo caipira da ficha' }).waitFor();
  // 2 × 50 g × R$ 20,00 / kg × 1,1.
  await expect.poll(() => owner.text(dish)).toContain('R$ 2,20');
  await owner.openTab('Insumos');
  await page.getByRole('button', { name: 'Editar Ovo caipira' }).waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
