import type { Page } from 'playwright-core';

const SLOWER = 4;

/** What something cost that a page and its workers did. */
export interface Work {
  /** From its beginning until what it brings stands, each millisecond of a worker counted four times. */
  readonly ms: number;
  /** The longest task of the page itself. */
  readonly longest: number;
  /** How long workers were at it, as they ran. */
  readonly inWorkers: number;
  /** Held by the page afterwards, garbage and all. */
  readonly MB: number;
}

interface WorkWatch {
  begin: number;
  longest: number;
  inWorkers: number;
}

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var workWatch: WorkWatch;
}

/**
 * In the page: notes its long tasks, and how long its workers have something to do. A browser slows its pages and not
 * their workers.
 */
export function watchWork(): void {
  const watch: WorkWatch = { begin: 0, longest: 0, inWorkers: 0 };
  globalThis.workWatch = watch;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (startTime + duration > watch.begin) watch.longest = Math.max(watch.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  globalThis.Worker = class extends Worker {
    #calls = 0;
    #since = 0;

    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      this.addEventListener('message', ({ timeStamp }) => {
        this.#calls -= 1;
        if (this.#calls === 0) watch.inWorkers += timeStamp - this.#since;
      });
    }

    override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
      super.postMessage(message, Array.isArray(options) ? { transfer: options } : options);
      if (this.#calls === 0) this.#since = performance.now();
      this.#calls += 1;
    }
  };
}

/** Does something in a page as slow as a cheap phone. @param until the CSS selector of what it brings */
export async function slowly(page: Page, act: () => Promise<unknown>, until: () => Promise<unknown>): Promise<Work> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  try {
    const begin = await page.evaluate(() => {
      Object.assign(globalThis.workWatch, { begin: performance.now(), longest: 0, inWorkers: 0 });
      return globalThis.workWatch.begin;
    });
    await act();
    await until();
    // The page has had its turn once more, and what it observes is told.
    const end = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
        }),
    );
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.waitForTimeout(300);
    const { longest, inWorkers } = await page.evaluate(() => globalThis.workWatch);
    await session.send('Performance.enable');
    const { metrics } = await session.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    return { ms: end - begin + inWorkers * (SLOWER - 1), longest, inWorkers, MB: heap / 1e6 };
  } finally {
    await session.detach();
  }
}
