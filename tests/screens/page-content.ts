import type { Page } from 'playwright-core';
import type { Answers } from './answers.ts';

/** The content of a page: each line of its text, and each field with its value. */
export interface PageContent {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Shown while a request is in flight. */
const SPINNER = /^(Carregando|Comparando)\b.*\.\.\.$/;
const STILL_MS = 60;
const SETTLING_MS = 15_000;

/**
 * Texts inside of charts depend on the chart library and are repeated beside them, so they are ignored. Rows outside of
 * the view count. Elements are used because the pages accept no external styles.
 */
const READ_LINES = `(() => {
  const drawings = [...document.querySelectorAll('svg')].map((each) => [each, each.style.display]);
  for (const [each] of drawings) each.style.display = 'none';
  for (const row of document.querySelectorAll('li, tr')) row.style.contentVisibility = 'visible';
  const text = document.body.innerText;
  const fields = [...document.querySelectorAll('main input, main select, main textarea')]
    .filter((each) => each.checkVisibility())
    .map((each) => {
      const group = each.closest('fieldset')?.querySelector('legend')?.textContent ?? '';
      const label = each.labels?.[0]?.textContent ?? each.getAttribute('aria-label') ?? '';
      return group + ' ' + label + ' = ' + each.value;
    });
  for (const [each, display] of drawings) each.style.display = display;
  return [...text.split('\\n'), ...fields];
})()`;

const linesOf = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replaceAll(/[\u00A0\s]+/g, ' ').trim()).filter((line) => line !== '');

async function readContent(page: Page): Promise<PageContent> {
  const lines = (await page.evaluate(READ_LINES)) as string[];
  return { path: new URL(page.url()).pathname, lines: linesOf(lines) };
}

/** Returns the page once no request is in flight and it has been unchanged for a moment, or for the given time. */
export async function waitForStableContent(page: Page, answers: Answers, stillMs = STILL_MS): Promise<PageContent> {
  let before = '';
  let since = performance.now();
  for (const deadline = performance.now() + SETTLING_MS; ;) {
    await new Promise((resolve) => setTimeout(resolve, STILL_MS));
    if (answers.pendingReads.length > 0 && performance.now() < deadline) continue;
    const sight = await readContent(page).catch(() => undefined); // The page is navigating.
    const now = JSON.stringify(sight);
    const isWaiting = sight?.lines.some((line) => SPINNER.test(line)) === true && !answers.isHanging;
    if (now !== before) since = performance.now();
    else if (sight !== undefined && !isWaiting && performance.now() - since >= stillMs) return sight;
    if (performance.now() > deadline)
      throw new Error(`the page does not come to rest, for ${answers.pendingReads.join(', ') || 'itself'}: ${now}`);
    before = now;
  }
}
