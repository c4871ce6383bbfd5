import type { BrowserContext } from 'playwright-core';
import { makeOwners } from '../businesses.ts';
import { openPhone, type Visit, visitDashboard, withBrowser } from '../phone.ts';
import { inRounds, logProgress, type Result, type Setting } from '../measuring.ts';
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
        const ownerOptions = { origin, ...(owner && { cookie: owner.cookie }) };
        const again = await openPhone(browser, { ...ownerOptions, serviceWorkers: 'block' });
        const worker = await openPhone(browser, { ...ownerOptions, serviceWorkers: 'allow' });
        await installWorker(worker, origin);
        const visit = (context: BrowserContext): Promise<Visit> => visitDashboard(browser, context, origin);
        async function visitOnce(options: Parameters<typeof openPhone>[1]): Promise<Visit> {
          const context = await openPhone(browser, { ...options, serviceWorkers: 'block' });
          try {
            return await visit(context);
          } finally {
            await context.close();
          }
        }
        logProgress('first views');
        const visits = await inRounds<keyof typeof VISITS, Visit>(rounds, {
          first: () => visitOnce(ownerOptions),
          again: () => visit(again),
          worker: () => visit(worker),
          visitor: () => visitOnce({ origin }),
        });
        const names = Object.keys(VISITS) as (keyof typeof VISITS)[];
        return names.flatMap((name) => resultsOf(VISITS[name], visits[name]));
      }),
  );
}

/** Visits once, so that the service worker is installed and fills its cache. */
async function installWorker(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
}

function resultsOf([what, atMost]: readonly [string, number], visits: readonly Visit[]): Result[] {
  const valuesOf = (name: keyof Visit): readonly number[] => visits.map((visit) => visit[name]);
  return [
    { goal: 1, what: `dashboard on a slow phone: ${what}`, unit: 'ms', ours: valuesOf('durationMs'), atMost },
    { goal: 1, what: '… requests until then', unit: '', ours: valuesOf('requests') },
    { goal: 1, what: '… over the line until then', unit: 'kB', ours: valuesOf('kB') },
  ];
}
