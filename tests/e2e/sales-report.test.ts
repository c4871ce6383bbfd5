import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';
import { sheetXml, xlsxFile } from '#tests/web/support/xlsx-files.ts';

const product = productInBrowser();

const DISHES = ['Pizza Muçarela', 'Pizza Calabresa', 'Pizza Marguerita', 'Pizza Portuguesa'];
const LINES = 200;
/** A till lists the same dishes again and again, day by day. */
const lines = Array.from({ length: LINES }, (_, index) => ({
  dish: DISHES[index % DISHES.length] ?? '',
  quantity: (index % 3) + 1,
  day: `2026-09-${String((index % 30) + 1).padStart(2, '0')}`,
}));
const SOLD = lines.reduce((all, { quantity }) => all + quantity, 0);
const OF_FIRST = lines.reduce((all, { dish, quantity }) => (dish === DISHES[0] ? all + quantity : all), 0);

const xlsx = xlsxFile(
  sheetXml([
    ['Data', 'Produto', 'Qtde', 'Valor total'],
    ...lines.map(({ dish, quantity, day }) => [{ day }, dish, quantity, quantity * 50]),
    [null, 'Total', SOLD, SOLD * 50],
  ]),
);

const choose = ({ page }: TestPage, name: string, content: string | Uint8Array): Promise<void> =>
  page.getByLabel('Arquivo do relatório').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });

describe('the import of a month’s sales report on a phone', () => {
  test('an Excel file is imported from the break-even tab, leads back to its figures, and can be undone', async () => {
    const { testPage } = await product.newOwner({ width: 390 });
    const { page } = testPage;
    await page.goto(`${product.origin}/dashboard?tab=breakeven`);
    await page.getByText('Conte o que vendeu e o número fica exato').click();
    await page.getByRole('link', { name: 'Trazer relatório' }).click();
    await choose(testPage, 'vendas.xlsx', xlsx);
    await page.getByText(/Confere com o total do arquivo: 399 vendas, R\$\s19\.950,00\./).waitFor();
    await page.getByText('4 pratos, 399 vendas.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByRole('button', { name: 'Trazer as vendas' }).click();
    await page.getByText('Relatório trazido: 399 vendas').waitFor();
    await page
      .getByText(/Pelo que você vende/)
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Mês' }).selectOption('2026-09');
    expect(await page.getByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }).inputValue()).toBe(String(OF_FIRST));
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText('Desfeito').waitFor();
    const undone = page.getByRole('textbox', { name: 'Vendidos: Pizza Muçarela' });
    await expect.poll(() => undone.inputValue()).toBe('');
    expect(testPage.problems).toEqual([]);
  });

  test('a report with many lines is read in a worker, and the screen shows a limited number of them', async () => {
    const testPage = await product.newPage({ width: 390 });
    const { page } = testPage;
    await page.goto(`${product.origin}/dashboard/relatorio-de-vendas`);
    const many = Array.from({ length: 5_000 }, (_, index) => [`Produto ${index}`, '1', '10,00']);
    const begun = page.waitForEvent('worker');
    await choose(testPage, 'grande.csv', csvFile([['Produto', 'Qtde', 'Total'], ...many]));
    await begun;
    await page.getByRole('heading', { name: 'Falta dizer o que são 5.000 produtos' }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'Nenhum destes 5.000 é prato' }).click();
    await page.getByText(/^Entram 0 vendas.*; ficam de fora 5\.000 vendas/).waitFor();
    expect(testPage.problems).toEqual([]);
  });

  test('a decompression bomb is refused with a sentence', async () => {
    const testPage = await product.newPage({ width: 390 });
    await testPage.page.goto(`${product.origin}/dashboard/relatorio-de-vendas`);
    const huge = xlsxFile('<worksheet/>', { 'xl/sharedStrings.xml': [strToU8('a'.repeat(60_000_000)), { level: 1 }] });
    await choose(testPage, 'bomba.xlsx', huge);
    await testPage.page.getByRole('alert').getByText('O arquivo é grande demais.').waitFor();
    expect(testPage.problems).toEqual([]);
  });
});
