import { expect, test } from 'vitest';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
const PHONE = { width: 390, height: 844 };

async function newOwner() {
  const { testPage, owner } = await product.newOwner(PHONE, await product.newAccount({ hasPizzeria: false }));
  const main = owner.page.getByRole('main');
  const type = async (label: string | RegExp, text: string): Promise<void> => {
    const field = main.getByLabel(label, { exact: true }).last();
    await field.click();
    await field.fill(text);
  };
  return { testPage, owner, main, type, page: owner.page };
}

test('the commission of an app is asked about at once and creates counter and app in one change', async () => {
  const { testPage, owner, main, type, page } = await newOwner();
  await owner.openTab('Custos Variáveis');
  await main.getByRole('button', { name: 'Comissão do iFood' }).click();
  await type('Percentual', '27');
  await page.keyboard.press('Enter');
  await main.getByText('Em todas as vendas, ou só no iFood? Escolha acima.').waitFor();
  await main.getByRole('button', { name: 'Só no iFood' }).click();
  await main.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await main.getByText('Canais de venda: Balcão e iFood').waitFor();
  await expect.poll(() => owner.text()).toContain('só no iFood');
  for (const tab of ['Ficha Técnica', 'Faturamento']) {
    await owner.openTab(tab);
    await main.getByText('Canais de venda: Balcão e iFood').waitFor();
  }
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('packs are understood in the field of the unit, numbers without a unit are asked about, and a conversion shows its price', async () => {
  const { testPage, owner, main, type, page } = await newOwner();
  await owner.openTab('Insumos');
  await type('Nome', 'Leite condensado');
  await type('Unidade', '12x1.395g');
  await main.getByRole('button', { name: '1.395' }).waitFor();
  await type('Unidade', '12x395g');
  await type('Preço pago', '89,90');
  await expect.poll(() => owner.text()).toContain('Entendi: 4.740 g, R$ 18,97 / kg.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Editar Leite condensado' }).waitFor();
  await type('Nome', 'Ovo');
  await type('Unidade', 'dz');
  await type('Preço por dz', '9');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Editar Ovo' }).waitFor();

  await owner.openTab('Ficha Técnica');
  const dish = await owner.addDish('Bolo');
  await dish.getByRole('combobox', { name: 'Insumo' }).fill('Ovo');
  await page.getByRole('option', { name: 'Ovo' }).first().click();
  await type(/^Quantidade \(/, '4');
  await page.keyboard.press('Enter');
  await expect.poll(() => owner.text(dish)).toContain('4 dz ou 4 un?');
  await dish.getByRole('button', { name: '4 un' }).click();
  await page.keyboard.press('Enter');
  // 4 × R$ 9,00 ÷ 12
  await expect.poll(() => owner.text(dish)).toContain('R$ 3,00');
  await dish.getByRole('combobox', { name: 'Insumo' }).fill('Leite');
  await page.getByRole('option', { name: 'Leite condensado' }).first().click();
  await type(/^Quantidade \(/, '1 lata');
  await type('Quanto rende 1 lata de Leite condensado em g?', '4.740 g');
  await dish.getByRole('button', { name: '4.740', exact: true }).click();
  // The unit is the whole box, so its price is that of the box; an inverted conversion would show here.
  await expect.poll(() => owner.text(dish)).toContain('Entendi: 1 lata = 4.740 g, R$ 89,90 / lata.');
  await page.keyboard.press('Enter');
  await dish.getByRole('button', { name: 'Tirar Leite condensado da ficha' }).waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('a price of zero counts as missing until one tap marks the ingredient as free', async () => {
  const { testPage, owner, type, page } = await newOwner();
  await owner.openTab('Insumos');
  await type('Nome', 'Água');
  await type('Unidade', 'l');
  await type('Preço por l', '0');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'Água' });
  await expect.poll(() => owner.text(row)).toContain('falta o preço');
  await row.getByRole('button', { name: /^É de graça/ }).click();
  // The button has the words 'de graça' as well, so the test waits until no price is missing.
  await expect.poll(() => owner.text(row)).not.toContain('falta o preço');
  expect(await owner.text(row)).toContain('de graça');
  await page.reload();
  await expect.poll(() => owner.text(row)).toContain('de graça');
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
