import { beforeAll, describe, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  ({ testPage, owner } = await product.newOwner({ width: 390 }));
});

const VERDICT = 'Pela média simples você estaria acima do ponto de equilíbrio, mas pelo que vende está abaixo.';

describe('sales-weighted figures on the dashboard', () => {
  test('they are absent before anything is sold', async () => {
    expect(await owner.text()).not.toMatch(/média simples|pelo que você vende/i);
  });

  test('they come first when the simple mean hides a loss', async () => {
    const { page } = owner;
    await owner.openTab('Ponto Equilíbrio');
    await page.getByText('Conte o que vendeu e o número fica exato').click();
    await page.getByRole('textbox', { name: 'Vendidos: Pizza Camarão' }).pressSequentially('300');
    await page.getByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }).pressSequentially('20');
    await page.getByRole('button', { name: 'Salvar vendas' }).click();
    await page.getByText(VERDICT).waitFor();
    expect(await axe(page)).toEqual([]);

    await owner.openTab('Dashboard');
    await page.getByRole('main').getByText(VERDICT).waitFor();
    const text = await owner.text();
    expect(text.startsWith(`${VERDICT} Ver no Ponto de Equilíbrio Dashboard Financeiro`)).toBe(true);
    expect(text).toContain('Pela média simples, o ponto de equilíbrio é R$ 36.386,21; pelo que você vende, R$');
    expect(text).toMatch(/CMV médio dos pratos 42,2% média simples pelo que você vende \d\d,\d%/);
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  test('they follow a change made on another tab and lead to their calculation', async () => {
    const { page } = owner;
    await owner.openTab('Custos Fixos');
    await owner.addFixedCost('Reforma', 10_000 * 100);
    await owner.openTab('Dashboard');
    const sentence = page.getByText(/^Pela média simples, o ponto de equilíbrio é/);
    await sentence.waitFor();
    expect(await owner.text(sentence)).not.toContain('R$ 36.386,21');
    await page.getByRole('link', { name: 'Ver no Ponto de Equilíbrio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ponto de Equilíbrio' }).waitFor();
    await page.getByRole('main').getByText(VERDICT).waitFor();
    expect(testPage.problems).toEqual([]);
  });
});
