import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, openBrowser, type TestBrowser } from '#tests/support/browser.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('the check of accessibility names each broken rule with its elements, again after a change of the page', async () => {
  const { page } = await browser.newPage();
  await page.setContent('<html lang="pt"><title>Massa</title><img><p style="color: #ccc">Água</p><p>Luz</p></html>');
  expect((await axe(page)).toSorted()).toEqual(['color-contrast: p:nth-child(2)', 'image-alt: img']);
  expect(await axe(page, ['color-contrast'])).toEqual(['color-contrast: p:nth-child(2)']);
  await page.evaluate(`document.querySelector('img').alt = 'Massa'; document.querySelector('p').style.color = '#000'`);
  expect(await axe(page)).toEqual([]);
});
