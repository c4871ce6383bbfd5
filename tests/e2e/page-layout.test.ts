import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AdminPages } from '#tests/support/admin-pages.ts';
import { SHARED_ADMIN_PASSWORD } from '#tests/support/global-product.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
/** The widths are in CSS pixels. */
const PHONES = [360, 390, 430] as const;
const PHONE_HEIGHT = 844;
const TABS = [
  'Dashboard',
  'Custos Fixos',
  'Custos Variáveis',
  'Faturamento',
  'Insumos',
  'Ficha Técnica',
  'Ponto Equilíbrio',
];
/** The least size of a touch target, in CSS pixels, and what rounding may take from it. */
const TARGET = 44;
const ROUNDING = 0.5;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on the page: ${String(locator)}`);
  return box;
}

const overlap = (a: Box, b: Box): boolean =>
  a.x + ROUNDING < b.x + b.width &&
  b.x + ROUNDING < a.x + a.width &&
  a.y + ROUNDING < b.y + b.height &&
  b.y + ROUNDING < a.y + a.height;

/** Tells whether an element does not fit into its own box. */
const isCut = (locator: Locator): Promise<boolean> =>
  locator.evaluate(
    (element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
  );

/** Waits for the first element, because a list is empty while it loads. */
async function allOf(locator: Locator): Promise<readonly Locator[]> {
  await locator.first().waitFor();
  return locator.all();
}

const demo = async (look: Parameters<typeof product.newPage>[0], path = '/dashboard') => {
  const testPage = await product.newPage(look);
  await testPage.page.goto(product.origin + path);
  await testPage.page.getByRole('heading', { level: 1 }).waitFor();
  return testPage;
};

/** Shows the same page at the width of each phone. */
async function onEachPhone(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: PHONE_HEIGHT });
    await look(width);
  }
}

describe('the frame of every page on a phone', () => {
  test('all seven tabs are visible and large enough to press, and each opens its screen', async () => {
    const testPage = await demo({ width: PHONES[0] });
    const { page } = testPage;
    const nav = page.getByRole('navigation', { name: 'Abas' });
    await onEachPhone(page, async (width) => {
      const boxes: Box[] = [];
      for (const name of TABS) {
        const tab = nav.getByRole('link', { name, exact: true });
        const box = await boxOf(tab);
        const isInView = box.x >= 0 && box.x + box.width <= width && box.y + box.height <= PHONE_HEIGHT;
        const isTarget = box.width >= TARGET && box.height >= TARGET;
        expect([isInView, isTarget, await isCut(tab)], `${name} at ${width} px`).toEqual([true, true, false]);
        boxes.push(box);
      }
      for (const [i, one] of boxes.entries())
        for (const other of boxes.slice(i + 1)) expect(overlap(one, other)).toBe(false);
      // The bar must not cover the end of the page.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      const last = await boxOf(page.locator('main > *').last());
      expect(last.y + last.height).toBeLessThanOrEqual((await boxOf(nav)).y);
    });
    const owner = new OwnerPages(page, product.origin);
    for (const name of TABS.toReversed()) await owner.openTab(name);
    await testPage.close();
  });

  test('every control in the header has a label in words', async () => {
    const { testPage } = await product.newOwner({ width: PHONES[0] });
    const { page } = testPage;
    const header = page.getByRole('banner');
    await onEachPhone(page, async (width) => {
      const seen: string[] = [];
      for (const control of await allOf(header.getByRole('link').or(header.getByRole('button')))) {
        const words = await control.evaluate((element) => {
          const visible = [...element.querySelectorAll('span')].find((span) => span.getBoundingClientRect().width > 1);
          return (visible?.textContent ?? element.textContent ?? '').trim();
        });
        const box = await boxOf(control);
        expect(box.width >= TARGET && box.height >= TARGET, words).toBe(true);
        seen.push(words);
      }
      expect(seen).toEqual(['Como estava em…', 'Alterações', 'Mais opções']);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });
    await header.getByRole('button', { name: 'Mais opções' }).click();
    for (const name of ['Minha conta', 'Início']) await header.getByRole('link', { name }).waitFor();
    await header.getByRole('button', { name: 'Sair' }).waitFor();
    await testPage.close();
  });

  test('the fields De and Até are fully visible and do not overlap', async () => {
    const expectNoOverlap = (page: Page): Promise<void> =>
      onEachPhone(page, async (width) => {
        const [from, to] = [page.getByLabel('De', { exact: true }), page.getByLabel('Até', { exact: true })];
        const [a, b] = [await boxOf(from), await boxOf(to)];
        expect(overlap(a, b)).toBe(false);
        expect(a.x >= 0 && b.x + b.width <= width && Math.min(a.width, b.width) > 140).toBe(true);
        expect([await isCut(from), await isCut(to)]).toEqual([false, false]);
      });
    const testPage = await demo({ width: PHONES[0] }, '/dashboard/por-que');
    await expectNoOverlap(testPage.page);
    await testPage.close();
    const admin = await product.newPage({ width: PHONES[0] });
    await new AdminPages(admin.page, product.origin).signIn('admin@exemplo.com', SHARED_ADMIN_PASSWORD);
    await admin.page.goto(`${product.origin}/admin/audit`);
    await admin.page.getByLabel('Até', { exact: true }).waitFor();
    await expectNoOverlap(admin.page);
    await admin.close();
  });
});

test('a chosen colour scheme stays after signing out', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { testPage, owner } = await product.newOwner({ width: 1280, colorScheme });
    const { page } = testPage;
    const chosen = colorScheme === 'light' ? 'dark' : 'light';
    const scheme = () => page.evaluate('getComputedStyle(document.body).colorScheme');
    await page.getByRole('button', { name: chosen === 'dark' ? 'Usar tema escuro' : 'Usar tema claro' }).click();
    expect(await scheme()).toBe(chosen);
    await owner.signOut();
    await page.getByRole('button', { name: 'Entrar com Google' }).waitFor();
    expect(await scheme()).toBe(chosen);
    await page.goto(product.origin);
    expect(await scheme()).toBe(chosen);
    await testPage.close();
  }
});

test.each(['left', 'right'])('a dish opened in the %s column stays under the pointer', async (side) => {
  const testPage = await demo({ width: 1280 }, '/dashboard?tab=recipes');
  const { page } = testPage;
  const cards = page
    .getByRole('list', { name: 'Pratos' })
    .getByRole('listitem')
    .getByRole('heading')
    .getByRole('button');
  const toggles = await allOf(cards);
  const boxes = await Promise.all(toggles.map(boxOf));
  const edge = Math.max(...boxes.map(({ x }) => x));
  const at = boxes.findLastIndex(({ x }) => (side === 'right') === (x === edge));
  const toggle = toggles[at];
  if (!toggle) throw new Error('no dish there');
  await toggle.scrollIntoViewIfNeeded();
  const before = await boxOf(toggle);
  const pointer = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  await page.mouse.click(pointer.x, pointer.y);
  await page.getByRole('button', { name: 'Salvar Prato' }).waitFor();
  const after = await boxOf(toggle);
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  expect([after.x <= pointer.x, pointer.x <= after.x + after.width]).toEqual([true, true]);
  // A click at the same place closes the dish.
  await page.mouse.click(pointer.x, pointer.y);
  await page.getByRole('button', { name: 'Salvar Prato' }).waitFor({ state: 'detached' });
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await testPage.close();
});

test.each([390, 1280])('suggestions at %i px do not cover the error of another field', async (width) => {
  const testPage = await demo({ width }, '/dashboard?tab=ingredients');
  const { page } = testPage;
  const main = page.getByRole('main');
  const unit = main.getByRole('combobox', { name: 'Unidade' });
  const expectVisibleError = async (sentence: string): Promise<void> => {
    const error = main.getByText(sentence);
    await error.waitFor();
    await unit.click();
    const options = page.getByRole('listbox');
    await options.waitFor();
    expect(overlap(await boxOf(error), await boxOf(options)), sentence).toBe(false);
  };
  await main.getByLabel('Nome').fill('Sal');
  await unit.fill('x'.repeat(21));
  await main.getByLabel(/^Preço/).fill('2');
  await page.keyboard.press('Enter');
  await expectVisibleError('A unidade pode ter no máximo 20 caracteres.');
  await unit.fill('kg');
  await main.getByLabel('Preço por kg').fill('1,2,3');
  await page.keyboard.press('Enter');
  await expectVisibleError('Digite um número, como 12,50.');
  await testPage.close();
});

test.each([390, 1280])('an explanation at %i px does not cover the number that it explains', async (width) => {
  const testPage = await demo({ width });
  const { page } = testPage;
  for (const tab of ['dashboard', 'fixed-costs', 'revenue', 'recipes', 'breakeven']) {
    await page.goto(`${product.origin}/dashboard?tab=${tab}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const terms = await allOf(page.locator('[data-explained] button[aria-haspopup=dialog]'));
    for (const term of terms) {
      await term.click();
      const popup = await boxOf(page.getByRole('dialog'));
      const explainedBox = await boxOf(term.locator('xpath=ancestor::*[@data-explained][1]'));
      expect(overlap(popup, explainedBox), `${tab}: ${await term.innerText()}`).toBe(false);
      await page.keyboard.press('Escape');
    }
  }
  await testPage.close();
});

