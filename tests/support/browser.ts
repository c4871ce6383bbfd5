import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type ConsoleMessage, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

export interface TestPage {
  readonly page: Page;
  /**
   * Uncaught errors and console errors so far, a breach of the content security policy among them; no refused calls.
   */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface Look {
  /** The width in CSS pixels. */
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Most tests must see every call; the service worker between the page and the server has a test of its own. */
  readonly serviceWorkers?: 'allow' | 'block';
}

export interface TestBrowser {
  /** A separate page: it shares nothing with other pages and has no cookies. */
  newPage(look?: Look): Promise<TestPage>;
  /** The problems and the text of each open page, for the report of a failed test. */
  describePages(): Promise<string>;
  close(): Promise<void>;
}

/**
 * The browser reports every 4xx as an error, such as a refused call of the API or an address without a page. Only tests
 * that mean to open such an address do. A missing asset is still an error.
 */
function isRefusal(message: ConsoleMessage, page: Page): boolean {
  const { url } = message.location();
  if (!/status of 4\d\d/.test(message.text())) return false;
  return new URL(url).pathname.startsWith('/api/') || url === page.url();
}

async function launch(): Promise<Browser> {
  const { executablePath, env } = findChromium();
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = inject('browserFolder'); // A worker has half a second to end; files that a browser leaves are removed with the run.
  try {
    return await chromium.launch({
      executablePath,
      args: [...CHROMIUM_FLAGS],
      env: { ...Object.fromEntries(inherited), ...env },
    });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

let launched: Promise<Browser> | undefined;

/**
 * A real Chromium in Brazil, without motion. The files of a worker share one, which ends with the worker; each page has
 * a context of its own, like a window of its own. `close` closes the pages that were opened here.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await (launched ??= launch());
  const opened = new Set<BrowserContext>();
  const problemsOf = new Map<Page, readonly string[]>();
  return {
    async newPage({ width = 1280, colorScheme = 'light', serviceWorkers = 'block' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: width < 600 ? 844 : 900 },
        colorScheme,
        serviceWorkers,
        reducedMotion: 'reduce',
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
      });
      opened.add(context);
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const problems: string[] = [];
      problemsOf.set(page, problems);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !isRefusal(message, page))
          problems.push(`${message.text()} (${message.location().url})`);
      });
      return { page, problems, close: () => context.close() };
    },
    async describePages() {
      const pages = [...opened].flatMap((context) => context.pages());
      const texts = pages.map(async (page) => {
        const text = await page.locator('body').innerText({ timeout: 2_000 }).catch(String);
        return [page.url(), ...(problemsOf.get(page) ?? []), text.slice(0, 1_500)].join('\n');
      });
      return (await Promise.all(texts)).join('\n\n');
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Resolves when the current colours are painted and all transitions have ended; spinners never end. */
const COLOURS_PAINTED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  Promise.all(document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    .map((each) => each.finished.catch(() => {}))).then(() => done()))))`;

/**
 * Returns the rules of WCAG 2.2 AA that the page breaks now, each with its elements; tests compare it with `[]`.
 * @param rules only these
 */
export async function axe(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options: RunOptions = {
    runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: WCAG },
    resultTypes: ['violations'],
  };
  // Sending axe to a page and loading it takes a fifth of a check, and lasts until the next load.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  await page.evaluate(COLOURS_PAINTED);
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}
