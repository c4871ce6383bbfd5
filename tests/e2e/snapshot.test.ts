import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { productInBrowser } from '#tests/support/product-in-browser.ts';
import { SNAPSHOT } from '#web/stores/local-markers.ts';

const product = productInBrowser();

const storedSnapshot = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), SNAPSHOT);

const NOTE = 'Números da última visita. Atualizando...';

/** Opens a page while the API does not answer. @returns lets it answer */
async function openHeldBack(page: Page, path: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(product.origin + path, { waitUntil: 'commit' });
  await page.locator('#root [data-spinner]').waitFor({ state: 'attached' });
  return release;
}

test('a second visit shows the figures of the last one until the server has answered', async () => {
  const account = await product.newAccount();
  const { testPage } = await product.newOwner({ width: 390 }, account);
  const { page } = testPage;
  const fixedCosts = page.getByRole('button', { name: /Custos fixos por mês/ });
  const amount = /R\$\s[\d.,]+/.exec(await fixedCosts.innerText())?.[0] ?? 'no amount';
  await expect.poll(() => storedSnapshot(page)).toContain(amount.slice(3));
  // An open page would hear of the change and save the new figures.
  await page.goto('about:blank');
  const elsewhere = await product.newOwner({}, account);
  await elsewhere.owner.openTab('Custos Fixos');
  await elsewhere.owner.addFixedCost('Dedetização', 1_800_000);

  const release = await openHeldBack(page, '/dashboard');
  await page.locator('#snapshot').getByText(NOTE).waitFor();
  expect(await page.locator('#snapshot').innerText()).toContain(amount);
  expect(await page.getByRole('button').count()).toBe(0);
  release();
  await fixedCosts.waitFor();
  expect(await page.locator('#snapshot').count()).toBe(0);
  expect(await fixedCosts.innerText()).not.toContain(amount);
  expect(testPage.problems).toEqual([]);
});

test('other addresses show no figures of the last visit', async () => {
  const { testPage } = await product.newOwner({ width: 1280 });
  const { page } = testPage;
  await expect.poll(() => storedSnapshot(page)).not.toBeNull();
  for (const path of ['/dashboard?tab=breakeven', '/dashboard/alteracoes']) {
    const release = await openHeldBack(page, path);
    expect(await page.getByText(NOTE).isVisible(), path).toBe(false);
    release();
  }
});

test('a session that ended elsewhere, like signing out, leaves no figures in the browser', async () => {
  const { testPage, owner } = await product.newOwner({ width: 390 });
  const { page } = testPage;
  await expect.poll(() => storedSnapshot(page)).not.toBeNull();
  await page.context().clearCookies();
  await page.context().addCookies([{ name: 'session', value: 'x'.repeat(43), url: product.origin }]);
  await page.goto(`${product.origin}/dashboard`);
  await page.getByRole('button', { name: 'Entrar com Google' }).waitFor();
  expect(await storedSnapshot(page)).toBeNull();

  await owner.signIn((await product.newAccount()).email);
  await page.getByRole('button', { name: /Custos fixos por mês/ }).waitFor();
  await expect.poll(() => storedSnapshot(page)).not.toBeNull();
  await owner.signOut();
  await page.getByRole('button', { name: 'Entrar com Google' }).waitFor();
  expect(await storedSnapshot(page)).toBeNull();
});
