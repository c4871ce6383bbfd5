import { expect, test } from 'vitest';
import { axe } from '#tests/support/browser.ts';
import { chooseAccount } from '#tests/support/admin-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

test.each([
  [390, 'dark'],
  [1280, 'light'],
] as const)(
  'at %i px with %s colours a person who cancels at the provider is told so and can sign in by trying again',
  async (width, colorScheme) => {
    const testPage = await product.newPage({ width, colorScheme });
    const { page } = testPage;
    await page.goto(`${product.origin}/login`);
    await page.getByRole('button', { name: 'Entrar com Google' }).click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('alert').getByText('Você saiu antes de concluir a entrada').waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await chooseAccount(page, (await product.newAccount()).email);
    await page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  },
);

test('a sign-in address opened again, alone or in a second tab, leads to the signed-in page', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const { email } = await product.newAccount();
  let back = '';
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth/callback') back = request.url();
  });
  await page.goto(`${product.origin}/login`);
  await page.getByRole('button', { name: 'Entrar com Google' }).click();
  await chooseAccount(page, email);
  const dashboard = { name: 'Dashboard Financeiro' };
  await page.getByRole('heading', dashboard).waitFor();
  expect(back).toContain('code=');
  const other = await page.context().newPage();
  for (const address of [back, `${product.origin}/auth/callback`])
    for (const tab of [page, other]) {
      await tab.goto(address);
      await tab.getByRole('heading', dashboard).waitFor();
      expect(await tab.getByText('A entrada não foi concluída').count()).toBe(0);
    }
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('two tabs that sign in at the same time both finish', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const { email } = await product.newAccount();
  const tabs = [page, await page.context().newPage()];
  for (const tab of tabs) {
    await tab.goto(`${product.origin}/login`);
    await tab.getByRole('button', { name: 'Entrar com Google' }).click();
    await tab.waitForURL((url) => url.pathname !== '/login');
  }
  for (const tab of tabs) await chooseAccount(tab, email);
  for (const tab of tabs) await tab.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
  // The first tab goes on with the session of the second.
  const [first] = tabs;
  await first?.getByRole('link', { name: 'Insumos', exact: true }).first().click();
  await first?.getByRole('button', { name: 'Editar Muçarela' }).waitFor();
  for (const tab of tabs) expect(new URL(tab.url()).pathname).toBe('/dashboard');
  await testPage.close();
});
