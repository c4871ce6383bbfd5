import { beforeAll, describe, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import type { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  ({ testPage, owner } = await product.newOwner({ width: 390 }));
});

const tidy = async () => {
  expect(await axe(owner.page)).toEqual([]);
  expect(await owner.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
};

describe('the purchases of an owner on a phone', () => {
  test('a quick purchase takes five taps and one number, and then shows its effect on the dishes', async () => {
    const { page } = owner;
    let taps = 0;
    const tap = async (name: string | RegExp, role: 'link' | 'button' | 'combobox' | 'option') => {
      taps += 1;
      await page.getByRole(role, { name }).click();
    };
    await tap('Lançar uma compra', 'link');
    await page.getByRole('heading', { level: 1, name: 'Compra rápida' }).waitFor();
    await tap('O que comprou', 'combobox');
    await page.keyboard.type('muça');
    await tap('Muçarela', 'option');
    const price = page.getByRole('textbox', { name: /^Preço de/ });
    await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('250');
    await tidy();
    await tap('Salvar compra', 'button');
    await page.getByText('Compra lançada: R$ 250,00.').waitFor();
    expect(taps).toBeLessThanOrEqual(5);
    expect(await owner.text()).toMatch(/Muçarela \+[\d,.]+%: \d+ pratos, (de )?−R\$/);
    await tidy();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText('A compra foi desfeita.').waitFor();
  });

  test('a receipt of six lines spreads its freight, and its sum is compared with its total', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Nota com vários itens' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lançar nota' }).waitFor();
    await page.getByRole('textbox', { name: 'Fornecedor (se quiser)' }).fill('Atacadão');
    const lines = [
      ['muça', 'Muçarela', '10', '1 kg', '450'],
      ['Calabresa', 'Calabresa', '5', '1 kg', '150'],
      ['Cebola', 'Cebola', '10', '1 kg', '45'],
      ['Tomate', /^Tomate$/, '10', '1 kg', '80'],
      ['Pimenta rosa', /insumo novo/, '1', '500 g', '25'],
      ['Detergente', /não é insumo/, undefined, undefined, '50'],
    ] as const;
    for (const [index, [text, option, packs, held, total]] of lines.entries()) {
      const line = page.getByRole('listitem', { name: `Item ${index + 1}`, exact: true });
      await line.getByRole('combobox', { name: 'O que comprou' }).fill(text);
      await page.getByRole('option', { name: option }).click();
      if (packs !== undefined) {
        await line.getByRole('textbox', { name: 'Quantos' }).fill(packs);
        await line.getByRole('textbox', { name: 'Cada um tem' }).fill(held);
      }
      await line.getByRole('textbox', { name: 'Total do item' }).fill(total);
      if (index < lines.length - 1) await page.getByRole('button', { name: 'Outro item' }).click();
    }
    await page.getByRole('textbox', { name: /^Frete/ }).fill('80');
    await page.getByRole('textbox', { name: /^Total da nota/ }).fill('880');
    await page.getByText('Confere com a soma.').waitFor();
    await tidy();
    await page.reload();
    await page.getByText('Confere com a soma.').waitFor();
    await page.getByRole('button', { name: 'Salvar compra' }).click();
    await page.getByText('Compra lançada: R$ 880,00.').waitFor();
    expect(await owner.text()).toContain('Pimenta rosa (insumo novo)');
    await tidy();
  });

  test('a purchase has a page with its costs and effects, and its ingredient links to it', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Ver a compra' }).click();
    await page.getByRole('heading', { level: 1, name: /^Compra de .*, Atacadão$/ }).waitFor();
    // R$ 45 a kilo with the freight, which is a tenth of the sum.
    await page.getByText('10 kg · R$ 49,50 / kg · com frete: R$ 495,00').waitFor();
    expect(await owner.text()).toMatch(/No total, \d+ pratos/);
    await tidy();
    await owner.openTab('Insumos');
    await page.getByRole('button', { name: /Editar Muçarela/ }).click();
    await page.getByRole('link', { name: /^compra de .*, Atacadão$/ }).waitFor();
    await tidy();
    await page.getByRole('link', { name: /^compra de .*, Atacadão$/ }).click();
  });

  test('a purchase that is taken back disappears from the list', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Desfazer esta compra' }).click();
    await page.getByRole('heading', { name: 'Compra desfeita' }).waitFor();
    expect(await owner.text()).toMatch(/Muçarela [−+]/);
    await tidy();
    await page.getByRole('link', { name: 'Todas as compras' }).click();
    await page.getByText('Nenhuma compra lançada ainda.').waitFor();
    await tidy();
    expect(testPage.problems).toEqual([]);
  });
});
