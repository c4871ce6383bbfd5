import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { SIGNED_IN_BEFORE } from '#web/stores/local-markers.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { furnished } from '../businesses.ts';
import { progress, type Result } from '../result.ts';
import type { Setting } from '../setting.ts';
import { visitDashboard, type Visit } from '../slow-phone.ts';
import { withStage } from '../stage.ts';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'pt-BR' };
const MOST_MS = 1_500;

/** How somebody comes to the dashboard; what of it they have already. */
const VISITS = {
  first: 'an owner’s first visit',
  again: 'the same with the browser’s cache',
  worker: 'the same with the service worker',
  visitor: 'a visitor’s first: the demonstration',
} as const;
type Name = keyof typeof VISITS;

/** Until the dashboard's figures stand and it reacts, in a real browser made as slow as a cheap phone on a poor line. */
export function firstView({ url, rivals, rounds }: Setting): Promise<Result[]> {
  return withStage({ url, name: 'first_view', owners: furnished(1, 200), rivals }, async ({ owners, product }) => {
    const origin = `http://localhost:${product.port}`;
    const [cookieName = '', value = ''] = owners[0]?.cookie.split('=') ?? [];
    const known: BrowserContextOptions = {
      ...PHONE,
      storageState: {
        cookies: [
          {
            name: cookieName,
            value,
            domain: 'localhost',
            path: '/',
            expires: -1,
            httpOnly: true,
            secure: false,
            sameSite: 'Lax',
          },
        ],
        origins: [{ origin, localStorage: [{ name: SIGNED_IN_BEFORE, value: 'true' }] }],
      },
    };
    const { executablePath, env } = findChromium(process.cwd());
    const browser = await chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, ...env } });
    try {
      const [again, worker] = await Promise.all([
        browser.newContext({ ...known, serviceWorkers: 'block' }),
        browser.newContext({ ...known, serviceWorkers: 'allow' }),
      ]);
      await installed(worker, origin);
      const visit = (context: BrowserContext): Promise<Visit> => visitDashboard(browser, context, origin);
      async function fresh(options: BrowserContextOptions): Promise<Visit> {
        const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
        try {
          return await visit(context);
        } finally {
          await context.close();
        }
      }
      const contenders: Readonly<Record<Name, () => Promise<Visit>>> = {
        first: () => fresh(known),
        again: () => visit(again),
        worker: () => visit(worker),
        visitor: () => fresh(PHONE),
      };
      const names = Object.keys(VISITS) as Name[];
      const found = new Map(names.map((name) => [name, [] as Visit[]]));
      for (let round = 0; round <= rounds; round += 1) {
        progress(`first view, round ${round}`); // the first one fills the caches and does not count
        for (const name of round % 2 === 0 ? names : names.toReversed()) {
          const visited = await contenders[name]();
          if (round > 0) found.get(name)?.push(visited);
        }
      }
      return names.flatMap((name) =>
        linesOf(VISITS[name], found.get(name) ?? [], name === 'visitor' ? undefined : MOST_MS),
      );
    } finally {
      await browser.close();
    }
  });
}

/** Visits once, so that the worker comes and keeps what it keeps. */
async function installed(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
}

function linesOf(what: string, visits: readonly Visit[], atMost: number | undefined): Result[] {
  const line = (rest: Pick<Result, 'what' | 'unit' | 'ours' | 'wanted'>): Result => ({ goal: 1, ...rest });
  return [
    line({
      what: `dashboard on a slow phone: ${what}`,
      unit: 'ms',
      ours: visits.map(({ ms }) => ms),
      ...(atMost === undefined ? {} : { wanted: { atMost } }),
    }),
    line({ what: `… requests until then`, unit: '', ours: visits.map(({ requests }) => requests) }),
    line({ what: `… over the line until then`, unit: 'kB', ours: visits.map(({ kB }) => kB) }),
  ];
}
