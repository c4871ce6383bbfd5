import type { Page } from 'playwright-core';
import type { ProductInBrowser } from '#tests/support/product-in-browser.ts';
import type { Actor, ActorName } from './actors.ts';
import { Answers, type FailureName, FAILURES, type FailureTime } from './answers.ts';
import { judge, RETRY } from './judge.ts';
import { type Screen, SCREENS } from './screens.ts';
import { waitForStableContent, type PageContent } from './page-content.ts';

/** One visit to a screen with some failing reads. */
export interface Case {
  readonly reads: readonly string[];
  readonly how: FailureName;
  readonly when: FailureTime;
  /** Tells whether the browser has stored the business before. */
  readonly hasStoredBusiness: boolean;
}

interface WaitOptions {
  /** The visit continues after the timeout of reads without an answer. */
  readonly isLate: boolean;
  readonly stillMs?: number;
}

/** The expected contents of a screen. */
interface ExpectedContents {
  readonly healthy: PageContent;
  readonly stranger: readonly PageContent[];
}

/** The parts of a product that the walk needs. */
export type ProductUnderTest = Pick<ProductInBrowser, 'origin' | 'newPage' | 'newAccount'>;

export interface WalkOptions {
  readonly product: ProductUnderTest;
  readonly actorOf: (name: ActorName) => Promise<Actor>;
  /** Selects cases; all by default. */
  readonly selectCases?: (cases: readonly Case[]) => readonly Case[];
}

export interface WalkResult {
  readonly cases: number;
  /** The reads of the screen. */
  readonly reads: readonly string[];
  /** The faults that were found, each with its case. */
  readonly faults: readonly string[];
}

const WAYS_TO_FAIL = Object.keys(FAILURES) as FailureName[];
/** Slightly more than the timeout after which a read without an answer has failed. */
const SILENCE_MS = 10_100;
/** The longest wait for a page to become stable. */
const PAUSES_MS = 1_000;

/**
 * The time for which a wrong or reference page must be unchanged. A busy machine shows incomplete pages for a moment.
 */
const SURE_MS = 1_000;

/** The ways of failing that are distinguished once something is known. */
const WAYS_TO_FAIL_AGAIN: readonly FailureName[] = ['500', 'nothing', 'cut off'];

/**
 * Each read alone and all of them together, in every way.
 * @param hasStoredBusiness is true if the screen stores a business
 */
const casesOf = (reads: readonly string[], hasStoredBusiness: boolean): readonly Case[] =>
  [...reads.map((read) => [read]), ...(reads.length > 1 ? [reads] : [])].flatMap((some): readonly Case[] => {
    const first = WAYS_TO_FAIL.map((how): Case => ({ reads: some, how, when: 'at first', hasStoredBusiness: false }));
    if (!hasStoredBusiness) return first;
    const again = WAYS_TO_FAIL_AGAIN.map((how): Case => ({
      reads: some,
      how,
      when: 'again',
      hasStoredBusiness: false,
    }));
    return [...first, { reads: some, how: 'cut off', when: 'at first', hasStoredBusiness: true }, ...again];
  });

const nameOf = ({ reads, how, when, hasStoredBusiness }: Case): string => {
  const what = reads.length === 1 ? reads[0] : `all ${reads.length} reads`;
  return `${what}, ${how}${when === 'again' ? ' when asked again' : ''}${hasStoredBusiness ? ' with a business kept' : ''}`;
};

/**
 * Opens a screen as its actor: once with every answer, and then with each of its reads failing in every way. The
 * browser's clock is simulated.
 */
