import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { CATEGORIES, installedLighthouse, type Judgement, startLighthouse } from './support/lighthouse.ts';
import { describeProgram } from './support/real-program.ts';
import { outputOf, versionIn } from './support/programs.ts';
import { debiansPostgres, type RealPostgres, startRealPostgres } from './support/real-postgres.ts';

const MIN_SCORE = 98;
/** The demo is the dashboard of a visitor who is not signed in. */
const PAGES = [
  ['landing', '/'],
  ['demo', '/dashboard'],
  ['login', '/login'],
  ['terms', '/terms'],
] as const;

const { executablePath, env } = findChromium();
const chromium = { version: versionIn(outputOf(executablePath, ['--version', '--no-sandbox'], env)) };

/** The tests use the built product. */
function productOfFile(): () => string {
  let postgres: RealPostgres;
  let product: RunningProduct;
  beforeAll(async () => {
    const programs = debiansPostgres();
    if (typeof programs === 'string') throw new Error(programs);
    postgres = await startRealPostgres(programs);
    const { ownerUrl } = await postgres.createDatabase();
    product = await startProduct({ env: { DATABASE_URL: ownerUrl } });
  });
  afterAll(async () => {
    await product.stop();
    await postgres.stop();
  });
  return () => product.origin;
}

const origin = productOfFile();

describeProgram({ name: 'Chromium', installation: chromium, isPackagedByDebian: true }, (_found, tell) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test('lets a visitor become an owner and add a cost', async (context) => {
    const shown = await browser.newPage({ width: 390 });
    const { page } = shown;
    const owner = new OwnerPages(page, origin());
    await page.goto(origin());
    await page.getByRole('link', { name: 'Ver uma demonstração' }).click();
    await page.getByText('Resumo do negócio').waitFor();
    await owner.signIn('Dona Marta');
    await owner.openTab('Custos Fixos');
    await owner.addFixedCost('Seguro do forno', 1_234_500);
    await page.getByText('Seguro do forno').first().waitFor();
    await page.reload();
    await page.getByText('Seguro do forno').first().waitFor();
    expect(shown.problems).toEqual([]);
    await shown.close();
    tell(context, 'no error on the way');
  });
});

describeProgram(
  { name: 'Lighthouse', installation: installedLighthouse(), isPackagedByDebian: true },
  (found, tell) => {
    let lighthouse: Awaited<ReturnType<typeof startLighthouse>>;
    beforeAll(async () => {
      lighthouse = await startLighthouse(found);
    });
    afterAll(() => lighthouse.close());

    const lowestOf = ({ scores }: Judgement): number => Math.min(...Object.values(scores));

    /** Returns the median of three runs, because this machine may be busy at times. */
    async function judged(path: string, form: 'phone' | 'desktop'): Promise<Judgement> {
      const all: Judgement[] = [];
      for (let n = 0; n < 3; n += 1) all.push(await lighthouse.judge(origin() + path, form));
      return all.toSorted((a, b) => lowestOf(a) - lowestOf(b))[1] as Judgement;
    }

    describe.each(['phone', 'desktop'] as const)('with pages on a %s', (form) => {
      test.for(PAGES)(
        `gives %s on a ${form} a score of at least ${MIN_SCORE} in performance, accessibility, best practices and search`,
        async ([, path], context) => {
          const judgement = await judged(path, form);
          const { scores, faults } = judgement;
          tell(context, CATEGORIES.map((category) => scores[category]).join(' '));
          expect(lowestOf(judgement) >= MIN_SCORE ? [] : [scores, ...faults]).toEqual([]);
        },
      );
    });
  },
);
