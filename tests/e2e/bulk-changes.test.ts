import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

/** Opens the dashboard on a phone, with a few ingredients and a box of brigadeiros made of them. */
async function phone() {
  const { email } = await product.newAccount({ hasPizzeria: false });
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const owner = new OwnerPages(page, product.origin);
  await owner.signIn(email);
  const add = (path: string, data: object) => addedBy(page, path, data);
  const cream = await add('ingredients', { name: 'Nata', unit: 'kg', unit_price: 20 });
  await add('ingredients', { name: 'Creme de leite', unit: 'kg', unit_price: 15 });
  const box = await add('ingredients', { name: 'Caixa', unit: 'un', unit_price: 2 });
  const egg = await add('ingredients', { name: 'Ovo', unit: 'un', unit_price: 1 });
  const dish = await add('dishes', { name: 'Brigadeiros', sale_price: 30 });
  for (const [ingredient_id, quantity] of [
    [cream, 0.5],
    [box, 1],
    [egg, 2],
  ] as const)
    await add('recipe-ingredients', { dish_id: dish, ingredient_id, quantity });
  return { ...testPage, owner };
}

async function addedBy(page: Page, path: string, data: object): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin', origin: product.origin };
  const reply = await page.request.post(`${product.origin}/api/${path}`, { data, headers });
  return ((await reply.json()) as { id: string }).id;
}

let testPage: Awaited<ReturnType<typeof phone>>;
beforeAll(async () => {
  testPage = await phone();
});

test('on a phone an ingredient can be merged into another one, and the merge can be undone', async () => {
  const { page, owner } = testPage;
  await owner.openTab('Insumos');
  await page.getByRole('button', { name: 'Editar Nata' }).click();
  await page.getByRole('button', { name: 'Juntar com outro' }).click();
  const group = page.getByRole('group', { name: 'Juntar com outro' });
  await group.getByRole('combobox', { name: 'Qual insumo fica' }).click();
  await page.getByRole('option', { name: 'Creme de leite' }).click();
  // Each box has 0,5 kg of chocolate: 0,5 × (R$ 20,00 − R$ 15,00) × 1,1 loss.
  await expect.poll(() => owner.text(group)).toContain('Brigadeiros');
  await expect.poll(() => owner.text(group)).toContain('“Nata” sai da lista');
  await group.getByRole('button', { name: 'Juntar', exact: true }).click();
  await page.getByRole('button', { name: 'Editar Nata' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Editar Creme de leite' }).waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('button', { name: 'Editar Nata' }).waitFor();
});

test('several prices can be raised by a percentage in one change', async () => {
  const { page, owner } = testPage;
  await owner.openTab('Insumos');
  await page.getByRole('button', { name: 'Reajustar preços' }).click();
  const form = page.getByRole('form', { name: 'Reajustar preços' });
  await form.getByLabel('Quanto (%)').fill('10');
  await form.getByRole('checkbox', { name: /^Nata/ }).click();
  await form.getByRole('checkbox', { name: /^Caixa/ }).click();
  await expect.poll(() => owner.text(form)).toContain('R$ 22,00 / kg');
  await form.getByRole('button', { name: 'Reajustar 2 insumos' }).click();
  const list = page.getByRole('list', { name: 'Insumos' });
  await expect.poll(() => owner.text(list)).toMatch(/Nata.*R\$ 22,00/);
  await expect.poll(() => owner.text(list)).toMatch(/Caixa.*R\$ 2,20/);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(() => owner.text(list)).toMatch(/Nata.*R\$ 20,00/);
});

test('a dish can be copied in another size, with a fixed box, more eggs and a price still to enter', async () => {
  const { page, owner } = testPage;
  await owner.openTab('Ficha Técnica');
  const dish = owner.dish('Brigadeiros');
  await dish.getByRole('button').first().click();
  await dish.getByRole('button', { name: 'outro tamanho' }).click();
  const form = page.getByRole('form', { name: 'Duplicar Brigadeiros' });
  await expect.poll(() => owner.text(form)).toContain('Caixa: 1 un → 1 un');
  await expect.poll(() => owner.text(form)).toContain('Ovo: 2 un → 3 un');
  expect(await form.getByRole('checkbox', { name: /Caixa/ }).isChecked()).toBe(true);
  expect(await form.getByRole('checkbox', { name: /Ovo/ }).isChecked()).toBe(false);
  await form.getByLabel('Preço de venda').fill('42');
  await form.getByRole('button', { name: 'Duplicar', exact: true }).click();
  const copy = owner.dish('Brigadeiros (cópia)');
  await expect.poll(() => owner.text(copy)).toContain('R$ 42,00');
  const box = await copy.boundingBox();
  expect(box && box.y < 844 && box.y + box.height > 0).toBe(true);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
