import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DASHBOARD_PAGES, isPage, PAGES } from '#contract/pages.ts';
import { DASHBOARD_PATH } from '#web/features/navigation/dashboard-screen.ts';

// The server answers 404 to a page that it does not know.

const app = readFileSync(fileURLToPath(new URL('../web/app.tsx', import.meta.url)), 'utf8');

test('the server serves exactly the routes of the app', () => {
  const routes = Array.from(app.matchAll(/<Route path="([^"]+)"/g), ([, path = '']) => path);
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((path) => path !== '/dashboard/*?').toSorted()).toEqual([...PAGES].toSorted());
});

test('the server serves exactly the pages of the dashboard', () => {
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
