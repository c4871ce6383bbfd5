import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccount } from '#tests/support/accounts.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { Plant } from '#tests/support/planting.ts';
import { actorsOf } from './actors.ts';
import { judged } from './judge.ts';
import { builtWith } from './planted.ts';
import { SCREENS } from './screens.ts';
import { walk, type WalkedProduct } from './walk.ts';

// The walk over pages with two faults that were found in them once: what it is there for, it finds.

/** A list that did not come is an empty one. */
const EMPTY_LIST: Plant = {
  file: 'web/stores/business/read-business.ts',
  texts: [['    missing.add(part);\n    return [];', '    return (undefined as readonly Row[] | undefined) ?? [];']],
};
/** A sum that is not known is zero. */
const ZERO: Plant = {
  file: 'web/features/costs/fixed-costs-tab.tsx',
  texts: [
    [
      "if (figures.kind !== 'known') return { label, value: '–' };",
      "if (figures.kind !== 'known') return { label, value: money((undefined as number | undefined) ?? 0) };",
    ],
  ],
};

let database: TestDatabase;
let api: RunningApi;
let browser: TestBrowser;
let pages: Awaited<ReturnType<typeof builtWith>>;
beforeAll(async () => {
  [database, pages, browser] = await Promise.all([freshDatabase(), builtWith([EMPTY_LIST, ZERO]), openBrowser()]);
  api = await startApi({ placed: database, webRoot: pages.webRoot });
});
afterAll(async () => {
  await browser.close();
  await api.stop();
  await database.drop();
  pages.remove();
});

test('a planted `?? []` and a planted `?? 0` are found', async () => {
  const product: WalkedProduct = {
    origin: api.origin,
    newPage: (look) => browser.newPage(look),
    newAccount: (wanted) => newAccount({ ...database, origin: api.origin }, wanted),
  };
  const screen = SCREENS.find(({ path }) => path === '/dashboard?tab=fixed-costs');
  const { faults } = await walk(screen!, {
    product,
    actorOf: actorsOf(product),
    chosen: (cases) =>
      cases.filter(
        ({ how, when, reads }) =>
          (how === '500' || how === 'cut off') && when === 'at first' && reads.join() === '/api/fixed-costs',
      ),
  });
  expect(faults).toContainEqual('/api/fixed-costs, 500: says “Nenhum custo fixo cadastrado ainda.”');
  expect(faults).toContainEqual(expect.stringMatching(/fixed-costs, cut off: says “R\$ 0,00”$/));
});

test('a line may leave out what is not known of it, and says nothing else instead', () => {
  const sight = (...lines: readonly string[]) => ({ path: '/', lines: [...lines, 'Tentar de novo'] });
  const failed = 'Não deu para carregar os pratos.';
  const healthy = sight('R$ 19,25 por pacote de 500 g · em 2 pratos · preço de exemplo');
  const faultsOf = (...lines: readonly string[]): readonly string[] =>
    judged(sight(failed, ...lines), { healthy, stranger: [], mayBeStrangers: false }).faults;
  expect(faultsOf('R$ 19,25 por pacote de 500 g · preço de exemplo')).toEqual([]);
  expect(faultsOf('R$ 19,25 por pacote de 500 g')).toEqual([]);
  for (const wrong of ['em 2 pratos', 'R$ 19,25 por pacote de 500 g · em 0 pratos', 'R$ 0,00 por pacote de 500 g'])
    expect(faultsOf(wrong)).toEqual([`says “${wrong}”`]);
  expect(faultsOf('R$ 19,25 por pacote de 500 g', 'R$ 19,25 por pacote de 500 g')).toHaveLength(1);
});
