import { beforeAll, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  testPage = await product.newPage({ width: 390, serviceWorkers: 'allow' });
  owner = new OwnerPages(testPage.page, product.origin);
});

const cacheNames = (): Promise<string[]> => testPage.page.evaluate(() => caches.keys());

test('a visit to the landing page installs no service worker', async () => {
  await testPage.page.goto(product.origin);
  await testPage.page.getByRole('link', { name: 'Fazer Login' }).waitFor();
  expect(await testPage.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('without a connection the dashboard opens read-only with the last data and says so', async () => {
  const { page } = testPage;
  await owner.signIn((await product.newAccount()).email);
  await owner.openTab('Custos Fixos');
  await owner.addFixedCost('Dedetização', 1_800_000);
  await page.getByText('Dedetização').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(cacheNames).toContain('prumo-business');
  const versionedText = () => page.evaluate(async () => (await (await caches.match('/kept-business'))?.text()) ?? '');
  await expect.poll(versionedText).toContain('Dedetização');
  expect(await versionedText()).not.toContain('"is_admin":true');

  await page.context().setOffline(true);
  await page.goto(`${product.origin}/dashboard`);
  await page
    .getByText(/^Sem conexão com o Prumo: mostrando os dados de \d\d\/\d\d às \d\d:\d\d, só para consulta\.$/)
    .waitFor();
  await owner.openTab('Custos Fixos');
  await page.getByRole('button', { name: /^Editar Dedetização/ }).click();
  const value = page.getByRole('form').getByLabel('Valor por mês');
  await value.fill('42');
  await value.press('Enter');
  await page
    .getByRole('form')
    .getByText('Sem conexão com o Prumo, os dados são só para consulta: nada foi mudado.')
    .waitFor();
  expect(await value.inputValue()).toBe('42');
  expect(await axe(page)).toEqual([]);
  for (const tab of ['Faturamento', 'Insumos', 'Ficha Técnica', 'Ponto Equilíbrio']) await owner.openTab(tab);
});

test('after the connection returns the owner can go on changing data', async () => {
  const { page } = testPage;
  await page.context().setOffline(false);
  await expect.poll(() => owner.text()).not.toContain('só para consulta');
  await owner.openTab('Custos Fixos');
  await owner.addFixedCost('Extintores', 900_000);
  await page.getByRole('button', { name: 'Excluir Extintores' }).waitFor();
});

test('signing out leaves no data of the business in the browser', async () => {
  const { page } = testPage;
  await owner.signOut();
  await page.getByRole('button', { name: 'Entrar com Google' }).waitFor();
  await expect.poll(cacheNames).not.toContain('prumo-business');
  await page.context().setOffline(true);
  await page.goto(`${product.origin}/dashboard`).catch(() => undefined);
  expect(await page.getByText('Dedetização').count()).toBe(0);
  expect(await page.getByText('só para consulta').count()).toBe(0);
});
