import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figuresCases } from '#tests/figures/cases.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';

let browser: TestBrowser;
let script: string;

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../figures/cases.ts', import.meta.url));
  const options = { bundle: true, write: false, format: 'iife', globalName: 'cases' } as const;
  const [bundle] = (await build({ ...options, entryPoints: [entry] })).outputFiles;
  script = bundle?.text ?? '';
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('every worked case gives its figures in the browser too', async () => {
  const { page } = await browser.newPage();
  await page.addScriptTag({ content: script });
  const figures = await page.evaluate(
    'Object.fromEntries(cases.figuresCases.map((each) => [each.name, cases.figuresAsWritten(cases.businessOf(each))]))',
  );
  expect(figures).toEqual(Object.fromEntries(figuresCases.map(({ name, expected }) => [name, expected])));
});
