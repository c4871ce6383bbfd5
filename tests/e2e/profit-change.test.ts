import { expect, test } from 'vitest';
import { axe } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

test('on a phone a visitor can follow a change of profit down to the event that caused it', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const visitor = new OwnerPages(page, product.origin);
  const cause = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text }).first();

  await page.goto(`${product.origin}/dashboard?tab=ingredients`);
  await page.getByRole('button', { name: /Muçarela.*38,90/ }).click();
  await page.getByLabel('Preço', { exact: true }).last().fill('48,90');
  await page.keyboard.press('Enter');
  await page.getByText('R$ 48,90').waitFor();
  await visitor.openTab('Dashboard');
  await page.getByRole('link', { name: 'Por que mudou?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Por que meu lucro mudou?' }).waitFor();

  await page.getByRole('button', { name: 'Últimos 3 meses' }).click();
  const cheese = cause(/O preço de “Muçarela” subiu .* para R\$\s48,90 por kg: −\d,\d pontos?/);
  await cheese.waitFor();
  expect(await visitor.text()).toMatch(/Seu lucro médio estimado (caiu|subiu) \d+,\d+ pontos?/);
  await cheese.getByText('O preço de “Muçarela” subiu').click();
  expect(await visitor.text(cheese)).toMatch(
    /Você mudou o preço de “Muçarela” de R\$ 38,90 (?:por kg )?para R\$ 48,90 por kg\./,
  );
  await page.getByRole('button', { name: 'ver como tabela' }).click();
  await page.getByRole('row', { name: /No total/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axe(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

  await page.getByRole('combobox', { name: 'O que mudou' }).fill('mucarela');
  await page.getByRole('option', { name: 'Pizza Muçarela' }).click();
  await page.getByText(/O resultado de “Pizza Muçarela” (caiu|subiu) R\$/).waitFor();
  await cause(/O preço de “Muçarela” subiu .*: −R\$/).waitFor();
  await page.reload();
  await page.getByText(/O resultado de “Pizza Muçarela”/).waitFor();

  const since = page.getByLabel('De', { exact: true });
  await since.focus();
  await page.keyboard.type('03022026');
  expect(await since.inputValue()).toBe('2026-03-02');
  await page.getByLabel('Até', { exact: true }).fill('2026-03-01');
  await page.getByText('A data final precisa vir depois da inicial.').waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('an owner can compare with the first day of the business, and the page around the answer is read once', async () => {
  const { testPage } = await product.newOwner();
  const { page } = testPage;
  await page.getByText('Resumo do negócio').waitFor();
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Por que mudou?' }).click();
  await page.getByText('Seu negócio começou no Prumo em').waitFor();
  expect(reads.filter((path) => path.startsWith('/api/'))).toEqual(['/api/profit-change']);
  await page.getByRole('button', { name: 'Comparar desde esse dia' }).click();
  await page.getByText('Nada do que entra nesta conta mudou').waitFor();
  expect(await axe(page)).toEqual([]);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('an empty business has nothing to compare and is told where to begin', async () => {
  const { testPage } = await product.newOwner({}, await product.newAccount({ hasPizzeria: false }));
  const { page } = testPage;
  await page.goto(`${product.origin}/dashboard/por-que`);
  await page.getByText('Ainda não há o que comparar.').waitFor();
  expect(await page.getByText('ficou igual').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
