import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

/** Chooses a file as an owner of the sample pizzeria, so that names like 'Pizza' have to be assigned to dishes. */
async function choose(name: string): Promise<TestPage> {
  const { testPage } = await product.newOwner({ width: 390 });
  const { page } = testPage;
  await page.goto(`${product.origin}/dashboard/relatorio-de-vendas`);
  await page.getByLabel('Arquivo do relatório').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: readFileSync(`${import.meta.dirname}/../samples/import/${name}`),
  });
  await page.getByRole('heading', { name: 'O que entra' }).waitFor();
  return testPage;
}

const answer = async ({ page }: TestPage, name: string, dish: string): Promise<void> => {
  await page.getByRole('button', { name: `Escolher o prato de ${name}` }).click();
  await page.getByRole('combobox', { name: `Prato de ${name}` }).selectOption(dish);
};
const sentence = ({ page }: TestPage, text: RegExp | string): Promise<void> => page.getByText(text).first().waitFor();

describe('the import of a difficult sales report on a phone', () => {
  test.each([
    ['gross and net values', 'b9-bruto-e-liquido.csv', /somam 1 venda, R\$\s50,00\./],
    ['tabs between the cells', 'c2d-relatorio-tab.csv', /somam 3 vendas, R\$\s150,00\./],
    ['a product whose name begins like a total', 'c6b-produto-total.csv', /somam 3 vendas, R\$\s81,80\./],
    ['a merged cell', 'c11a-celula-mesclada.xlsx', /somam 5 vendas, R\$\s269,50\./],
    ['a row without a product', 'c11a-sem-nome.csv', /Linha 3: Sem produto: quantidade 2, R\$\s100,00\./],
    ['a broken formula', 'c11d-ref.xlsx', 'A planilha tem “#REF!” nesta linha: a conta está quebrada.'],
  ])('reads a report with %s, and the screen says what was found (%s)', async (_difficulty, name, said) => {
    const testPage = await choose(name);
    await sentence(testPage, said);
    expect(await testPage.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(testPage.problems).toEqual([]);
  });

  test('asks what a negative line is, and imports the rest (c6-valor-negativo.csv)', async () => {
    const testPage = await choose('c6-valor-negativo.csv');
    const { page } = testPage;
    await sentence(testPage, /somam 3 vendas; o total do arquivo diz R\$\s29,90/);
    await page.screenshot({ path: '/tmp/rep-c6.png', fullPage: true });
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Devolução, na linha 2' }).click();
    await sentence(testPage, /o total do arquivo diz 5 vendas e as linhas somam 1 venda\./);
    await answer(testPage, 'Pizza', 'Pizza Muçarela');
    await page.getByRole('button', { name: 'Trazer as vendas' }).click();
    await page.getByText('Relatório trazido: 1 venda').waitFor();
    expect(testPage.problems).toEqual([]);
  });

  test('counts sales with a time in UTC to their month in São Paulo (c7-utc.csv)', async () => {
    const testPage = await choose('c7-utc.csv');
    await answer(testPage, 'Pizza', 'Pizza Muçarela');
    await sentence(testPage, 'Outubro de 2026');
    expect(testPage.problems).toEqual([]);
  });

  test('shows no amount for formulas without a stored value, and says so (c11b-formula-sem-valor.xlsx)', async () => {
    const testPage = await choose('c11b-formula-sem-valor.xlsx');
    await sentence(testPage, 'Há fórmulas sem valor guardado (linha 2)');
    await sentence(testPage, 'somam 3 vendas.');
    expect(await testPage.page.getByRole('main').innerText()).not.toContain('R$');
  });

  test('leaves a hidden row out, and one tap includes it (c11d-linha-escondida.xlsx)', async () => {
    const testPage = await choose('c11d-linha-escondida.xlsx');
    await sentence(testPage, /somam 3 vendas, R\$\s149,70\./);
    await testPage.page.getByRole('button', { name: 'Trazer também o que está escondido' }).click();
    await sentence(testPage, /somam 8 vendas, R\$\s199,70\./);
    expect(testPage.problems).toEqual([]);
  });
});
