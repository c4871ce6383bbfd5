import { expect, test } from 'vitest';
import type { TestPage } from '#tests/support/browser.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

/** These reads give the user and everything about the business. */
const READS = [
  '/api/break-even-financial',
  '/api/business-settings',
  '/api/channels',
  '/api/dashboard',
  '/api/dishes',
  '/api/fixed-costs',
  '/api/ingredients',
  '/api/preparations',
  '/api/revenue-projections',
  '/api/users/me',
  '/api/variable-costs',
];

/** No figure waits for the stream of live changes, so it does not count as a read. */
const isRead = (path: string): boolean => path.startsWith('/api/') && path !== '/api/live';

const product = productInBrowser();

const textOf = async (path: string): Promise<string> => {
  const response = await fetch(`${product.origin}${path}`);
  expect(response.status, path).toBe(200);
  return response.text();
};
const assetsIn = (text: string): string[] => text.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g) ?? [];

/** The files that the HTML names for everybody, without those of the demonstration. */
const namedBy = (html: string): string[] => assetsIn(html.replaceAll(/data-demo="[^"]*"/g, '')).toSorted();

/** Opens the dashboard and blocks all other scripts and styles. @returns paths requested until the figures show */
async function openWith({ page }: TestPage, named: readonly string[]): Promise<string[]> {
  const requested: string[] = [];
  const isHeldBack = ({ pathname }: URL): boolean => assetsIn(pathname).length > 0 && !named.includes(pathname);
  await page.route(isHeldBack, () => undefined);
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  // The load event would wait for the blocked files.
  await page.goto(`${product.origin}/dashboard`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: /Lucro médio estimado/ }).waitFor();
  page.removeAllListeners('request');
  await page.unrouteAll();
  return requested;
}

test('the dashboard’s HTML names all files of its first view and no other', async () => {
  const html = await textOf('/dashboard');
  const named = namedBy(html);
  const scripts = named.filter((file) => file.endsWith('.js'));
  expect(named.length).toBeLessThan(10);
  const [entry = ''] = /(?<=<script [^>]*src=")[^"]+/.exec(html) ?? [];
  const texts = new Map(await Promise.all(scripts.map(async (file) => [file, await textOf(file)] as const)));
  const importsOf = (file: string): string[] =>
    [...(texts.get(file) ?? '').matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
      ([, name]) => `/assets/${name}`,
    );
  const imported = new Set(scripts.flatMap(importsOf));
  expect([...imported].filter((file) => !scripts.includes(file))).toEqual([]);
  // Only the first script imports the dashboard, on demand.
  const heads = scripts.filter((file) => !imported.has(file) && file !== entry);
  expect(heads).toHaveLength(1);
  const [dashboard = ''] = heads;
  expect(texts.get(entry)).toContain(dashboard.slice('/assets/'.length));
  const shared = namedBy(await textOf('/'));
  expect(shared).toContain(entry);
  expect(shared).not.toContain(dashboard);
});

test('an owner’s first figures need only the files in the HTML, and nothing is requested twice', async () => {
  const { testPage } = await product.newOwner({ width: 390 });
  const named = namedBy(await textOf('/dashboard'));
  const requested = await openWith(testPage, named);
  const once = requested.filter((path) => named.includes(path) || isRead(path)).toSorted();
  expect(once).toEqual([...READS, ...named].toSorted());
  expect(testPage.problems).toEqual([]);
});

test('a visitor’s demonstration needs only its files in the HTML and requests each once', async () => {
  const testPage = await product.newPage({ width: 390 });
  const html = await textOf('/dashboard');
  const named = [...new Set(assetsIn(html))];
  expect(named.length).toBeGreaterThan(namedBy(html).length);
  const requested = await openWith(testPage, named);
  expect(requested.filter((path) => named.includes(path)).toSorted()).toEqual(named.toSorted());
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([]);
  expect(testPage.problems).toEqual([]);
});
