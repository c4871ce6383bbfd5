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

/** Runs `work` with a real browser, which is closed afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const { executablePath, env } = findChromium(process.cwd());
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], env: { ...process.env, ...env } });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Opens a browser context with the screen of a phone. @param cookie of a signed-in owner; undefined for a visitor */
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

/** The network of a cheap phone ("fast 3G"), with the latency in milliseconds and throughputs in bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** A cheap phone computes this many times slower than the machine of the benchmark. */
const CPU_SLOWDOWN = 4;

/** The cost of one visit until its figures are visible and the page responds to input. */
export interface Visit {
  /** Milliseconds from navigation until the figures of the stored snapshot are painted; NaN without a snapshot. */
  readonly snapshotMs: number;
  /** Milliseconds from navigation until the figures of the server are painted. */
  readonly durationMs: number;
  /** The number of requests over the network, without those served from a cache. */
  readonly requests: number;
  readonly kB: number;
}

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- `let` would not declare a property of globalThis
  var figuresPaintedAt: number | undefined;
  // oxlint-disable-next-line vars-on-top, no-var -- `let` would not declare a property of globalThis
  var snapshotPaintedAt: number | undefined;
}

/**
 * Runs in the page and records when the six figures of the snapshot, and those of the app, have been painted and the
 * page has run its next task.
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
    const hasFigures = (container: string): boolean =>
      document.querySelectorAll(`${container} li button strong`).length >= 6;
    if (!hasSnapshot && hasFigures('#snapshot')) {
      hasSnapshot = true;
      afterNextPaint((at) => (globalThis.snapshotPaintedAt = at));
    }
    if (!hasFigures('#root')) return;
    mutations.disconnect();
    afterNextPaint((at) => (globalThis.figuresPaintedAt = at));
  });
  mutations.observe(document, { childList: true, subtree: true });
}

/**
 * Slows down the network of service workers, because throttling a page does not affect its service worker.
 * @returns a function that ends the throttling of further workers
 */
async function throttleWorkers(browser: Browser): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession();
  async function throttle(targetId: string): Promise<void> {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const message = JSON.stringify({ id: 1, method: 'Network.emulateNetworkConditions', params: NETWORK });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
  }
  session.on('Target.targetCreated', ({ targetInfo: { type, targetId } }) => {
    if (type === 'service_worker') throttle(targetId).catch(() => undefined); // The worker may have ended already.
  });
  await session.send('Target.setDiscoverTargets', { discover: true });
  return () => session.detach();
}

/** @returns an object that is updated with every request over the network */
function countTraffic(session: CDPSession): { requests: number; bytes: number } {
  const traffic = { requests: 0, bytes: 0 };
  const cachedIds = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => cachedIds.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromServiceWorker === true || response.fromDiskCache === true) cachedIds.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cachedIds.has(requestId)) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}

/** Opens the dashboard with the CPU and network of a slow phone. */
export async function visitDashboard(browser: Browser, context: BrowserContext, origin: string): Promise<Visit> {
  const page: Page = await context.newPage();
  const stopThrottling = await throttleWorkers(browser);
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const traffic = countTraffic(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await page.addInitScript(watchFigures);
    await page.goto(`${origin}/dashboard`, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.figuresPaintedAt !== undefined, undefined, {
      timeout: 60_000,
      polling: 20,
    });
    const { requests, bytes } = traffic; // The counts are copied now, because later requests do not count.
    const durationMs = await page.evaluate(() => globalThis.figuresPaintedAt ?? Number.NaN);
    const snapshotMs = await page.evaluate(() => globalThis.snapshotPaintedAt ?? Number.NaN);
    return { snapshotMs, durationMs, requests, kB: bytes / 1_000 };
  } finally {
    await stopThrottling();
    await page.close();
  }
}

/** The time that a slow phone computes, in milliseconds. */
export interface ComputeTime {
  /** The sum of the page and its workers. */
  readonly totalMs: number;
  /** The longest task of the page, which blocks input. */
  readonly longestTaskMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds, which does not include other work of a busy machine. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TRACE_CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

/** Traces the time that the page computes from `act` until its result is there, and two seconds after that. */
export async function traceComputeTime(
  { browser, page }: { readonly browser: Browser; readonly page: Page },
  act: () => Promise<unknown>,
  waitForResult: () => Promise<unknown>,
): Promise<ComputeTime> {
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await act();
  await waitForResult();
  // The page renders long lists in steps after the result, which must not block it either.
  await page.waitForTimeout(2_000);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return sumComputeTime(traceEvents);
}

function sumComputeTime(events: readonly TraceEvent[]): ComputeTime {
  const threadNames = new Map(
    events.flatMap(({ name, ph, pid, tid, args }) =>
      ph === 'M' && name === 'thread_name' ? [[`${pid} ${tid}`, args?.name ?? ''] as const] : [],
    ),
  );
  let [totalMs, longestTaskMs] = [0, 0];
  for (const { name, ph, pid, tid, tdur = 0 } of events) {
    if (name !== 'RunTask' || ph !== 'X') continue;
    const milliseconds = (tdur / 1_000) * CPU_SLOWDOWN;
    const thread = threadNames.get(`${pid} ${tid}`) ?? '';
    const isPage = thread === 'CrRendererMain';
    if (isPage || thread.startsWith('DedicatedWorker')) totalMs += milliseconds;
    if (isPage) longestTaskMs = Math.max(longestTaskMs, milliseconds);
  }
  return { totalMs, longestTaskMs };
}
