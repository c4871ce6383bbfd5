import type { Browser, Page } from 'playwright-core';

/** How much slower a cheap phone is than this machine. */
const SLOWER = 4;

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
