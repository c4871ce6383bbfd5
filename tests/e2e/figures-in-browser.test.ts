import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workedCases } from '#tests/figures/worked-cases.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('every worked case gives the same figures in a browser', async () => {
  const entryPoints = [fileURLToPath(new URL('../figures/worked-cases.ts', import.meta.url))];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'iife', globalName: 'cases' });
  const { page } = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  const figures = await page.evaluate('cases.workedCases.map(cases.figuresOfCase)');
  expect(workedCases).toHaveLength(49);
  expect(figures).toMatchObject(workedCases.map(({ expected }) => expected));
});
