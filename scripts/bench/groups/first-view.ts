import type { BrowserContext } from 'playwright-core';
import { makeOwners } from '../businesses.ts';
import { phoneIn, type Visit, visitDashboard, withBrowser } from '../phone.ts';
import { inRounds, progress, type Result, type Setting } from '../measuring.ts';
import { withRunningProduct } from '../running-product.ts';

/** Ways to reach the dashboard, the parts that are cached already, and the maximum time in milliseconds. */
const VISITS = {
  first: ['an owner’s first visit', 1_200],
  again: ['the same with the browser’s cache', 500],
  worker: ['the same with the service worker', 300],
  visitor: ['a visitor’s first: the demonstration', 1_500],
} as const;

/**
 * Measures the time until the dashboard shows its figures and responds, in a real browser as slow as a cheap phone on a
 * poor line.
 */
export function firstView({ url, rivals, rounds }: Setting): Promise<Result[]> {
  return withRunningProduct(
    { url, name: 'first_view', owners: makeOwners(1, 200), rivals },
    ({ owners: [owner], product }) =>
      withBrowser(async (browser) => {
        const origin = `http://localhost:${product.port}`;
        const known = { origin, ...(owner && { cookie: owner.cookie }) };
        const again = await phoneIn(browser, { ...known, serviceWorkers: 'block' });
        const worker = await phoneIn(browser, { ...known, serviceWorkers: 'allow' });
        await installed(worker, origin);
        const visit = (context: BrowserContext): Promise<Visit> => visitDashboard(browser, context, origin);
        async function fresh(who: Parameters<typeof phoneIn>[1]): Promise<Visit> {
          const context = await phoneIn(browser, { ...who, serviceWorkers: 'block' });
          try {
            return await visit(context);
          } finally {
            await context.close();
          }
        }
        progress('first views');
        const found = await inRounds<keyof typeof VISITS, Visit>(rounds, {
          first: () => fresh(known),
          again: () => visit(again),
          worker: () => visit(worker),
          visitor: () => fresh({ origin }),
        });
        const names = Object.keys(VISITS) as (keyof typeof VISITS)[];
        return names.flatMap((name) => linesOf(VISITS[name], found[name]));
      }),
  );
}

/** Visits once, so that the service worker is installed and fills its cache. */
async function installed(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
}

function linesOf([what, atMost]: readonly [string, number], visits: readonly Visit[]): Result[] {
  const of = (name: keyof Visit): readonly number[] => visits.map((visit) => visit[name]);
  return [
    { goal: 1, what: `dashboard on a slow phone: ${what}`, unit: 'ms', ours: of('ms'), atMost },
    { goal: 1, what: '… requests until then', unit: '', ours: of('requests') },
    { goal: 1, what: '… over the line until then', unit: 'kB', ours: of('kB') },
  ];
}