describe('the product film on the landing page', () => {
  test('it has a poster, loads after a click, plays, and is described in words', async () => {
    const testPage = await product.newPage({ width: 390 });
    const { page } = testPage;
    const videoRequests: string[] = [];
    page.on('request', (request) => {
      if (/demonstracao/.test(request.url())) videoRequests.push(request.url());
    });
    await page.goto(product.origin);
    await page.getByText('O que o vídeo mostra').click();
    expect(await page.getByText('E o ponto de equilíbrio diz quanto vender').isVisible()).toBe(true);
    const play = page.getByRole('button', { name: 'Assistir ao vídeo de demonstração' });
    await play.scrollIntoViewIfNeeded();
    expect(videoRequests).toEqual([]);
    await play.click();
    const film = page.locator('video');
    await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
    const [seconds, width, height] = await film.evaluate((element: HTMLVideoElement) => [
      element.duration,
      element.videoWidth,
      element.videoHeight,
    ]);
    expect([seconds !== undefined && seconds > 15 && seconds < 60, width, height]).toEqual([true, 1280, 720]);
    expect(testPage.problems).toEqual([]);
    await testPage.close();
  });

  test.each(['webm', 'mp4'])('the %s file is small and is served in ranges, as players request it', async (format) => {
    const address = `${product.origin}/demonstracao.${format}`;
    const whole = await fetch(address);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, `video/${format}`]);
    expect([whole.headers.get('Accept-Ranges'), bytes.length < 1_500_000]).toEqual(['bytes', true]);
    const part = async (range: string) => {
      const answer = await fetch(address, { headers: { Range: range } });
      const body = Buffer.from(await answer.arrayBuffer());
      return [
        answer.status,
        answer.headers.get('Content-Range'),
        body.equals(bytes.subarray(...(limits[range] ?? [0]))),
      ];
    };
    const end = bytes.length;
    const limits: Readonly<Record<string, readonly [number, number]>> = {
      'bytes=0-1': [0, 2],
      'bytes=100-': [100, end],
      'bytes=-500': [end - 500, end],
      [`bytes=10-${end * 2}`]: [10, end],
    };
    expect(await part('bytes=0-1')).toEqual([206, `bytes 0-1/${end}`, true]);
    expect(await part('bytes=100-')).toEqual([206, `bytes 100-${end - 1}/${end}`, true]);
    expect(await part('bytes=-500')).toEqual([206, `bytes ${end - 500}-${end - 1}/${end}`, true]);
    expect(await part(`bytes=10-${end * 2}`)).toEqual([206, `bytes 10-${end - 1}/${end}`, true]);
    for (const range of ['bytes=5-2', 'bytes=-', 'lines=0-1', 'bytes=0-1,5-6'])
      expect((await part(range)).slice(0, 2), range).toEqual([200, null]);
    for (const range of [`bytes=${end}-`, 'bytes=-0'])
      expect((await part(range)).slice(0, 2), range).toEqual([416, `bytes */${end}`]);
  });
});
