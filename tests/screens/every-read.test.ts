import { expect, test } from 'vitest';
import { productInBrowser } from '#tests/support/product-in-browser.ts';
import { actorsOf } from './actors.ts';
import { nameOf, SCREENS } from './screens.ts';
import { type Case, SAMPLE, walk, type WalkResult } from './walk.ts';

// Every screen is loaded with each of its reads failing in every way, and with all of them failing. Unknown values must
// be
// shown as unknown with a way to try again, and never as zero or missing. A few cases run with all tests;
// `npm run test:screens` runs all of them.

const IS_WHOLE = process.env['SCREENS'] === 'all';
const LIMIT_MS = IS_WHOLE ? 60 * 60_000 : 120_000;

const product = productInBrowser();
const actorOf = actorsOf(product);

/** Cases that found a fault once, and one case of each other kind. */
const sample = (cases: readonly Case[]): readonly Case[] =>
  cases.filter(({ reads, how, when, hasStoredBusiness }) => {
    const what = reads.length > 1 ? 'all' : (reads[0] ?? '');
    return SAMPLED.includes(`${what} ${how} ${when}${hasStoredBusiness ? ' kept' : ''}`);
  });
const SAMPLED = [
  'all 500 at first',
  'all cut off at first kept',
  '/api/revenue-projections 500 at first',
  '/api/fixed-costs nothing at first',
  '/api/dishes 500 again',
];

const lineOf = (name: string, { reads, cases, faults }: WalkResult): string =>
  [`${name}: ${reads.length} reads, ${cases} cases, ${faults.length} faults`, ...faults, ''].join('\n');

test.concurrent.each((IS_WHOLE ? SCREENS : SAMPLE).map((screen) => [nameOf(screen), screen] as const))(
  'no screen shows anything wrong while its reads fail, and each offers a retry: %s',
  { timeout: LIMIT_MS },
  async (name, screen) => {
    const walked = await walk(screen, { product, actorOf, ...(IS_WHOLE ? {} : { selectCases: sample }) });
    // The console is silent where tests pass, so this writes to stdout.
    if (IS_WHOLE) process.stdout.write(lineOf(name, walked));
    expect(walked.faults.join('\n')).toBe('');
    // A visitor without a session makes no such read.
    const isNobody = screen.who === 'visitor' || screen.who === 'payer';
    expect(walked.reads.includes('/api/users/me')).toBe(!isNobody);
  },
);
