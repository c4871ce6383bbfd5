import type { Page } from 'playwright-core';

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
