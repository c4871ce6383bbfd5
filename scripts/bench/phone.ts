import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts';
import { SIGNED_IN_BEFORE } from '#web/stores/local-markers.ts';

/** A real browser, which ends with the work. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const { executablePath, env } = findChromium(process.cwd());
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], env: { ...process.env, ...env } });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A browser as it is on a phone. @param cookie of whoever is signed in */
export async function phoneIn(
  browser: Browser,
  { origin, cookie, ...options }: BrowserContextOptions & { readonly origin: string; readonly cookie?: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'pt-BR', ...options });
  if (cookie === undefined) return context;
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript((marker) => localStorage.setItem(marker, 'true'), SIGNED_IN_BEFORE);
  return context;
}

/** A cheap phone on "fast 3G": bytes a second, milliseconds to each answer, and how much slower than this machine. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = 4;

/** What one visit cost until its figures stood and the page was free to react again. */
export interface Visit {
  /** Since the navigation. */
  readonly ms: number;
  /** Over the line, not from a cache. */
  readonly requests: number;
  readonly kB: number;
}

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var figuresStood: number | undefined;
}

/** In the page: notes when all six figures have been drawn, and the next thing in line has had its turn. */
function watchFigures(): void {
  const watch = new MutationObserver(() => {
    if (document.querySelectorAll('main li button strong').length < 6) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (globalThis.figuresStood = performance.now()));
      port1.start();
      port2.postMessage('');
    });
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** A service worker's requests are not its page's: they are slowed by themselves. @returns its end */
async function slowWorkers(browser: Browser): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession();
  async function slow(targetId: string): Promise<void> {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const message = JSON.stringify({ id: 1, method: 'Network.emulateNetworkConditions', params: LINE });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
  }
  session.on('Target.targetCreated', ({ targetInfo: { type, targetId } }) => {
    if (type === 'service_worker') slow(targetId).catch(() => undefined); // gone again
  });
  await session.send('Target.setDiscoverTargets', { discover: true });
  return () => session.detach();
}

/** @returns what came over the line, as it grows */
function weigh(session: CDPSession): { requests: number; bytes: number } {
  const sum = { requests: 0, bytes: 0 };
  const near = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => near.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromServiceWorker === true || response.fromDiskCache === true) near.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (near.has(requestId)) return;
    sum.requests += 1;
    sum.bytes += encodedDataLength;
  });
  return sum;
}

/** Opens the dashboard as such a phone does. */
export async function visitDashboard(browser: Browser, context: BrowserContext, origin: string): Promise<Visit> {
  const page: Page = await context.newPage();
  const workersEnd = await slowWorkers(browser);
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const came = weigh(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await session.send('Network.emulateNetworkConditions', LINE);
    await page.addInitScript(watchFigures);
    await page.goto(`${origin}/dashboard`, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.figuresStood !== undefined, undefined, {
      timeout: 60_000,
      polling: 20,
    });
    const { requests, bytes } = came; // as it is now: what comes later is not waited for
    const ms = await page.evaluate(() => globalThis.figuresStood ?? Number.NaN);
    return { ms, requests, kB: bytes / 1_000 };
  } finally {
    await workersEnd();
    await page.close();
  }
}

/** What something would cost on such a phone, in milliseconds of it. */
export interface Work {
  /** All that the page and its workers compute for it, one after the other. */
  readonly ms: number;
  /** Of it, the workers' part. */
  readonly inWorkers: number;
  /** The longest task of the page itself. */
  readonly longest: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own time: what others do on a busy machine meanwhile is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

/** Does something in a page and waits for what it brings. */
export async function traced(
  { browser, page }: { readonly browser: Browser; readonly page: Page },
  act: () => Promise<unknown>,
  until: () => Promise<unknown>,
): Promise<Work> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  await until();
  // What is drawn step by step afterwards must not freeze the page either.
  await page.waitForTimeout(2_000);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return workIn(traceEvents);
}

function workIn(events: readonly TraceEvent[]): Work {
  const names = new Map(
    events.flatMap(({ name, ph, pid, tid, args }) =>
      ph === 'M' && name === 'thread_name' ? [[`${pid} ${tid}`, args?.name ?? ''] as const] : [],
    ),
  );
  const work = { page: 0, workers: 0, longest: 0 };
  for (const { name, ph, pid, tid, tdur = 0 } of events) {
    if (name !== 'RunTask' || ph !== 'X') continue;
    const ms = (tdur / 1_000) * SLOWER;
    const thread = names.get(`${pid} ${tid}`) ?? '';
    if (thread.startsWith('DedicatedWorker')) work.workers += ms;
    if (thread !== 'CrRendererMain') continue;
    work.page += ms;
    work.longest = Math.max(work.longest, ms);
  }
  return { ms: work.page + work.workers, inWorkers: work.workers, longest: work.longest };
}
