import { beforeAll, expect, test } from 'vitest';
import type { TestPage } from '#tests/support/browser.ts';
import type { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let phone: TestPage;
let notebook: TestPage;
let onPhone: OwnerPages;
let onNotebook: OwnerPages;

beforeAll(async () => {
  const account = await product.newAccount();
  ({ testPage: phone, owner: onPhone } = await product.newOwner({ width: 390 }, account));
  ({ testPage: notebook, owner: onNotebook } = await product.newOwner({}, account));
});

test('sales channels created on one device appear on the other without any action there', async () => {
  await onNotebook.openTab('Custos Variáveis');
  await onPhone.openTab('Custos Variáveis');
  await phone.page
    .getByRole('button', { name: /^Editar Taxa/ })
    .first()
    .click();
  await phone.page.getByRole('button', { name: 'Só em um canal?' }).click();
  await phone.page.getByLabel('Outro canal').fill('Entrega');
  await phone.page.keyboard.press('Enter');
  await notebook.page.getByText('Canais de venda: Balcão e Entrega').click();
  await notebook.page.getByRole('list', { name: 'Canais de venda' }).waitFor();
  await phone.page.keyboard.press('Escape');
  await phone.page.getByText('Canais de venda: Balcão e Entrega').click();
  await phone.page.getByRole('button', { name: 'Editar Entrega' }).click();
  await phone.page.getByRole('form', { name: 'Editar Entrega' }).getByLabel('Nome').fill('iFood');
  await phone.page.keyboard.press('Enter');
  await notebook.page.getByText('Canais de venda: Balcão e iFood').waitFor();
  expect(await notebook.page.getByRole('button', { name: 'Editar iFood' }).count()).toBe(1);
});

test('sales saved on one device appear on the other and keep what is being typed there', async () => {
  const openGrid = async ({ page }: TestPage, owner: OwnerPages) => {
    await owner.openTab('Ponto Equilíbrio');
    await page.getByText('Pelo que você vende').click();
    const field = (dish: string) => page.getByLabel(`Vendidos: ${dish}`);
    await field('Pizza Muçarela').waitFor();
    return { field, save: () => page.getByRole('button', { name: 'Salvar vendas' }).click() };
  };
  const phoneGrid = await openGrid(notebook, onNotebook);
  const notebookGrid = await openGrid(phone, onPhone);
  await phoneGrid.field('Pizza Camarão').fill('7');
  await notebookGrid.field('Pizza Muçarela').fill('120');
  await notebookGrid.field('Pizza Camarão').fill('9');
  await notebookGrid.save();
  await expect.poll(() => phoneGrid.field('Pizza Muçarela').inputValue()).toBe('120');
  expect(await phoneGrid.field('Pizza Camarão').inputValue()).toBe('7');
  await notebook.page.getByText('“Pizza Camarão” agora está com 9').waitFor();
  await phoneGrid.save();
  await notebook.page.getByText('“Pizza Camarão” mudou enquanto você digitava: era 0, agora é 9. Aqui: 7.').waitFor();
  await notebook.page.getByRole('button', { name: 'Salvar o meu' }).click();
  await expect.poll(() => notebookGrid.field('Pizza Camarão').inputValue()).toBe('7');
  expect(phone.problems).toEqual([]);
  expect(notebook.problems).toEqual([]);
});
