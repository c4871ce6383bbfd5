import { beforeAll, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { businessByCalls } from '#tests/support/business-by-calls.ts';
import { OwnerPages, visitorIn } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// An owner on a phone sells at the counter and through an app, from the first dish to the goal of the month.

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  const { email } = await product.newAccount({ hasPizzeria: false });
  testPage = await product.newPage({ width: 390 });
  owner = new OwnerPages(testPage.page, product.origin);
  await owner.signInByCalls(email);
});

/** The accessibility violations in both colour schemes. It also checks that the screen is not too wide. */
async function violations(): Promise<readonly unknown[]> {
  const { page } = testPage;
  const light = await axe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axe(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  return [...light, ...dark, ...(wider === 0 ? [] : [`too wide by ${String(wider)} px`])];
}

test('before channels are used a dish leaves R$ 27,00, and no text mentions channels', async () => {
  const business = businessByCalls(visitorIn(testPage.page, product.origin));
  await business.fixedCost('Aluguel', 3_000);
  await business.variableCost('Cartão', 5);
  await business.variableCost('Comissão do app', 20);
  await business.ingredient('Caixa', 'un', 2);
  await business.dish('Pizza', 40, { ingredient: await business.ingredient('Massa', 'un', 10), quantity: 1 });
  await testPage.page.goto(`${product.origin}/dashboard`);
  await owner.openTab('Ficha Técnica');
  const dish = owner.dish('Pizza');
  await dish.getByRole('button', { name: /^Pizza/ }).click();
  // 40 − 10 × 1,1 − 25 %.
  await expect.poll(() => owner.text(dish)).toContain('R$ 19,00');
  expect(await owner.text()).not.toMatch(/cana[li]|Onde vai|no App\b/i);
});

test('limiting the commission to the app creates the two channels', async () => {
  const { page } = testPage;
  await owner.openTab('Custos Variáveis');
  await page.getByRole('button', { name: /^Editar Comissão do app/ }).click();
  const form = page.getByRole('form');
  await form.getByRole('button', { name: 'Só em um canal?' }).click();
  await form.getByRole('button', { name: 'Criar os dois canais' }).click();
  await form.getByRole('group', { name: 'Onde este custo é pago' }).getByRole('button', { name: 'App' }).click();
  expect(await violations()).toEqual([]);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('só no App').waitFor();
  await expect.poll(() => owner.text()).toContain('no App, 25,0%');
  await page.getByText('Canais de venda: Balcão e App').click();
  await page.getByRole('list', { name: 'Canais de venda' }).waitFor();
  await page.getByRole('list', { name: 'Canais de venda' }).getByRole('button', { name: 'Editar App' }).click();
  expect(await violations()).toEqual([]);
});

test('the box can be limited to the app while it is added', async () => {
  const { page } = testPage;
  await owner.openTab('Ficha Técnica');
  const dish = owner.dish('Pizza');
  const choice = dish.getByRole('combobox', { name: 'Insumo' });
  await choice.fill('Caixa');
  await page.getByRole('option', { name: 'Caixa' }).click();
  await dish.getByLabel('Quantidade (un)').pressSequentially('1');
  await dish.getByRole('group', { name: 'Onde vai' }).getByRole('button', { name: 'App' }).click();
  await dish.getByRole('button', { name: 'Adicionar' }).click();
  await dish.getByText('só no App').waitFor();
  // At the counter 40 − 11 − 2; in the app 40 − 13,20 − 10.
  await expect.poll(() => owner.text(dish)).toContain('No App sobra R$ 16,80; no Balcão, R$ 27,00.');
});

test('the price that leaves the same amount through the app is suggested and can be applied', async () => {
  const { page } = testPage;
  const dish = owner.dish('Pizza');
  await dish.getByRole('button', { name: /^Editar App/ }).click();
  // (13,20 + 27) ÷ 0,75 = 53,60, rounded up.
  await dish.getByText('Para deixar R$ 27,00, como no Balcão: R$ 53,90.').waitFor();
  expect(await violations()).toEqual([]);
  await dish.getByRole('button', { name: 'Usar R$ 53,90' }).click();
  // 53,90 − 13,20 − 13,475.
  await expect.poll(() => owner.text(dish)).toContain('No Balcão sobra R$ 27,00; no App, R$ 27,23.');
  await page.getByRole('link', { name: 'Imprimir ficha' }).click();
  await page.getByRole('table', { name: 'Pizza em cada canal' }).waitFor();
  expect(await violations()).toEqual([]);
  await page.getByRole('link', { name: 'Voltar para Ficha Técnica' }).click();
});

test('sales can be typed by keyboard alone, and the figures follow them to the cent', async () => {
  const { page } = testPage;
  await owner.openTab('Ponto Equilíbrio');
  await page.getByText('Pelo que você vende').click();
  const sold = page.getByRole('region', { name: 'O que você vendeu' });
  const quantity = sold.getByLabel('Vendidos: Pizza');
  await quantity.click();
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText(/^Vendas de .* salvas$/).waitFor();
  await sold.getByLabel('Canal').selectOption('App');
  expect(await quantity.inputValue()).toBe('');
  await quantity.fill('50');
  await sold.getByRole('button', { name: 'Sei quanto entrou: Pizza' }).click();
  await page.keyboard.type('2.600');
  expect(await owner.text(sold)).toContain('Total: 50 vendas R$ 2.600,00');
  expect(await violations()).toEqual([]);
  await sold.getByRole('button', { name: 'Salvar vendas' }).click();
  // R = 4.000 + 2.600, C = 100 × 11 + 50 × 13,20, V = 200 + 650, W = 3.990: 3.000 × 6.600 ÷ 3.990.
  await expect.poll(() => owner.text()).toContain('R$ 4.962,41');
  const text = await owner.text();
  // The simple break-even point is 3.000 ÷ 67,5 %.
  expect(text).toContain('Pela média simples, o ponto de equilíbrio é R$ 4.444,44; pelo que você vende, R$ 4.962,41');
  // 3.990 − 3.000.
  expect(text).toContain('R$ 990,00');
  // These are C and W as shares of R.
  expect(text).toContain('26,7%');
  expect(text).toContain('60,5%');
});

test('an income goal shows the revenue that the month must bring and how many of each dish that is', async () => {
  const { page } = testPage;
  await page.getByLabel('Quanto quer tirar por mês').fill('2.000');
  await page.keyboard.press('Enter');
  // 5.000 × 6.600 ÷ 3.990; 150 × 5.000 ÷ 3.990 = 187,97.
  await expect.poll(() => owner.text()).toContain('R$ 8.270,68');
  expect(await owner.text()).toMatch(/188 × Pizza/);
  expect(await violations()).toEqual([]);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
