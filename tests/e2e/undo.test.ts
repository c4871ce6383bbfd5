import { expect, test } from 'vitest';
import { axe } from '#tests/support/browser.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

test('a wrong price can be undone from the toast, a deleted dish restored later, and both undone again', async () => {
  const { testPage, owner } = await product.newOwner({ width: 390 });
  const { page } = testPage;

  await owner.openTab('Insumos');
  await page.getByRole('button', { name: /Muçarela.*38,90/ }).click();
  await page.getByLabel('Preço', { exact: true }).last().fill('389');
  await page.keyboard.press('Enter');
  await page.getByText('R$ 389,00').first().waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('button', { name: /Muçarela.*38,90/ }).waitFor();

  await owner.openTab('Ficha Técnica');
  const dish = owner.dish('Pizza Camarão');
  const before = await owner.text(dish);
  await dish.getByRole('button', { name: 'Pizza Camarão' }).click();
  await dish.getByRole('button', { name: 'Excluir prato' }).click();
  await page.getByText('Prato excluído: “Pizza Camarão”').waitFor();

  await page.getByRole('link', { name: 'Alterações' }).click();
  await page.getByRole('heading', { level: 1, name: 'Alterações' }).waitFor();
  const removal = page.getByRole('listitem').filter({ hasText: 'excluiu o prato “Pizza Camarão”' });
  await removal.getByRole('button', { name: /^Restaurar/ }).click();
  await removal.getByText('Desfeita depois').waitFor();
  expect(await axe(page)).toEqual([]);

  // The tab is as she left it, with the dish open.
  await owner.openTab('Ficha Técnica');
  await dish.getByRole('button', { name: 'Pizza Camarão' }).click();
  expect(await owner.text(dish)).toBe(before);

  await page.getByRole('link', { name: 'Alterações' }).click();
  const restoring = page.getByRole('listitem').filter({ hasText: 'trouxe de volta o prato “Pizza Camarão”' });
  await restoring.getByRole('button', { name: /^Desfazer/ }).click();
  await restoring.getByText('Desfeita depois').waitFor();
  await owner.openTab('Ficha Técnica');
  expect(await page.getByRole('button', { name: 'Pizza Camarão' }).count()).toBe(0);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test.each([
  [390, 'light'],
  [1280, 'dark'],
] as const)(
  'the list of changes of the demonstration at %i px with %s colours has no accessibility violation',
  async (width, colorScheme) => {
    const testPage = await product.newPage({ width, colorScheme });
    const { page } = testPage;
    await page.goto(`${product.origin}/dashboard/alteracoes`);
    await page.getByRole('button', { name: 'Ver anteriores' }).click();
    await page
      .getByRole('button', { name: /^(Desfazer|Restaurar)/ })
      .first()
      .click();
    await page.getByText('Desfeita depois').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  },
);
