import { expect, test } from 'vitest';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// tests/web/growing-business.test.tsx has the sentences of the days after.

const product = productInBrowser();

test('on the first day each screen says what it needs and since when it has data', async () => {
  const { testPage, owner } = await product.newOwner({ width: 390 });
  const { page } = owner;
  await page.goto(`${product.origin}/dashboard/historico`);
  await page.getByText('Os gráficos precisam de mudanças em dois dias').waitFor();
  expect(await owner.text()).not.toContain('Cada degrau');
  await page.goto(`${product.origin}/dashboard/por-que`);
  await page.getByText('antes disso não há com o que comparar').waitFor();
  expect(await owner.text()).not.toMatch(/caiu|subiu|pontos/);
  await page.goto(`${product.origin}/dashboard/por-que?conta=resultado`);
  await page.getByText('O resultado do mês precisa de vendas lançadas até as duas datas.').waitFor();
  await page.getByRole('link', { name: 'Lançar vendas' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vendas' }).waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
