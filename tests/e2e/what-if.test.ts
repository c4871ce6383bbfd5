import type { Locator, Route } from 'playwright-core';
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

const storedText = async (path: string): Promise<string> =>
  (await owner.page.request.get(`${product.origin}/api/${path}`)).text();
const effect = () => owner.page.getByRole('region', { name: 'Efeito no negócio' });
/** The value of a figure in the plan. */
const plannedValue = async (name: string): Promise<string | undefined> =>
  new RegExp(`${name} ([−R$ \\d.,]+%?)`).exec(await owner.text(effect()))?.[1]?.trim();

describe('the page E se?', () => {
  test('a plan survives other tabs and a reload, and changes nothing until it is applied', async () => {
    const { page } = owner;
    const readings: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/dishes')) readings.push(request.method());
    });
    await page.getByRole('link', { name: 'E se? Testar preços e custos' }).click();
    await page.getByRole('heading', { level: 1, name: 'E se?' }).waitFor();
    expect(page.url()).toBe(`${product.origin}/dashboard/e-se`);
    expect(await owner.text(effect())).toContain('Ponto de equilíbrio R$ 36.386,21 como hoje');

    await page.getByLabel('Quanto').fill('8');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Pratos' }).check();
    await page.getByRole('textbox', { name: 'Pizza Camarão' }).fill('89,90');
    await page.getByText('23 mudanças em teste').waitFor();
    const breakEven = await plannedValue('Ponto de equilíbrio');
    expect(breakEven).not.toBe('R$ 36.386,21');
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

    await owner.openTab('Insumos');
    await page.getByText('R$ 38,90 / kg').waitFor();
    await page.getByRole('link', { name: 'E se? Testar preços' }).click();
    await page.getByText('23 mudanças em teste').waitFor();
    expect(readings).toEqual([]);
    await page.reload();
    await page.getByText('23 mudanças em teste').waitFor();
    expect(await plannedValue('Ponto de equilíbrio')).toBe(breakEven);
    expect(await storedText('dishes')).not.toContain('"sale_price":89.9');

    await page.getByRole('button', { name: 'Aplicar tudo' }).click();
    await page.getByText('Aplicado de uma vez: 23 mudanças.').waitFor();
    await expect.poll(() => storedText('dishes')).toContain('"sale_price":89.9');
    await expect.poll(() => storedText('ingredients')).toContain('"unit_price":42.01');
    expect(await plannedValue('Ponto de equilíbrio')).toBe(breakEven);
    await page.reload();
    await page.getByText('Ainda vazio.').waitFor();
    await owner.openTab('Dashboard');
    expect(await owner.text()).toContain(String(breakEven));
  });

  test('a price changed by somebody else at the last moment is shown before the plan overwrites it', async () => {
    const { page } = owner;
    const { request } = page;
    const ingredients = (await (await request.get(`${product.origin}/api/ingredients`)).json()) as {
      readonly id: string;
      readonly name: string;
    }[];
    const id = ingredients.find(({ name }) => name === 'Morango')?.id;
    await page.goto(`${product.origin}/dashboard/e-se`);
    await page.getByRole('textbox', { name: 'Morango' }).fill('30');
    await page.getByRole('textbox', { name: 'Camarão' }).fill('77');
    await page.getByText('2 mudanças em teste').waitFor();
    // The change happens while the plan is under way, when only the server can know of it.
    const changeRemotely = async (route: Route): Promise<void> => {
      const headers = { Origin: product.origin };
      const data = { unit_price: 28 };
      const changed = await request.put(`${product.origin}/api/ingredients/${id}`, { headers, data });
      expect(changed.status()).toBe(200);
      await route.continue();
    };
    await page.route('**/api/change-sets', changeRemotely, { times: 1 });
    await page.getByRole('button', { name: 'Aplicar tudo' }).click();
    const question = page.getByRole('alert');
    await question.waitFor();
    expect(await owner.text(question)).toMatch(
      /^“Morango” mudou enquanto você planejava: era R\$ [\d,]+, agora é R\$ 28,00\. No seu plano: R\$ 30,00\.$/,
    );
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await expect.poll(() => storedText('ingredients')).toContain('"unit_price":28,');
    expect(await storedText('ingredients')).not.toContain('"unit_price":77,');
    await page.getByRole('button', { name: 'Aplicar o meu' }).click();
    await page.getByText('Aplicado de uma vez: 2 mudanças.').waitFor();
    await expect.poll(() => storedText('ingredients')).toContain('"unit_price":30,');
    await expect.poll(() => storedText('ingredients')).toContain('"unit_price":77,');
  });

  test('an option picked at its edge is scrolled fully into view', async () => {
    const { page } = owner;
    await page.goto(`${product.origin}/dashboard/e-se`);
    const choice = page.getByRole('group', { name: 'O que experimentar' });
    await choice.scrollIntoViewIfNeeded();
    const endOf = async (of: Locator): Promise<number> => {
      const box = await of.boundingBox();
      return box ? box.x + box.width : NaN;
    };
    const end = await endOf(choice);
    const pills = await choice.locator('label').all();
    const boxes = await Promise.all(pills.map((pill) => pill.boundingBox()));
    const cut = boxes.findIndex((box) => box && box.x + 8 < end && box.x + box.width > end);
    const [pill, box] = [pills[cut], boxes[cut]];
    if (!pill || !box) throw new Error('no choice is cut off on this screen');
    await page.mouse.click(box.x + 6, box.y + box.height / 2);
    expect(await pill.getByRole('radio').isChecked()).toBe(true);
    await expect.poll(() => endOf(pill)).toBeLessThanOrEqual(end);
  });

  test('the browser reports no script error and no console problem on any of these pages', () => {
    expect(testPage.problems).toEqual([]);
  });
});
