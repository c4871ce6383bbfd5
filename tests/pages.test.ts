import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DASHBOARD_PAGES, isPage, PAGES } from '#contract/pages.ts';
import { DASHBOARD_PATH } from '#web/features/places/place.ts';

// A page that the server does not know is answered with 404, and searched for in vain.

const app = readFileSync(fileURLToPath(new URL('../web/app.tsx', import.meta.url)), 'utf8');

test('every route of the app is a page of the server’s, and no other is', () => {
  const routes = Array.from(app.matchAll(/<Route path="([^"]+)"/g), ([, path = '']) => path);
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((path) => path !== '/dashboard/*?').toSorted()).toEqual([...PAGES].toSorted());
});

test('the dashboard has the pages that the server knows, and no other', () => {
  const written = DASHBOARD_PATH.source
    .replace(/^\^\(\?:/, '')
    .replace(/\)\\?\/\?\$$/, '')
    .split('|');
  expect(written).toHaveLength(DASHBOARD_PAGES.length);
  for (const path of DASHBOARD_PAGES.map((page) => page.replace(/:\w+/, 'x')))
    for (const said of [path, `${path}/`])
      expect([said, DASHBOARD_PATH.test(said), isPage(said)]).toEqual([said, true, true]);
  for (const path of [
    '/dashboard/x',
    '/dashboard/ficha',
    '/dashboard/ficha/',
    '/dashboard/ficha/x/y',
    '/Dashboard',
    '/dashboard//',
  ])
    expect([path, DASHBOARD_PATH.test(path), isPage(path)]).toEqual([path, false, false]);
});