export async function walk(
  screen: Screen,
  { product, actorOf, selectCases = (all) => all }: WalkOptions,
): Promise<WalkResult> {
  const actor = await actorOf(screen.who);
  const visit = await openVisit(screen, product, actor);
  const healthy = await visit.come();
  const { hasStoredBusiness } = await visit.leave();
  const cases = selectCases(casesOf(visit.answers.reads, hasStoredBusiness));
  const hasStrangers = cases.some((each) => mayShowVisitorScreen(each, actor));
  const stranger = hasStrangers ? await visitorContents(screen, product, actorOf) : [];
  const faults: string[] = [];
  for (const each of cases) {
    const found = await visit.visitWithFailures(each, { healthy, stranger });
    faults.push(...found.map((fault) => `${nameOf(each)}: ${fault}`));
  }
  const { reads } = visit.answers;
  await visit.end();
  return { cases: cases.length, reads, faults };
}

/** The pages for a visitor who is not signed in. */
const SIGN_IN_PATHS = ['/login', '/', '/admin-login', '/admin'];

/**
 * The contents that are allowed when the server reports no session: the screen for a visitor, or one of the sign-in
 * pages.
 */
async function visitorContents(
  screen: Screen,
  product: ProductUnderTest,
  actorOf: WalkOptions['actorOf'],
): Promise<readonly PageContent[]> {
  const stranger = await actorOf('visitor');
  const { ids } = await actorOf(screen.who);
  const comeTo = async (path: string, actor: Actor = { ...stranger, ids }): Promise<PageContent> => {
    const visit = await openVisit({ path, who: 'visitor' }, product, actor);
    const sight = await visit.come();
    await visit.end();
    return sight;
  };
  const ways = signInContents.get(product) ?? Promise.all(SIGN_IN_PATHS.map((path) => comeTo(path)));
  signInContents.set(product, ways);
  // The sign-in page tells a guest whose session has ended how to continue without an account.
  const own = screen.who === 'guest' ? [await comeTo('/login', await actorOf('guest'))] : [];
  return [await comeTo(screen.path), ...own, ...(await ways)];
}

/** The result of one visit. */
const signInContents = new WeakMap<ProductUnderTest, Promise<readonly PageContent[]>>();

/**
 * A person without a session is a visitor, and so is a person in a browser that never had access, while nothing is
 * known of them: as specified, they see nothing of the screen.
 */
const mayShowVisitorScreen = ({ how, reads }: Case, { local }: Actor): boolean =>
  how === '401' || (!('prumo.user.signed-in' in local) && reads.includes('/api/users/me'));

