import { expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { businessByCalls } from '#tests/support/business-by-calls.ts';
import { OwnerPages, visitorIn } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// A month's report on a phone leads to the sentence on the dashboard, the goal, and the price for the app.

const product = productInBrowser();

const LINES = 200;
/** Of four lines three are pizzas at their price in the app, which has its own names for the dishes. */
const lines = Array.from({ length: LINES }, (_, index) => (index % 4 === 3 ? 'FOGAZZA G' : 'Pizza'));
const pizzas = lines.filter((name) => name === 'Pizza').length;
const fogazzas = LINES - pizzas;
const report = csvFile([
  ['Item', 'Qtd', 'Total do item'],
  ...lines.map((name) => [name, '1', name === 'Pizza' ? '40,00' : '60,00']),
]);

/** The formulas are written here in plain numbers, because every result is a whole number of cents. */
const FIXED = 3_000;
const [COST, PRICE] = [
  { pizza: 11, fogazza: 22 },
  { pizza: 40, fogazza: 60 },
];
const RATES = 0.25;
const revenue = pizzas * PRICE.pizza + fogazzas * PRICE.fogazza;
const left = revenue * (1 - RATES) - pizzas * COST.pizza - fogazzas * COST.fogazza;
const reais = (value: number): string =>
  `R$ ${value.toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test('a month’s report of 200 lines leads to the sentence on the dashboard, the goal and the price for the app', async () => {
  const { email } = await product.newAccount({ hasPizzeria: false });
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const owner = new OwnerPages(page, product.origin);
  await owner.signInByCalls(email);
  const business = businessByCalls(visitorIn(page, product.origin));
  await business.fixedCost('Aluguel', FIXED);
  await business.variableCost('Cartão', 5);
  await business.channel('Balcão');
  await business.variableCost('Comissão do app', 20, [await business.channel('App')]);
  const dough = await business.ingredient('Massa', 'un', 10);
  await business.dish('Pizza', PRICE.pizza, { ingredient: dough, quantity: 1 });
  await business.dish('Fogazza grande', PRICE.fogazza, { ingredient: dough, quantity: 2 });
  await page.goto(`${product.origin}/dashboard`);

  await owner.openTab('Ponto Equilíbrio');
  await page.getByText('Pelo que você vende').click();
  await page.getByRole('link', { name: 'Trazer relatório' }).click();
  await page.getByLabel('Arquivo do relatório').setInputFiles({
    name: 'repasse.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(report),
  });
  await page.getByLabel('De que canal são?').selectOption('App');
  await page.getByRole('button', { name: 'Escolher o prato de FOGAZZA G' }).click();
  await page.getByRole('combobox', { name: 'Prato de FOGAZZA G' }).selectOption('Fogazza grande');
  await page.getByText('2 pratos, 200 vendas.').waitFor();
  await page.getByRole('button', { name: 'Trazer as vendas' }).click();
  await page.getByText('Relatório trazido: 200 vendas').waitFor();

  await owner.openTab('Dashboard');
  const sentence = page.getByRole('main').getByText(/^Pela média simples, o ponto de equilíbrio é/);
  await sentence.waitFor();
  // At the counter 67,5 % and 58 1/3 % are left of the two prices: 3.000 ÷ 62,91666… %.
  const simple = Math.round((FIXED / ((0.675 + 35 / 60) / 2)) * 100) / 100;
  const weighted = (FIXED * revenue) / left;
  expect(await owner.text(sentence)).toBe(
    `Pela média simples, o ponto de equilíbrio é ${reais(simple)}; pelo que você vende, ${reais(weighted)}: são ${reais(weighted - simple)} a mais por mês.`,
  );

  await owner.openTab('Ponto Equilíbrio');
  await page.getByLabel('Quanto quer tirar por mês').fill('2.000');
  await page.keyboard.press('Enter');
  await expect.poll(() => owner.text()).toContain(`venda ${reais(((FIXED + 2_000) * revenue) / left)}`);
  const text = await owner.text();
  expect(text).toContain(`${Math.ceil((pizzas * (FIXED + 2_000)) / left)} × Pizza`);
  expect(text).toContain(`${Math.ceil((fogazzas * (FIXED + 2_000)) / left)} × Fogazza grande`);

  await owner.openTab('Ficha Técnica');
  const dish = owner.dish('Pizza');
  await dish.getByRole('button', { name: /^Pizza/ }).click();
  await dish.getByRole('button', { name: /^Editar App/ }).click();
  // At the counter 40 − 11 − 2; (11 + 27) ÷ 0,75 = 50,67, rounded up.
  await dish.getByText('Para deixar R$ 27,00, como no Balcão: R$ 50,90.').waitFor();
  await dish.getByRole('button', { name: 'Usar R$ 50,90' }).click();
  await expect.poll(() => owner.text(dish)).toContain('no App, R$ 27,18');
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
