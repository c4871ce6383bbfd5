import { beforeAll, describe, expect, test } from 'vitest';
import type { TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  ({ testPage, owner } = await product.newOwner({ width: 390 }));
});

const field = (label: string) => owner.page.getByRole('main').getByLabel(label, { exact: true }).first();
const storedText = async (path: string): Promise<string> =>
  (await owner.page.request.get(`${product.origin}/api/${path}`)).text();

describe('the fields of the dashboard’s tabs', () => {
  test('a numeric field accepts only digits, dot and comma, and keeps a mistaken text for correction', async () => {
    await owner.openTab('Custos Fixos');
    await field('Nome').fill('Gás');
    const value = field('Valor por mês');
    await value.pressSequentially('R$ 1a2-,5b,5');
    expect(await value.inputValue()).toBe('12,5,5');
    await owner.page.keyboard.press('Enter');
    expect(await owner.text()).toContain('Digite um número, como 12,50.');
    expect(await value.inputValue()).toBe('12,5,5');
    expect(await storedText('fixed-costs')).not.toContain('Gás');
    await value.fill('1.250');
    await owner.page.keyboard.press('Enter');
    await expect.poll(() => storedText('fixed-costs')).toContain('"name":"Gás","value":1250');
    expect(await owner.page.evaluate('document.activeElement.labels[0].textContent')).toBe('Nome');
  });

  test('an ambiguous quantity is asked about, and nothing is saved until one meaning is picked', async () => {
    await owner.openTab('Ficha Técnica');
    await owner.page.getByRole('button', { name: 'Pizza Muçarela' }).click();
    const dish = owner.dish('Pizza Muçarela');
    await dish.getByRole('combobox', { name: 'Insumo' }).fill('Cebola');
    await owner.page.getByRole('option', { name: 'Cebola' }).click();
    const quantity = dish.getByLabel(/^Quantidade \(/).last();
    await quantity.pressSequentially('3.500');
    await owner.page.keyboard.press('Enter');
    expect(await storedText('dishes')).not.toContain('"quantity":3.5,');
    await dish.getByRole('button', { name: '3,5', exact: true }).click();
    await dish.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await expect.poll(() => storedText('dishes')).toContain('"quantity":3.5,');
  });

  test('an open list lies above a toast', async () => {
    await owner.page.getByText('Desfazer').first().waitFor();
    await owner.dish('Pizza Muçarela').getByRole('combobox', { name: 'Insumo' }).click();
    await owner.page.getByRole('option').first().waitFor();
    const height = (inside: string) =>
      owner.page.evaluate<number>(
        `Number(getComputedStyle(document.querySelector('${inside}').closest('[style*="z-index"]')).zIndex)`,
      );
    expect(await height('[role=option]')).toBeGreaterThan(await height('.mantine-Notification-root'));
    await owner.page.keyboard.press('Escape');
  });

  test('costs can be added one after the other by keyboard alone', async () => {
    await owner.openTab('Custos Variáveis');
    await field('Nome').focus();
    await owner.page.keyboard.type('Embalagem');
    await owner.page.keyboard.press('Tab');
    await owner.page.keyboard.type('1,5');
    await owner.page.keyboard.press('Enter');
    await owner.page.keyboard.type('Motoboy');
    await owner.page.keyboard.press('Tab');
    await owner.page.keyboard.type('2.25');
    await owner.page.keyboard.press('Enter');
    await expect.poll(() => storedText('variable-costs')).toContain('"name":"Motoboy","percentage":2.25');
    await expect.poll(() => storedText('variable-costs')).toContain('"name":"Embalagem","percentage":1.5');
  });

  test('the address names the tab, and the browser’s back button returns to the one before', async () => {
    await owner.openTab('Insumos');
    expect(owner.page.url()).toContain('tab=ingredients');
    await owner.page.goBack();
    await owner.page.getByRole('heading', { level: 1, name: 'Custos Variáveis' }).waitFor();
    await owner.page.goto(`${product.origin}/dashboard?tab=nothing`);
    await owner.page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
  });

  test('the browser reports no script error and no console problem on any of these pages', () => {
    expect(testPage.problems).toEqual([]);
  });
});

describe('access to the dashboard', () => {
  test('a person without access is sent from the dashboard to the landing page and can sign out', async () => {
    const other = await product.newPage();
    await other.page.goto(`${product.origin}/login`);
    await other.page.getByRole('button', { name: 'Entrar com Google' }).click();
    await other.page.getByRole('button', { name: 'Novo Cliente' }).click();
    await other.page.waitForURL(`${product.origin}/`);
    const greeting = other.page.getByText('Novo Cliente').first();
    await greeting.waitFor();
    expect(await greeting.textContent()).toContain('ainda não tem acesso');
    await other.page.goto(`${product.origin}/dashboard`);
    await other.page.waitForURL(`${product.origin}/`);
    await new OwnerPages(other.page, product.origin).signOut();
    await other.page
      .getByRole('link', { name: 'Fazer Login' })
      .or(other.page.getByRole('button', { name: 'Fazer Login' }))
      .first()
      .waitFor();
    await other.close();
  });

  test('a person with access is sent from the landing page to the dashboard', async () => {
    await owner.page.goto(`${product.origin}/`);
    await owner.page.waitForURL(/\/dashboard/);
    await owner.page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
    expect(owner.page.url()).toContain('/dashboard');
  });
});
