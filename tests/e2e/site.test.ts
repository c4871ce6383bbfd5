import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { jumpsOf, observeJumps, sumOf } from '#tests/support/page-observations.ts';
import { ownProductInBrowser } from '#tests/support/product-in-browser.ts';

/** A poor mobile line needs a few seconds for 100 kB, compressed. */
const MAX_SCRIPT_BYTES = 100_000;

const product = ownProductInBrowser({
  env: () => ({
    SUPPLIER_NAME: 'Zé <b>& Filhos</b> "Ltda."',
    PRICE_CENTS: '1990',
    LIST_PRICE_CENTS: '',
    VIDEO_URL: 'https://youtu.be/dQw4w9WgXcQ',
  }),
});

test('the first paint before any script shows this shop’s own texts', async () => {
  const testPage = await product.newPage();
  const { page } = testPage;
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(product.origin);
  expect(await page.locator('[data-first-paint]').count()).toBe(1);
  const text = await page.innerText('body');
  expect(text).toContain('R$19,90');
  expect(text).not.toContain('R$27,00');
  expect(text).toContain('Zé <b>& Filhos</b> "Ltda."');
  expect(text).not.toMatch(/__[A-Z_]+__/);
  expect(await page.locator('s').isVisible()).toBe(false);
  await testPage.close();
});

test('the first paint does not move when the script takes over', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  await observeJumps(page);
  await page.goto(product.origin);
  await page.getByRole('link', { name: 'Fazer Login' }).waitFor();
  await page.waitForLoadState('networkidle');
  const jumps = await jumpsOf(page);
  expect(sumOf(jumps), JSON.stringify(jumps)).toBeLessThan(0.01);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test.each(['/', '/login', '/terms', '/contact', '/payment/direct', '/dashboard'])(
  '%s makes no API request for a visitor without a session, and the console stays empty',
  async (path) => {
    const testPage = await product.newPage({ width: 390 });
    const { page } = testPage;
    const [requests, said]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    page.on('console', (message) => said.push(message.text()));
    await page.goto(product.origin + path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.filter((each) => each.startsWith('/api/'))).toEqual([]);
    expect(said).toEqual([]);
    await testPage.close();
  },
);

test('the landing page loads at most 100 kB of script and no code of other pages', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const scripts: Promise<[name: string, bytes: number]>[] = [];
  const weigh = async (response: Response): Promise<[string, number]> => [
    new URL(response.url()).pathname,
    gzipSync(await response.body(), { level: 9 }).length,
  ];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(weigh(response));
  });
  await page.goto(product.origin, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Fazer Login' }).waitFor();
  const weighed = await Promise.all(scripts);
  const total = weighed.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(weighed.length).toBeGreaterThan(0);
  expect(total, JSON.stringify(weighed)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  expect(weighed.filter(([name]) => /admin|audit|dashboard|chart/.test(name))).toEqual([]);
  await testPage.close();
});

test('the video’s player loads after a click, and the page’s policy allows it', async () => {
  const testPage = await product.newPage();
  const { page } = testPage;
  const requests: string[] = [];
  await page.route(/^https:/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'the player' });
  });
  await page.goto(product.origin);
  const play = page.getByRole('button', { name: 'Assistir ao vídeo de demonstração' });
  await play.scrollIntoViewIfNeeded();
  expect(requests).toEqual([]);
  await play.click();
  await page.frameLocator('iframe').getByText('the player').waitFor();
  expect(requests).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0']);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});

test('terms and contact are one link away from the landing page, and each leads back to it', async () => {
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  await page.goto(product.origin);
  for (const [link, path, heading, title] of [
    ['Termos de uso', '/terms', 'Termos de uso', 'Termos de uso · Prumo'],
    ['Suporte', '/contact', 'Fale com a gente', 'Contato e suporte · Prumo'],
    ['Contato', '/contact', 'Fale com a gente', 'Contato e suporte · Prumo'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Informações' }).getByRole('link', { name: link }).click();
    const headline = page.getByRole('heading', { level: 1, name: heading });
    await headline.waitFor();
    expect([new URL(page.url()).pathname, await page.title()]).toEqual([path, title]);
    expect(await headline.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.getByRole('link', { name: 'Voltar ao início' }).click();
    await page.getByRole('heading', { level: 1, name: 'Vende bem' }).waitFor();
  }
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
