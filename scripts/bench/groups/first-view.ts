import { SNAPSHOT } from '#web/stores/local-markers.ts';
import type { BrowserContext } from 'playwright-core';
import { makeOwners } from '../businesses.ts';
import { openPhone, type Visit, visitDashboard, withBrowser } from '../phone.ts';
import { inRounds, logProgress, type Result, type Setting } from '../measuring.ts';
import { withRunningProduct } from '../running-product.ts';

/**
 * Ways to reach the dashboard, the parts that are cached already, and the maximum time in milliseconds until figures
 * are shown: those of the server, or the snapshot that this device has kept.
 */
const VISITS = {
  first: { name: 'an owner’s first visit', atMost: 1_200, until: 'durationMs' },
  again: { name: 'the same with the browser’s cache', atMost: 500, until: 'snapshotMs' },
  worker: { name: 'the same with the service worker', atMost: 300, until: 'snapshotMs' },
  visitor: { name: 'a visitor’s first: the demonstration', atMost: 1_500, until: 'durationMs' },
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
        await visitBefore(again, origin, false);
        await visitBefore(worker, origin, true);
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

/** Visits once, so that files and the snapshot are kept on the device, and the service worker where it is allowed. */
async function visitBefore(context: BrowserContext, origin: string, withWorker: boolean): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, SNAPSHOT);
  if (withWorker) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
}

function resultsOf({ name, atMost, until }: (typeof VISITS)[keyof typeof VISITS], visits: readonly Visit[]): Result[] {
  const valuesOf = (value: keyof Visit): readonly number[] => visits.map((visit) => visit[value]);
  const what = `dashboard on a slow phone: ${name}`;
  const confirmed: Result = { goal: 1, what: '… figures of the server', unit: 'ms', ours: valuesOf('durationMs') };
  return [
    { goal: 1, what, unit: 'ms', ours: valuesOf(until), atMost },
    ...(until === 'snapshotMs' ? [confirmed] : []),
    { goal: 1, what: '… requests until then', unit: '', ours: valuesOf('requests') },
    { goal: 1, what: '… over the line until then', unit: 'kB', ours: valuesOf('kB') },
  ];
}
