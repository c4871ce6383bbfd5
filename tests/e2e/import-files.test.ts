import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { visitorIn } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

type NamedContent = readonly [name: string, content: string | Uint8Array];

async function choose(list: string, ...files: readonly NamedContent[]) {
  const { testPage } = await product.newOwner({ width: 390 }, await product.newAccount({ hasPizzeria: false }));
  await chooseFiles(testPage, list, ...files);
  return testPage;
}

async function chooseFiles({ page }: TestPage, list: string, ...files: readonly NamedContent[]) {
  await page.goto(`${product.origin}/dashboard/importar?em=${list}`);
  await page
    .getByLabel('Arquivos da lista')
    .setInputFiles(
      files.map(([name, content]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })),
    );
  await page.getByRole('heading', { name: /para conferir$|planilha completa/ }).waitFor();
}

const importRows = ({ page }: TestPage, rows: string): Promise<void> =>
  page.getByRole('button', { name: `Importar ${rows}` }).click();
/** The rows of the list after an import, as people read them. */
const listRows = async ({ page }: TestPage): Promise<readonly string[]> => {
  await page.locator('[data-row]').first().waitFor();
  const texts = await page.locator('[data-row]').allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' '));
};

test('a list on a phone shows both prices of an ingredient and imports the one that is chosen', async () => {
  const testPage = await choose('ingredients', [
    'c5b-outro-preco.csv',
    readFileSync(`${import.meta.dirname}/../samples/import/c5b-outro-preco.csv`),
  ]);
  await testPage.page.getByText('“Muçarela” tem 2 valores na planilha. Qual vale?').waitFor();
  expect(await axe(testPage.page)).toEqual([]);
  await testPage.page.getByRole('button', { name: /39,50/ }).click();
  const button = await testPage.page.getByRole('button', { name: 'Importar 1 linha' }).boundingBox();
  const bar = await testPage.page.getByRole('navigation', { name: 'Abas' }).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await importRows(testPage, '1 linha');
  expect((await listRows(testPage))[0]).toContain('R$ 39,50 / kg');
});

describe('the import of an exported file', () => {
  /** The dish has ten portions of R$ 66,5718 and ten per cent of loss, so a portion costs R$ 7,32. */
  async function exportedWorkbook(): Promise<NamedContent> {
    const { testPage } = await product.newOwner({ width: 390 }, await product.newAccount({ hasPizzeria: false }));
    const { page } = testPage;
    const { call } = visitorIn(page, product.origin);
    const body = { name: 'Massa e recheio', unit: 'un', unit_price: 66.5718 };
    const ingredient = (await call('POST', '/api/ingredients', { body })).json as { id: string };
    const dish = await call('POST', '/api/dishes', { body: { name: 'Bolo no pote', sale_price: 18, portions: 10 } });
    const { id } = dish.json as { id: string };
    const line = { dish_id: id, ingredient_id: ingredient.id, quantity: 1, unit: 'un' };
    expect((await call('POST', '/api/recipe-ingredients', { body: line })).status).toBe(201);
    await page.reload();
    await expect.poll(() => dishesOf(testPage)).toMatchObject(BOLO);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar tudo', exact: true }).click();
    const file = await download;
    const content = readFileSync(await file.path());
    await testPage.close();
    return [file.suggestedFilename(), content];
  }

  const dishesOf = async ({ page }: TestPage): Promise<unknown> =>
    JSON.parse((await visitorIn(page, product.origin).call('GET', '/api/dishes')).text) as unknown;
  const BOLO = [{ name: 'Bolo no pote', sale_price: 18, portions: 10, cmv: 7.3229 }];

  test('the workbook with everything is imported as one change, which one tap undoes', async () => {
    const testPage = await choose('ingredients', await exportedWorkbook());
    await testPage.page.getByRole('heading', { name: 'A planilha completa do Prumo' }).waitFor();
    expect(await axe(testPage.page)).toEqual([]);
    await testPage.page.getByText('Pratos').first().waitFor();
    await importRows(testPage, '3 linhas');
    await testPage.page.getByRole('heading', { level: 1, name: 'Dashboard Financeiro' }).waitFor();
    await expect.poll(() => dishesOf(testPage)).toMatchObject(BOLO);
    await testPage.page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(() => dishesOf(testPage)).toEqual([]);
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  });
});

test('headings explained on one device are not asked about on another', async () => {
  const account = await product.newAccount({ hasPizzeria: false });
  const { testPage } = await product.newOwner({ width: 390 }, account);
  const { page } = testPage;
  const rates = (name: string): NamedContent => ['taxas.csv', `Coisa;Antes;Agora\n${name};0,045;0,032\n`];
  await chooseFiles(testPage, 'variable-costs', rates('Cartão'));
  await page.getByText('Mudar as colunas').click();
  await page.getByRole('combobox', { name: 'Percentual (%)' }).selectOption('Antes');
  await page.getByRole('button', { name: 'Sim, 4,5 %' }).click();
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/api/import-memory') && response.request().method() === 'PUT',
  );
  await importRows(testPage, '1 linha');
  expect((await kept).ok()).toBe(true);
  expect((await listRows(testPage))[0]).toMatch(/Cartão.*4,5%/);
  const { testPage: notebook } = await product.newOwner({ width: 1280 }, account);
  await chooseFiles(notebook, 'variable-costs', rates('Pix'));
  await notebook.page.getByText('Colunas: como da última vez').waitFor();
  await notebook.page.getByText('Suas respostas, como da última vez').waitFor();
  expect(await notebook.page.getByText('Falta responder').count()).toBe(0);
  expect(await axe(notebook.page)).toEqual([]);
  expect([testPage.problems, notebook.problems]).toEqual([[], []]);
});
