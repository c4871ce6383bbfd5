import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();

/** The names of form controls that a visible toast covers, in the form with the focus. */
const coveredControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')].filter((toast) =>
      toast.checkVisibility({ checkOpacity: true }),
    );
    const form = document.activeElement?.closest('form');
    const controls = [...(form?.querySelectorAll('button, input, textarea') ?? [document.activeElement])];
    return controls.flatMap((control) => {
      const box = control?.getBoundingClientRect();
      const isUnder = toasts.some((toast) => {
        const over = toast.getBoundingClientRect();
        return box && over.top < box.bottom && box.top < over.bottom && over.left < box.right && box.left < over.right;
      });
      return isUnder ? [control?.textContent || control?.getAttribute('name') || control?.id || 'a control'] : [];
    });
  });

const VIEWPORTS = [
  ['a small phone', 360, 640, 100],
  ['a phone', 390, 844, 100],
  ['a phone with text of twice the size', 390, 844, 200],
  ['a phone whose keyboard is open', 390, 420, 100],
  ['a notebook', 1280, 720, 150],
] as const;

test.each([
  ['after', true],
  ['before', false],
])('no toast covers the form for adding %s the web font has loaded', async (_when, hasFont) => {
  const testPage = await product.newPage();
  const { page } = testPage;
  const owner = new OwnerPages(page, product.origin);
  if (!hasFont) await page.route('**/*.woff2', () => undefined);
  await owner.signInByCalls((await product.newAccount()).email);
  for (const [viewport, width, height, percent] of VIEWPORTS) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.origin}/dashboard?tab=fixed-costs`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { level: 1, name: 'Custos Fixos' }).waitFor();
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
    for (const name of [`Aluguel da loja do centro, ${width} × ${height}`, `Contador, ${width} × ${height}`]) {
      await owner.addFixedCost(name, 12_000_000);
      const toast = page.locator('.mantine-Notification-root', { hasText: name });
      await toast.waitFor({ state: 'attached' });
      const isSeen = () => toast.evaluate((element) => element.checkVisibility({ checkOpacity: true }));
      await expect.poll(async () => percent > 100 || height < 640 || (await isSeen())).toBe(true);
      for (let at = 0; at < 4; at += 1) {
        await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))');
        expect(await coveredControls(page), viewport).toEqual([]);
        await page.keyboard.press('Tab'); // Tab moves on through the form.
      }
    }
  }
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('a tap on the text of a toast reaches the control below, and the toast moves away from it', async () => {
  const shown = await product.newPage({ width: 390 });
  const { page } = shown;
  const owner = new OwnerPages(page, product.origin);
  await owner.signInByCalls((await product.newAccount()).email);
  await page.goto(`${product.origin}/dashboard?tab=fixed-costs`);
  await owner.addFixedCost('Aluguel', 1_000);
  const toast = page.locator('.mantine-Notification-root', { hasText: 'Aluguel' });
  await toast.getByRole('button', { name: 'Desfazer' }).waitFor();
  // The field is put below the toast, as when a page becomes longer while the toast is shown.
  await page.evaluate(() => {
    const toastBox = document.querySelector('.mantine-Notification-root span')?.getBoundingClientRect();
    const field = document.createElement('input');
    field.ariaLabel = 'Coberto';
    field.style.cssText = `position: fixed; left: ${toastBox?.left}px; top: ${toastBox?.top}px; width: 60px`;
    document.body.append(field);
  });
  await page.getByLabel('Coberto').click();
  const focused = page.getByLabel('Coberto');
  await expect.poll(() => focused.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await toast.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('Desfeito').waitFor();
  await shown.close();
});
