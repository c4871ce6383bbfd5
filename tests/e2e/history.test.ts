import { expect, test } from 'vitest';
import { dayOf, monthsBefore } from '#contract/instants.ts';
import { axe } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// The demonstration has a year of changes.
const product = productInBrowser();
const HALF_A_YEAR_AGO = monthsBefore(dayOf(new Date()), 6);

test.each([
  [390, 'light'],
  [1280, 'dark'],
] as const)(
  'the history at %i px with %s colours has no accessibility violation, and names the change under the pointer',
  async (width, colorScheme) => {
    const testPage = await product.newPage({ width, colorScheme });
    const { page } = testPage;
    const fit = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    await page.goto(`${product.origin}/dashboard/historico`);
    const fixed = page.getByRole('region', { name: 'Custos fixos' });
    const chart = fixed.getByRole('img').first();
    await chart.locator('svg path').first().waitFor({ state: 'attached' });
    expect([await axe(page), await fit()]).toEqual([[], 0]);
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.5, (box?.y ?? 0) + 60);
    await fixed.getByText(/^em \d\d\/\d\d\/\d{4}$/).waitFor();
    expect(await new OwnerPages(page, product.origin).text(fixed)).toMatch(
      /\d\d\/\d\d\/\d{4} Você (?:mudou|cadastrou|excluiu) o custo fixo/,
    );
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  },
);

test.each([
  [390, 'light'],
  [1280, 'dark'],
] as const)(
  'an earlier day at %i px with %s colours has no accessibility violation, and stays after a reload and the back button',
  async (width, colorScheme) => {
    const testPage = await product.newPage({ width, colorScheme });
    const { page } = testPage;
    const visitor = new OwnerPages(page, product.origin);
    await page.goto(`${product.origin}/dashboard?tab=recipes&as_of=${HALF_A_YEAR_AGO}`);
    await page.getByText('Pizza Quatro Queijos').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByRole('button', { name: /^Em / }).click();
    await page.getByRole('dialog', { name: 'Como estava em…' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await visitor.openTab('Custos Fixos');
    await page.reload();
    await page.getByText('R$ 3.150,00').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Ficha Técnica' }).waitFor();
    expect(await visitor.text()).toContain('Só para consulta.');
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  },
);
