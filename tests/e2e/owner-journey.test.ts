import { beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '#tests/support/accounts.ts';
import type { TestPage } from '#tests/support/browser.ts';
import type { OwnerPages } from '#tests/support/owner-pages.ts';
import { ownProductInBrowser } from '#tests/support/product-in-browser.ts';

// tests/web/typed-businesses.test.tsx compares each figure of a pizzeria.

const product = ownProductInBrowser();
let testPage: TestPage;
let owner: OwnerPages;
let account: TestAccount;
let before: readonly string[];

/** All amounts and percentages of break-even and dashboard, in their order. */
async function figuresShownTo(of: OwnerPages): Promise<readonly string[]> {
  await of.openTab('Ponto Equilíbrio');
  const sheet = await of.text();
  await of.openTab('Dashboard');
  await of.page.getByText('Resumo do negócio').waitFor();
  return `${sheet} ${await of.text()}`.match(/−?R\$ [\d.]+,\d\d|\d+,\d%/g) ?? [];
}

beforeAll(async () => {
  account = await product.newAccount();
  ({ testPage, owner } = await product.newOwner({ width: 390 }, account));
  await owner.page.getByText('Resumo do negócio').waitFor();
  before = await figuresShownTo(owner);
});

test('another device of the owner shows the same figures', async () => {
  expect(before).toEqual(expect.arrayContaining(['R$ 36.386,21', '42,2%']));
  const { testPage: other, owner: notebook } = await product.newOwner({ width: 1280, colorScheme: 'dark' }, account);
  await other.page.getByText('Resumo do negócio').waitFor();
  expect(await figuresShownTo(notebook)).toEqual(expect.arrayContaining([...before]));
  expect([testPage.problems, other.problems]).toEqual([[], []]);
  await other.close();
});

test('the figures are the same after the server was killed and started again', async () => {
  await product.killAndStart();
  await owner.page.reload();
  await owner.page.getByText('Resumo do negócio').waitFor();
  // The browser itself logs requests that failed while the server was down.
  const isAway = /^Failed to load resource: (?:net::ERR_|the server responded with a status of 503)/;
  expect(testPage.problems.filter((problem) => !isAway.test(problem))).toEqual([]);
  const known = testPage.problems.length;
  expect(await figuresShownTo(owner)).toEqual(before);
  expect(testPage.problems.slice(known)).toEqual([]);
});
