import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
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
