import { SNAPSHOT } from '#web/stores/local-markers.ts';
import type { BrowserContext } from 'playwright-core';
import { makeOwners } from '../businesses.ts';
import { openPhone, type Visit, visitDashboard, withBrowser } from '../slow-phone.ts';
import { type BenchmarkOptions, inRounds, logProgress, type Result } from '../measurement.ts';
import { withRunningProduct } from '../running-product.ts';

/**
 * The ways to reach the dashboard, each with the time that it may take, in milliseconds. `timeOf` names the time that
 * the target is about: until the figures of the server are visible, or those of the snapshot stored on the device.
 */
const VISITS = {
  firstVisit: { name: 'an owner’s first visit', atMost: 1_200, timeOf: 'durationMs' },
  browserCache: { name: 'the same with the browser’s cache', atMost: 500, timeOf: 'snapshotMs' },
  serviceWorker: { name: 'the same with the service worker', atMost: 300, timeOf: 'snapshotMs' },
  demonstration: { name: 'a visitor’s first visit to the demonstration', atMost: 1_500, timeOf: 'durationMs' },
} as const;

/**
 * Measures the time until the dashboard shows its figures and responds, in a real browser with the CPU and network of a
 * cheap phone.
 */
export function firstView(options: BenchmarkOptions): Promise<Result[]> {
  return withRunningProduct(
    { ...options, name: 'first_view', owners: makeOwners(1, 200) },
    ({ owners: [owner], product }) =>
      withBrowser(async (browser) => {
        const origin = `http://localhost:${product.port}`;
        const ownerOptions = { origin, ...(owner && { cookie: owner.cookie }) };
        const withCache = await openPhone(browser, { ...ownerOptions, serviceWorkers: 'block' });
        const withWorker = await openPhone(browser, { ...ownerOptions, serviceWorkers: 'allow' });
        await fillCache(withCache, origin);
        await fillCache(withWorker, origin, { waitForWorker: true });
        const visit = (context: BrowserContext): Promise<Visit> => visitDashboard(browser, context, origin);
        async function visitWithoutCache(phone: Parameters<typeof openPhone>[1]): Promise<Visit> {
          const context = await openPhone(browser, { ...phone, serviceWorkers: 'block' });
          try {
            return await visit(context);
          } finally {
            await context.close();
          }
        }
        logProgress('first views');
        const visits = await inRounds<keyof typeof VISITS, Visit>(options.rounds, {
          firstVisit: () => visitWithoutCache(ownerOptions),
          browserCache: () => visit(withCache),
          serviceWorker: () => visit(withWorker),
          demonstration: () => visitWithoutCache({ origin }),
        });
        const names = Object.keys(VISITS) as (keyof typeof VISITS)[];
        return names.flatMap((name) => resultsOf(VISITS[name], visits[name]));
      }),
  );
}

/** Visits once, so that the device stores the files, the snapshot and, where it is allowed, the service worker. */
async function fillCache(context: BrowserContext, origin: string, { waitForWorker = false } = {}): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, SNAPSHOT);
  if (waitForWorker) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
}

function resultsOf({ name, atMost, timeOf }: (typeof VISITS)[keyof typeof VISITS], visits: readonly Visit[]): Result[] {
  const valuesOf = (value: keyof Visit): readonly number[] => visits.map((visit) => visit[value]);
  const goal = '1 first view';
  const metric = `dashboard on a slow phone: ${name}`;
  const serverFigures: Result = { goal, metric: '… figures of the server', unit: 'ms', values: valuesOf('durationMs') };
  return [
    { goal, metric, unit: 'ms', values: valuesOf(timeOf), atMost },
    ...(timeOf === 'snapshotMs' ? [serverFigures] : []),
    { goal, metric: '… requests until then', unit: '', values: valuesOf('requests') },
    { goal, metric: '… transferred until then', unit: 'kB', values: valuesOf('kB') },
  ];
}
