import { beforeAll, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
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

test('a change on one device appears on the other without any action there', async () => {
  await onNotebook.openTab('Custos Fixos');
  await notebook.page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await onPhone.openTab('Custos Fixos');
  await onPhone.addFixedCost('Dedetização', 1_800_000);
  await notebook.page.getByText('Dedetização').waitFor();
  expect(await notebook.page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(phone.problems).toEqual([]);
  expect(notebook.problems).toEqual([]);
});

test('a device that lost its connection shows the missed changes after it returns', async () => {
  await notebook.page.context().setOffline(true);
  await onPhone.addFixedCost('Extintores', 900_000);
  await phone.page.getByText('Extintores').first().waitFor();
  expect(await notebook.page.getByText('Extintores').count()).toBe(0);
  await notebook.page.context().setOffline(false);
  await notebook.page.getByText('Extintores').waitFor();
});

test('an editor saved over a newer change from the other device shows both values and keeps the typed text', async () => {
  const edit = async ({ page }: TestPage, text: string) => {
    await page.getByRole('button', { name: /^Editar Extintores/ }).click();
    const value = page.getByRole('form').getByLabel('Valor por mês');
    await value.fill(text);
    return value;
  };
  const typed = await edit(notebook, '42');
  await edit(phone, '40');
  await phone.page.keyboard.press('Enter');
  const editor = notebook.page.getByRole('form');
  await editor.getByText('Mudou enquanto você edita: o valor salvo agora é R$ 40,00.').waitFor();
  expect(await typed.inputValue()).toBe('42');
  await typed.press('Enter');
  const question = 'Isto mudou enquanto você editava: agora é R$ 40,00. Você digitou R$ 42,00.';
  await editor.getByRole('alert').filter({ hasText: question }).waitFor();
  expect(await axe(notebook.page)).toEqual([]);
  await editor.getByRole('button', { name: 'Salvar o meu' }).click();
  await phone.page.getByRole('button', { name: /^Editar Extintores.*R\$ 42,00/ }).waitFor();
});