/** Opens a browser of the actor with a simulated clock. */
async function openVisit(screen: Screen, product: ProductUnderTest, actor: Actor) {
  const testPage = await product.newPage();
  const keeper = testPage.page;
  const context = keeper.context();
  await context.addCookies(actor.cookies.map(({ name, value }) => ({ name, value, url: product.origin })));
  await context.addInitScript(
    ([local, session]) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    },
    [actor.local, actor.session] as const,
  );
  await context.clock.install({ time: new Date() });
  const answers = new Answers();
  let kept: string | undefined;
  const address = screen.path.replace(/:([a-z]+)/g, (_, name: string) => actor.ids[name] ?? '');

  /** Returns the screen once it is stable. */
  async function waitUntilStable(page: Page, { isLate, stillMs }: WaitOptions): Promise<PageContent> {
    const seen = await waitForStableContent(page, answers, stillMs);
    if (!isLate) return seen;
    await context.clock.fastForward(SILENCE_MS);
    return waitForStableContent(page, answers, stillMs);
  }

  async function comeTo(page: Page, how: WaitOptions): Promise<PageContent> {
    await page.goto(product.origin + address);
    let seen = await waitUntilStable(page, how);
    if (screen.pause !== undefined) {
      await context.clock.fastForward(screen.pause);
      seen = await waitUntilStable(page, how);
    }
    if (!screen.open) return seen;
    await screen.open(page);
    return waitUntilStable(page, how);
  }

  async function newPage(): Promise<Page> {
    const page = await context.newPage();
    await answers.interceptReads(page);
    return page;
  }

  return {
    answers,
    end: () => testPage.close(),
    /** Visits the screen with every answer. */
    async come(): Promise<PageContent> {
      const page = await newPage();
      const seen = await comeTo(page, { isLate: false, stillMs: SURE_MS });
      await context.clock.fastForward(PAUSES_MS);
      await waitForStableContent(page, answers);
      await page.close();
      return seen;
    },
    /** Removes the stored business from the browser. */
    async leave(): Promise<{ readonly hasStoredBusiness: boolean }> {
      await keeper.goto(`${product.origin}/favicon.svg`);
      kept = await keeper.evaluate(async () => (await caches.match('/kept-business'))?.text());
      await keep(keeper, undefined);
      return { hasStoredBusiness: kept !== undefined };
    },
    /** Visits the screen with failing reads. @returns what was wrong */
    async visitWithFailures(each: Case, known: ExpectedContents): Promise<readonly string[]> {
      answers.fail(each.reads, each.how, each.when);
      await keep(keeper, each.hasStoredBusiness ? kept : undefined);
      const page = await newPage();
      const crashes: string[] = [];
      page.on('pageerror', ({ message }) => crashes.push(`broke: ${message}`));
      try {
        return [...(await lookAt(page, each, known)), ...crashes];
      } catch (error) {
        return [(error as Error).message, ...crashes];
      } finally {
        await page.close();
      }
    },
  };

  async function lookAt(page: Page, each: Case, { healthy, stranger }: ExpectedContents): Promise<readonly string[]> {
    const isLate = each.how === 'nothing';
    let seen = await comeTo(page, { isLate });
    if (each.when === 'again') {
      await context.clock.fastForward(PAUSES_MS);
      seen = await waitUntilStable(page, { isLate });
    }
    const known = { healthy, stranger, mayShowVisitorScreen: mayShowVisitorScreen(each, actor) };
    let verdict = judge(seen, known);
    if (verdict.faults.length > 0) {
      seen = await waitUntilStable(page, { isLate, stillMs: SURE_MS });
      verdict = judge(seen, known);
    }
    const faults = [...verdict.faults, ...answers.faults];
    const canHeal = !verdict.isUnchanged && !verdict.isVisitorScreen && !screen.growsByRetry && !screen.open;
    if (faults.length > 0 || !canHeal) return faults;
    answers.heal();
    await tryAgain(page);
    const isHealed = ({ lines }: PageContent): boolean => lines.join('\n') === healthy.lines.join('\n');
    let healed = await waitForStableContent(page, answers);
    if (!isHealed(healed)) healed = await waitForStableContent(page, answers, SURE_MS);
    if (isHealed(healed)) return [];
    return [`tried again it is not what it was: ${differenceOf(healed, healthy)}`];
  }

  /** Presses every button that offers to try again, until none does. */
  async function tryAgain(page: Page): Promise<void> {
    for (let presses = 0; presses < 8; presses += 1) {
      const button = page.getByRole('button', { name: RETRY }).first();
      if (!(await button.isVisible())) return;
      await button.click();
      if (screen.pause !== undefined) await context.clock.fastForward(screen.pause);
      await waitForStableContent(page, answers);
      if (screen.path === '/status') return; // This one may always be pressed again.
    }
  }
}

/** Restores exactly the stored business that the browser had for offline use before the case. */
const keep = (keeper: Page, kept: string | undefined): Promise<void> =>
  keeper.evaluate(async (text) => {
    await caches.delete('prumo-business');
    if (text !== undefined) await (await caches.open('prumo-business')).put('/kept-business', new Response(text));
  }, kept);

function differenceOf(seen: PageContent, healthy: PageContent): string {
  const only = (some: readonly string[], others: readonly string[]): string =>
    some.filter((line) => !others.includes(line)).join(' | ');
  return `+ ${only(seen.lines, healthy.lines)} − ${only(healthy.lines, seen.lines)}`;
}

/** Screens of which a few cases run with all tests. */
export const SAMPLE: readonly Screen[] = SCREENS.filter(({ path, who }) =>
  ['/dashboard?tab=dashboard', '/dashboard?tab=revenue'].some((sampled) => sampled === path && who === 'owner'),
);
