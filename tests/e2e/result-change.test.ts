import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe } from '#tests/support/browser.ts';
import { OwnerPages, visitorIn } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';
import { FIVE_DISHES } from '#tests/figures/worked-cases.ts';

const product = productInBrowser();

const FEIJOADA = 2;
const MASSAS = 3;

/** Enters the published month and then changes it. @returns the instant between the two */
async function enterSales(page: Page): Promise<string> {
  const visitor = visitorIn(page, product.origin);
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status, text } = await visitor.call(method, path, { body });
    if (status >= 300) throw new Error(`${status} ${text}`);
  };
  const ids = FIVE_DISHES.map(() => ({ dish: randomUUID(), ingredient: randomUUID() }));
  const rent = randomUUID();
  const calls = [
    { call: 'addFixedCost', id: rent, body: { name: 'Aluguel', value: 12_000 } },
    { call: 'changeBusinessSettings', body: { production_loss: 0, mix_months: 1 } },
    ...FIVE_DISHES.flatMap(([name, sale_price, unit_price], i) => [
      { call: 'addIngredient', id: ids[i]?.ingredient, body: { name, unit: 'un', unit_price } },
      { call: 'addDish', id: ids[i]?.dish, body: { name, sale_price } },
      { call: 'addDishIngredient', body: { dish_id: ids[i]?.dish, ingredient_id: ids[i]?.ingredient, quantity: 1 } },
    ]),
  ];
  await send('POST', '/api/change-sets', { calls });
  const sell = (rows: readonly (readonly [dish: number, quantity: number])[]): Promise<void> =>
    send('PUT', '/api/sales/2026-10/main', {
      rows: rows.map(([i, quantity]) => ({ dish_id: ids[i]?.dish, quantity })),
    });
  await sell(FIVE_DISHES.map(([, , , quantity], i) => [i, quantity]));
  const between = await page.evaluate(async () => {
    const at = new Date().toISOString();
    while (new Date().toISOString() <= at) await Promise.resolve();
    return at;
  });
  await send('PUT', `/api/ingredients/${ids[FEIJOADA]?.ingredient}`, { unit_price: 17 });
  await sell([[FEIJOADA, 700]]);
  await send('PUT', `/api/dishes/${ids[MASSAS]?.dish}`, { sale_price: 16 });
  await send('PUT', `/api/fixed-costs/${rent}`, { value: 13_000 });
  return between;
}

test('an owner with sales can see why the result in reais changed and which sales changed it', async () => {
  const { testPage } = await product.newOwner({ width: 390 }, await product.newAccount({ hasPizzeria: false }));
  const { page } = testPage;
  const owner = new OwnerPages(page, product.origin);
  const between = await enterSales(page);
  // The page asks by days, so the test asks for the instant between the two states instead.
  await page.route('**/api/profit-change?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('from', between);
    await route.continue({ url: url.href });
  });
  await page.goto(`${product.origin}/dashboard/por-que`);
  await page.getByText('Seu lucro médio estimado').waitFor();
  await page.getByRole('combobox', { name: 'O que mudou' }).fill('resultado do mês');
  await page.getByRole('option', { name: 'Resultado do mês, em reais' }).click();
  await page.getByText(/Seu resultado do mês caiu R\$\s2\.650,00/).waitFor();
  const said = await owner.text();
  expect(said).toContain('R$ 16.150,00 em');
  expect(said).toContain('R$ 13.500,00 em');
  for (const sentence of [
    'O preço de “Feijoada” subiu de R$ 15,00 para R$ 17,00 por un: −R$ 1.500,00',
    'O custo fixo “Aluguel” subiu de R$ 12.000,00 para R$ 13.000,00 por mês: −R$ 1.000,00',
    'A venda de “Feijoada” caiu de 800 para 700 por mês: −R$ 900,00',
    'O preço de venda de “Massas” subiu de R$ 15,00 para R$ 16,00: +R$ 750,00',
  ])
    expect(said).toContain(sentence);
  await page.getByText('A venda de “Feijoada” caiu').first().click();
  await page
    .getByRole('link', { name: /\d\d\/\d\d/ })
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axe(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page.reload();
  await page.getByText(/Seu resultado do mês caiu/).waitFor();
  // The result itself has a link to the answer as well.
  await page.goto(`${product.origin}/dashboard?tab=breakeven`);
  await page.getByRole('link', { name: 'Por que o resultado mudou?' }).click();
  await page.getByText(/Seu resultado do mês caiu/).waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('an owner without sales is not offered the result in reais', async () => {
  const { testPage } = await product.newOwner({ width: 390 }, await product.newAccount({ hasPizzeria: false }));
  const { page } = testPage;
  await page.goto(`${product.origin}/dashboard/por-que`);
  await page.getByText('Ainda não há o que comparar.').waitFor();
  await page.getByRole('combobox', { name: 'O que mudou' }).click();
  await page.getByRole('option', { name: 'Lucro médio estimado' }).waitFor();
  expect(await page.getByRole('option', { name: /Resultado do mês/ }).count()).toBe(0);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
