import type { Page } from 'playwright-core';

/** One layout shift with the moved elements: class or element, then top and height before and after. */
export interface Jump {
  readonly value: number;
  /** Milliseconds since the request for the page. */
  readonly at: number;
  readonly moved: readonly string[];
}

const OBSERVING = `
  window.jumps = [];
  const place = ({ node, previousRect, currentRect }) =>
    [node?.className || node?.nodeName, previousRect.y, previousRect.height, currentRect.y, currentRect.height].join(' ');
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries())
      window.jumps.push({ value, at: startTime, moved: sources.map(place) });
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Records every layout shift of the page from its next document on. */
export const observeJumps = (page: Page): Promise<unknown> => page.addInitScript(OBSERVING);

/** All layout shifts up to the current frame. */
export async function jumpsOf(page: Page): Promise<readonly Jump[]> {
  // The browser reports the shifts of a frame only after it has drawn the frame.
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
  );
  return page.evaluate<readonly Jump[]>('window.jumps');
}

export const sumOf = (jumps: readonly Jump[]): number => jumps.reduce((sum, { value }) => sum + value, 0);

/** Counts a person's taps and keystrokes and the screens that they see. */
export async function countActions(page: Page) {
  const done = { taps: 0, keys: 0 };
  const screens = new Set<string>();
  await page.exposeFunction('noticed', (kind: keyof typeof done) => void (done[kind] += 1));
  await page.addInitScript(`
    addEventListener('pointerdown', (event) => event.isTrusted && noticed('taps'), true);
    addEventListener('keydown', (event) => event.isTrusted && noticed('keys'), true);
  `);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) screens.add(frame.url());
  });
  return () => ({ ...done, screens: screens.size });
}
