import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figuresCases } from '#tests/figures/cases.ts';
import { kitchenCases } from '#tests/figures/kitchen-cases.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Each worked case by its name, with what Chromium makes of it. */
async function inBrowser(file: string, expression: string): Promise<unknown> {
  const entryPoints = [fileURLToPath(new URL(`../figures/${file}`, import.meta.url))];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'iife', globalName: 'cases' });
  const { page } = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return page.evaluate(expression);
}

const expectedOf = (cases: readonly { readonly name: string; readonly expected: unknown }[]): object =>
  Object.fromEntries(cases.map(({ name, expected }) => [name, expected]));

test('every worked case gives its figures in the browser too', async () => {
  const figures = await inBrowser(
    'cases.ts',
    'Object.fromEntries(cases.figuresCases.map((each) => [each.name, cases.figuresAsWritten(cases.businessOf(each))]))',
  );
  expect(figures).toEqual(expectedOf(figuresCases));
});

test('and so does every worked case of a kitchen', async () => {
  const figures = await inBrowser(
    'kitchen-cases.ts',
    `Object.fromEntries(cases.kitchenCases.map((each) =>
      [each.name, cases.kitchenAsWritten(cases.businessAfter(cases.commandsOf(each)))]))`,
  );
  expect(kitchenCases).toHaveLength(36);
  expect(figures).toEqual(expectedOf(kitchenCases));
});
