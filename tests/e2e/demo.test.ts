import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axe } from '#tests/support/browser.ts';
import { jumpsOf, observeJumps, sumOf } from '#tests/support/page-observations.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

/** The name has the greatest allowed length. */
const LONG = 'Pizza de calabresa com recheio da casa, borda de catupiry e azeite trufado (30cm)'.slice(0, 80).trim();

async function box(of: Locator): Promise<{ x: number; width: number }> {
  await of.scrollIntoViewIfNeeded();
  const found = await of.boundingBox();
  if (!found) throw new Error('it is not on screen');
  return found;
}

const isDemo = (url: string): boolean => url.includes('/demo-dashboard-');

describe('the demonstration', () => {
  test('a visitor can try a price, reload and start again, and nothing of it reaches the server', async () => {
    const testPage = await product.newPage({ width: 390 });
    const { page } = testPage;
    const requests: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin !== product.origin || request.method() !== 'GET' || pathname.startsWith('/api/'))
        requests.push(`${request.method()} ${origin === product.origin ? pathname : request.url()}`);
    });
    const visitor = new OwnerPages(page, product.origin);

    await page.goto(product.origin);
    await page.getByRole('link', { name: 'Ver uma demonstração' }).click();
    await page.getByText('Resumo do negócio').waitFor();
    expect(await visitor.text()).toContain('Demonstração: pizzaria de exemplo.');
    expect(await visitor.text()).toContain('R$ 46.549,49');

    const margin = async (): Promise<number> => {
      await visitor.openTab('Ficha Técnica');
      const text = await visitor.text(visitor.dish('Pizza Muçarela'));
      return Number(/(\d+),(\d)%/.exec(text)?.slice(1).join('.'));
    };
    const before = await margin();
    await visitor.openTab('Insumos');
    await page.getByRole('button', { name: /Muçarela.*38,90/ }).click();
    const price = page.getByLabel('Preço', { exact: true }).last();
    await price.fill('68,90');
    await page.keyboard.press('Enter');
    await page.getByText('R$ 68,90').waitFor();
    const after = await margin();
    expect(after).toBeLessThan(before);

    await page.reload();
    expect(await margin()).toBe(after);

    await page.getByRole('button', { name: 'Recomeçar a demonstração' }).click();
    await expect.poll(margin).toBe(before);

    expect(requests).toEqual([]);
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  });

  test('on phones long names and large amounts do not overlap', async () => {
    const testPage = await product.newPage({ width: 360 });
    const { page } = testPage;
    const visitor = new OwnerPages(page, product.origin);
    const onEachPhone = async (look: (width: number) => Promise<void>): Promise<void> => {
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await look(width);
      }
    };
    await page.goto(`${product.origin}/dashboard?tab=fixed-costs`);
    await visitor.addFixedCost(LONG, 999_999_999_900);
    const row = page.getByRole('listitem').filter({ hasText: LONG });
    await onEachPhone(async (width) => {
      await row.getByText('99.999.999,99').waitFor();
      expect((await box(row.getByText(LONG))).width).toBeGreaterThan(width / 2);
    });
    await visitor.openTab('Ficha Técnica');
    await visitor.addDish(LONG);
    await page.getByRole('link', { name: 'E se? Testar preços' }).press('Enter'); // A toast may cover the link.
    await page.getByRole('heading', { level: 1, name: 'E se?' }).waitFor();
    await page.getByRole('radio', { name: 'Pratos' }).check();
    const field = page.getByLabel(LONG, { exact: true });
    await onEachPhone(async (width) => {
      expect((await box(page.locator('label').filter({ hasText: LONG }))).width).toBeGreaterThan(width / 2);
      expect((await box(field)).x + (await box(field)).width).toBeLessThan(width);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });
    await testPage.close();
  });

  test('a month’s revenue of six digits is fully visible at every width', async () => {
    const testPage = await product.newPage({ width: 1280 });
    const { page } = testPage;
    await page.goto(`${product.origin}/dashboard?tab=revenue`);
    const month = new OwnerPages(page, product.origin).month('Janeiro');
    await month.getByLabel('Faturamento').fill('987.654,32');
    await month.getByLabel('Pedidos').fill('12345');
    await page.evaluate('document.fonts.ready');
    const hidden = (field: Locator) =>
      field.evaluate((input: { scrollWidth: number; clientWidth: number }) => input.scrollWidth - input.clientWidth);
    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await hidden(month.getByLabel('Faturamento')), `${width} px`).toBe(0);
      expect(await hidden(month.getByLabel('Pedidos')), `${width} px`).toBe(0);
    }
    await testPage.close();
  });

  // The colours and the structure are those of 390 px, so only the widths differ on the narrowest phone.
  test.each([
    [360, 'light'],
    [390, 'light'],
    [1280, 'dark'],
  ] as const)(
    'at %i px with %s colours it fits, has no accessibility violation and no layout shift',
    async (width, colorScheme) => {
      const testPage = await product.newPage({ width, colorScheme });
      const { page } = testPage;
      await observeJumps(page);
      await page.goto(`${product.origin}/dashboard`);
      await page.getByText('Resumo do negócio').waitFor();
      expect(await axe(page, width === 360 ? ['target-size'] : undefined)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      const jumps = await jumpsOf(page);
      expect(sumOf(jumps), JSON.stringify(jumps)).toBeLessThan(0.05);
      expect(testPage.problems).toEqual([]);
      await testPage.close();
    },
  );

  // Until the web font has loaded the text has the widths of a system font.
  test('without the web font it fits and has no accessibility violation on phones', async () => {
    const testPage = await product.newPage({ width: 360 });
    const { page } = testPage;
    await page.route(/\.woff2$/, () => undefined);
    await page.goto(`${product.origin}/dashboard`, { waitUntil: 'commit' });
    await page.getByText('Resumo do negócio').waitFor();
    expect(await axe(page)).toEqual([]);
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await axe(page, ['target-size'])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
    await testPage.close();
  });

  test('the recipe of a preparation has no accessibility violation', async () => {
    const testPage = await product.newPage({ width: 390 });
    const { page } = testPage;
    await page.goto(`${product.origin}/dashboard?tab=ingredients`);
    await page.getByRole('button', { name: 'Preparos · 2' }).click();
    await page.getByRole('button', { name: 'Massa de pizza' }).click();
    await page.getByText('Divida em 20 bolas de 410 g').waitFor();
    expect(await axe(page)).toEqual([]);
    await testPage.close();
  });

  test('it leads to the sign-in, and neither the landing page nor an owner’s dashboard loads its code', async () => {
    const testPage = await product.newPage();
    const { page } = testPage;
    const visited: string[] = [];
    page.on('request', (request) => visited.push(request.url()));
    await page.goto(`${product.origin}/dashboard`);
    await page.getByRole('banner').getByRole('link', { name: 'Fazer Login' }).click();
    await page.getByRole('button', { name: 'Entrar com Google' }).waitFor();
    expect(visited.some(isDemo)).toBe(true);
    await testPage.close();

    const other = await product.newPage();
    const scripts: string[] = [];
    other.page.on('request', (request) => scripts.push(request.url()));
    await other.page.goto(product.origin);
    await other.page.getByRole('link', { name: 'Ver uma demonstração' }).waitFor();
    const owner = new OwnerPages(other.page, product.origin);
    await owner.signIn((await product.newAccount({ hasPizzeria: false })).email);
    await other.page.getByText('O que falta para confiar no número').waitFor();
    expect(await owner.text()).not.toContain('demonstração');
    expect(scripts.filter(isDemo)).toEqual([]);
    await other.close();
  });
});
