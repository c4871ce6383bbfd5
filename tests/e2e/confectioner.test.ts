import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  testPage = await product.newPage({ width: 390 });
  owner = new OwnerPages(testPage.page, product.origin);
  const { email } = await product.newAccount({ hasPizzeria: false });
  await owner.openSignedIn(email);
});

/** Types into the fields and presses Enter in the last one. */
async function typeInto(texts: Readonly<Record<string, string>>): Promise<void> {
  const main = testPage.page.getByRole('main');
  for (const [label, text] of Object.entries(texts)) {
    const field = main.getByLabel(label, { exact: true }).first();
    await field.click();
    await field.pressSequentially(text);
  }
  await testPage.page.keyboard.press('Enter');
}

/** Adds a line with a typed quantity such as '790 g'. `answer` is typed when the form asks a question. */
async function addLine(
  of: ReturnType<OwnerPages['dish']>,
  name: string,
  typedQuantity: string,
  answer?: string,
): Promise<void> {
  await of.getByRole('combobox', { name: 'Insumo' }).fill(name);
  await testPage.page.getByRole('option', { name }).first().click();
  await of
    .getByLabel(/^Quantidade \(/)
    .last()
    .pressSequentially(typedQuantity);
  if (answer !== undefined) await of.getByLabel(/^Quanto pesa/).fill(answer);
  await testPage.page.keyboard.press('Enter');
  await of.getByRole('button', { name: `Tirar ${name} da ficha` }).waitFor();
}

test('a confectioner can cost forty brigadeiros with tins by the box and work by the hour on a phone', async () => {
  await owner.openTab('Insumos');
  await testPage.page.getByText('Embalagem, perda e medidas').click();
  await typeInto({
    Nome: 'Leite condensado',
    Unidade: 'kg',
    'O que vem na embalagem': 'caixa 12 × 395 g',
    'Preço pago': '89,90',
  });
  // Rows out of view are not drawn, so their text does not count as visible.
  for (const text of ['R$ 18,97 / kg', 'R$ 89,90 por caixa 12 × 395 g'])
    await testPage.page.getByRole('main').getByText(text).waitFor({ state: 'attached' });
  await typeInto({ Nome: 'Chocolate em pó', Unidade: 'kg', 'Preço por kg': '32' });
  await typeInto({ Nome: 'Manteiga', Unidade: 'kg', 'Preço por kg': '45' });
  await typeInto({ Nome: 'Mão de obra', Unidade: 'h', 'Preço por h': '18' });
  await typeInto({ Nome: 'Ovo', Unidade: 'kg', 'Preço por kg': '12' });

  // The mass is made first: 790 g × 18,9662 + 50 g × 32 + 30 g × 45 = R$ 14,9833 + 1,60 + 1,35 = R$ 17,9333 for 800 g.
  await testPage.page.getByRole('button', { name: /^Preparos/ }).click();
  await typeInto({ Nome: 'Massa de brigadeiro', Rende: '800 g' });
  const mass = owner.dish('Massa de brigadeiro');
  await addLine(mass, 'Leite condensado', '790 g');
  await addLine(mass, 'Chocolate em pó', '50 g');
  await addLine(mass, 'Manteiga', '30 g');
  await expect.poll(() => owner.text(mass)).toContain('R$ 17,93');

  await owner.openTab('Ficha Técnica');
  const dish = await owner.addDish('Brigadeiro');
  await addLine(dish, 'Massa de brigadeiro', '800 g');
  await addLine(dish, 'Mão de obra', '45 min');
  // The form asks for the weight of an egg: 1 egg of 50 g costs R$ 0,60.
  await addLine(dish, 'Ovo', '1 un', '50 g');
  await dish.getByRole('button', { name: 'Porções e preparo' }).click();
  await dish.getByLabel('A ficha rende quantas porções?').fill('40');
  await testPage.page.keyboard.press('Enter');
  // (17,9333 + 13,50 + 0,60) × 1,10 ÷ 40 = 0,8809
  await expect.poll(() => owner.text(dish)).toContain('CMV total R$ 0,88');
  const text = await owner.text(dish);
  expect(text).toContain('Soma dos ingredientes R$ 32,03');
  expect(text).toContain('Receita inteira, para 40 porções R$ 35,24');
  await owner.setPrice(dish, 35_000);
  await expect.poll(() => owner.text(dish)).toContain('R$ 2,62');
});

/** Imports a sheet into a list and ends on the tab of that list. */
async function importList(page: Page, list: string, rows: readonly string[]): Promise<void> {
  await page.getByRole('navigation', { name: 'O que importar' }).getByRole('link', { name: list }).click();
  await page.getByLabel('Cole aqui as células da planilha').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: /^Importar \d+ linha/ }).click();
  await page.getByText(/\d (?:insumos?|linhas?) incluíd/).waitFor();
}

test('a confectioner can import her recipes from her spreadsheets on a phone', async () => {
  const phone = await product.newPage({ width: 390 });
  const { page } = phone;
  const confectioner = new OwnerPages(page, product.origin);
  await confectioner.openSignedIn((await product.newAccount({ hasPizzeria: false })).email);
  await confectioner.openTab('Insumos');
  await page.getByRole('link', { name: 'Importar planilha' }).press('Enter');
  await importList(page, 'Insumos', [
    'Insumo;Unidade;Preço;Comprado em',
    'Leite condensado;kg;89,90;caixa 12 × 395 g',
    'Chocolate em pó;kg;32;',
    'Manteiga;kg;45;',
    'Mão de obra;h;18;',
  ]);
  await page.getByRole('button', { name: /^Preparos/ }).click();
  await page.getByRole('link', { name: 'Importar planilha' }).press('Enter');
  await importList(page, 'Preparos', [
    'Preparo;Rende;Insumo;Quantidade',
    'Massa de brigadeiro;800 g;Leite condensado;790 g',
    'Massa de brigadeiro;;Chocolate em pó;50 g',
    'Massa de brigadeiro;;Manteiga;30 g',
  ]);
  const mass = confectioner.dish('Massa de brigadeiro');
  await expect.poll(() => confectioner.text(mass)).toContain('rende 800 g');
  await page.getByRole('link', { name: 'Importar planilha' }).press('Enter');
  await importList(page, 'Ficha Técnica', [
    'Prato;Insumo;Quantidade;Unidade',
    'Brigadeiro (40);massa de brigadeiro;800;g',
    'Brigadeiro (40);Mão de obra;45 min;',
  ]);
  // (790 g × 18,9662 + 50 g × 32 + 30 g × 45 + 45 min × 18) × 1,10 = (17,9333 + 13,50) × 1,10 = 34,5766
  await expect.poll(() => confectioner.text(confectioner.dish('Brigadeiro (40)'))).toContain('CMV total R$ 34,58');
  expect(phone.problems).toEqual([]);
  await phone.close();
});
