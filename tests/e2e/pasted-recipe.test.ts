import type { Locator } from 'playwright-core';
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
  await owner.openTab('Insumos');
  await owner.addIngredient({ name: 'Leite condensado', unit: 'kg', unitPrice: 200_000 });
  await testPage.page.getByRole('button', { name: 'Editar Leite condensado' }).waitFor();
});

const BRIGADEIRO = `Brigadeiro

Ingredientes:
• 2 latas de leite condensado (395 g)
• 4 colheres (sopa) de chocolate em pó
• sal a gosto

Modo de preparo:
1. Misture tudo.
2. Mexa até desgrudar da panela.`;

async function paste(into: Locator): Promise<void> {
  await into.getByRole('button', { name: 'Colar receita' }).click();
  await into.getByLabel('Cole aqui a receita').fill(BRIGADEIRO);
  await into.getByRole('button', { name: 'Conferir' }).click();
  await into.getByText('3 ingredientes para conferir').waitFor();
}

/** Saves a screenshot when SCREENSHOTS names a folder. */
async function saveScreenshot(name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await testPage.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const undoPaste = async (of: Locator): Promise<void> => {
  await testPage.page.getByRole('button', { name: 'Desfazer' }).click();
  await of.getByRole('button', { name: 'Tirar Leite condensado da ficha' }).waitFor({ state: 'detached' });
};

test('a pasted brigadeiro recipe fills a new preparation and a dish on a phone', async () => {
  const { page } = testPage;
  await page.getByRole('button', { name: /^Preparos/ }).click();
  const main = page.getByRole('main');
  await main.getByLabel('Nome', { exact: true }).fill('Massa de brigadeiro');
  await main.getByLabel('Rende', { exact: true }).fill('800 g');
  await page.keyboard.press('Enter');
  const mass = owner.dish('Massa de brigadeiro');
  await paste(mass);
  const chocolate = mass.getByRole('group', { name: '4 colheres (sopa) de chocolate em pó' });
  await chocolate.getByLabel('Preço por l').pressSequentially('30');
  await saveScreenshot('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await saveScreenshot('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await mass.getByRole('button', { name: 'Colocar 2 linhas na ficha' }).click();
  await mass.getByRole('button', { name: 'Tirar Leite condensado da ficha' }).waitFor();
  // 0,79 kg × R$ 20 + 60 ml × R$ 30 a litre
  await expect.poll(() => owner.text(mass)).toContain('A receita custa R$ 17,60');
  // Rows out of view are not drawn.
  const text = ((await mass.textContent()) ?? '').replaceAll('\u00A0', ' ');
  expect(text).toContain('790 g');
  expect(text).toContain('4 colheres de sopa');
  expect(text).toContain('Mexa até desgrudar da panela.');
  await undoPaste(mass);
  await mass.getByText('Mexa até desgrudar').waitFor({ state: 'detached' });

  await owner.openTab('Ficha Técnica');
  const dish = await owner.addDish('Brigadeiro');
  await paste(dish);
  await dish.getByLabel('Preço por l').pressSequentially('30');
  await dish.getByRole('button', { name: 'Colocar 2 linhas na ficha' }).click();
  await dish.getByRole('button', { name: 'Tirar Leite condensado da ficha' }).waitFor();
  // R$ 17,60 and 10 % of loss
  await expect.poll(() => owner.text(dish)).toContain('CMV total R$ 19,36');
  await undoPaste(dish);
  await owner.openTab('Insumos');
  expect(await owner.text()).not.toContain('Chocolate em pó');
  expect(testPage.problems).toEqual([]);
});
