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

/** Runs `work` with a real browser and closes it. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const { executablePath, env } = findChromium(process.cwd());
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], env: { ...process.env, ...env } });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Opens a browser context like that of a phone. @param cookie of the signed-in owner */
export async function openPhone(
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

/** The network of a cheap phone, "fast 3G": milliseconds of latency, and bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** How many times slower than this machine a cheap phone is. */
const CPU_SLOWDOWN = 4;

/** The cost of one visit until its figures are shown and the page responds again. */
export interface Visit {
  /** Milliseconds since the navigation until the figures are painted that this device has kept; NaN without them. */
  readonly snapshotMs: number;
  /** Milliseconds since the navigation until the figures of the server are rendered. */
  readonly durationMs: number;
  /** Requests over the network, without those answered from a cache. */
  readonly requests: number;
  readonly kB: number;
}

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var figuresReadyAt: number | undefined;
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var snapshotPaintedAt: number | undefined;
}

/**
 * Runs in the page: records when all six figures of the snapshot, and those of the app, have been rendered and the next
 * task has had its turn.
 */
function watchFigures(): void {
  const afterNextPaint = (record: (at: number) => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => record(performance.now()));
      port1.start();
      port2.postMessage('');
    });
  };
  let hasSnapshot = false;
  const mutations = new MutationObserver(() => {
    const hasFigures = (place: string): boolean => document.querySelectorAll(`${place} li button strong`).length >= 6;
    if (!hasSnapshot && hasFigures('#snapshot')) {
      hasSnapshot = true;
      afterNextPaint((at) => (globalThis.snapshotPaintedAt = at));
    }
    if (!hasFigures('#root')) return;
    mutations.disconnect();
    afterNextPaint((at) => (globalThis.figuresReadyAt = at));
  });
  mutations.observe(document, { childList: true, subtree: true });
}

/**
 * Requests of a service worker do not belong to its page and are slowed separately.
 * @returns a function that ends it
 */
async function slowWorkers(browser: Browser): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession();
  async function slowDown(targetId: string): Promise<void> {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const message = JSON.stringify({ id: 1, method: 'Network.emulateNetworkConditions', params: NETWORK });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
  }
  session.on('Target.targetCreated', ({ targetInfo: { type, targetId } }) => {
    if (type === 'service_worker') slowDown(targetId).catch(() => undefined); // The worker may have ended already.
  });
  await session.send('Target.setDiscoverTargets', { discover: true });
  return () => session.detach();
}

/** @returns the running count of network traffic */
function countTraffic(session: CDPSession): { requests: number; bytes: number } {
  const sum = { requests: 0, bytes: 0 };
  const cachedIds = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => cachedIds.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromServiceWorker === true || response.fromDiskCache === true) cachedIds.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cachedIds.has(requestId)) return;
    sum.requests += 1;
    sum.bytes += encodedDataLength;
  });
  return sum;
}

/** Opens the dashboard on such a phone. */
export async function visitDashboard(browser: Browser, context: BrowserContext, origin: string): Promise<Visit> {
  const page: Page = await context.newPage();
  const stopSlowing = await slowWorkers(browser);
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const traffic = countTraffic(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await page.addInitScript(watchFigures);
    await page.goto(`${origin}/dashboard`, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.figuresReadyAt !== undefined, undefined, {
      timeout: 60_000,
      polling: 20,
    });
    const { requests, bytes } = traffic; // Copied now, because later requests are not counted.
    const durationMs = await page.evaluate(() => globalThis.figuresReadyAt ?? Number.NaN);
    const snapshotMs = await page.evaluate(() => globalThis.snapshotPaintedAt ?? Number.NaN);
    return { snapshotMs, durationMs, requests, kB: bytes / 1_000 };
  } finally {
    await stopSlowing();
    await page.close();
  }
}

/** The cost of a task on such a phone, in milliseconds. */
export interface ComputeTime {
  /** Time that the page and its workers compute, added up. */
  readonly totalMs: number;
  /** The share of the workers in it. */
  readonly workersMs: number;
  /** The longest task of the page itself. */
  readonly longestTaskMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own time, which excludes other work on a busy machine. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

/** Does something in a page and waits for its result. */
export async function traceComputeTime(
  { browser, page }: { readonly browser: Browser; readonly page: Page },
  act: () => Promise<unknown>,
  waitForResult: () => Promise<unknown>,
): Promise<ComputeTime> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  await waitForResult();
  // Rendering in steps afterwards must not freeze the page either.
  await page.waitForTimeout(2_000);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return sumComputeTime(traceEvents);
}

function sumComputeTime(events: readonly TraceEvent[]): ComputeTime {
  const names = new Map(
    events.flatMap(({ name, ph, pid, tid, args }) =>
      ph === 'M' && name === 'thread_name' ? [[`${pid} ${tid}`, args?.name ?? ''] as const] : [],
    ),
  );
  const work = { page: 0, workers: 0, longest: 0 };
  for (const { name, ph, pid, tid, tdur = 0 } of events) {
    if (name !== 'RunTask' || ph !== 'X') continue;
    const ms = (tdur / 1_000) * CPU_SLOWDOWN;
    const thread = names.get(`${pid} ${tid}`) ?? '';
    if (thread.startsWith('DedicatedWorker')) work.workers += ms;
    if (thread !== 'CrRendererMain') continue;
    work.page += ms;
    work.longest = Math.max(work.longest, ms);
  }
  return { totalMs: work.page + work.workers, workersMs: work.workers, longestTaskMs: work.longest };
}
