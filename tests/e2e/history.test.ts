import { beforeAll, describe, expect, test } from 'vitest';
import { personWithHistory } from '#app/samples/people.ts';
import { dayOf, monthsBefore } from '#contract/instants.ts';
import { axe } from '#tests/support/browser.ts';
import { openLogOf } from '#tests/support/database.ts';
import { ownProductInBrowser } from '#tests/support/product-in-browser.ts';
import { seedPersonWithPast } from '../../scripts/seed.ts';

const NOW = new Date();
const HALF_A_YEAR_AGO = monthsBefore(dayOf(NOW), 6);

// A year of changes keeps a projector busy, and other tests would have to wait for it.
const product = ownProductInBrowser();
beforeAll(async () => {
  const log = await openLogOf(product.storage);
  await seedPersonWithPast({ log, connectionString: product.storage.url, now: NOW, months: 12 });
  await log.close();
});

describe('the history of an owner with a year of changes', () => {
  test('the owner can read every tab as of an earlier day, come back, and see how and why the figures changed', async () => {
    const { testPage, owner } = await product.newOwner({ width: 1280 }, personWithHistory);
    const { page } = testPage;
    await page.getByText('R$ 14.972,65').first().waitFor();

    await page.getByRole('button', { name: 'Como estava em…' }).click();
    await page.getByRole('link', { name: /Há 6 meses/ }).click();
    await page.getByText('Só para consulta.').waitFor();
    expect(new URL(page.url()).searchParams.get('as_of')).toBe(HALF_A_YEAR_AGO);
    await owner.openTab('Custos Fixos');
    expect(new URL(page.url()).searchParams.get('as_of')).toBe(HALF_A_YEAR_AGO);
    await page.getByText('R$ 3.150,00').waitFor();
    expect(await page.locator('main input').count()).toBe(0);
    await page.reload();
    await page.getByText('R$ 3.150,00').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
    expect(await owner.text()).toContain('Só para consulta.');
    await page.getByRole('link', { name: 'Voltar para hoje' }).click();
    await page.getByText('R$ 14.972,65').first().waitFor();
    expect(await owner.text()).not.toContain('Só para consulta.');

    await page.getByRole('link', { name: 'Ver como os números andaram' }).click();
    const fixed = page.getByRole('region', { name: 'Custos fixos' });
    const chart = fixed.getByRole('img').first();
    await chart.locator('svg path').first().waitFor({ state: 'attached' });
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.5, (box?.y ?? 0) + 60);
    await fixed.getByText(/^em \d\d\/\d\d\/\d{4}$/).waitFor();
    expect(await owner.text(fixed)).toMatch(/\d\d\/\d\d\/\d{4} Você (?:mudou|cadastrou|excluiu) o custo fixo/);
    await fixed.getByRole('button', { name: 'ver como tabela' }).click();
    await fixed.getByRole('cell', { name: /Aluguel.*3\.150,00.*3\.500,00/ }).waitFor();

    await owner.openTab('Insumos');
    await page.getByRole('button', { name: /Muçarela.*38,90/ }).click();
    await page.getByRole('link', { name: /Histórico do preço/ }).click();
    await page.getByRole('heading', { name: 'Muçarela' }).waitFor();
    await page.getByRole('region', { name: 'Preço de compra' }).getByText('R$ 38,90').first().waitFor();
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  });

  test.each([
    [390, 'light'],
    [1280, 'dark'],
  ] as const)('at %i px with %s colours it has no accessibility violation', async (width, colorScheme) => {
    const testPage = await product.newPage({ width, colorScheme });
    const { page } = testPage;
    for (const address of ['/dashboard/historico', `/dashboard?tab=recipes&as_of=${HALF_A_YEAR_AGO}`]) {
      await page.goto(`${product.origin}${address}`);
      await page.getByRole('heading', { level: 1, name: /Histórico|Ficha Técnica/ }).waitFor();
      await page
        .getByText(/ver como tabela|Pizza Quatro Queijos/)
        .first()
        .waitFor();
      expect(await axe(page), address).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), address).toBe(0);
    }
    await page.getByRole('button', { name: /^Em / }).click();
    await page.getByRole('dialog', { name: 'Como estava em…' }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  });
});
