import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '#runtime/waiting.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts';
import type { InstalledProgram } from './real-program.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];
export type Form = 'phone' | 'desktop';

/** Lighthouse's judgement of a page: 0 to 100 for each category, and the failed audits. */
export interface Judgement {
  readonly scores: Readonly<Record<Category, number>>;
  readonly faults: readonly string[];
}

/** The part of Lighthouse's result that is used here. */
interface Answer {
  readonly lhr: {
    readonly categories: Readonly<
      Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
    >;
    readonly audits: Readonly<Record<string, { readonly score: number | null; readonly displayValue?: string }>>;
  };
}

interface Lighthouse extends InstalledProgram {
  readonly judge: (url: string, form: Form) => Promise<Judgement>;
  readonly close: () => Promise<void>;
}

type Run = (url: string, flags: object, config?: object) => Promise<Answer | undefined>;

const packages = createRequire(new URL('../packages/package.json', import.meta.url));

/** Returns where it is installed and its version, or why it is not. */
export function installedLighthouse(): (InstalledProgram & { readonly main: string }) | string {
  try {
    const manifest = packages.resolve('lighthouse/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
    return { version, main: join(dirname(manifest), 'core', 'index.js') };
  } catch {
    return 'not installed: npm ci --prefix tests/real/packages';
  }
}

const FLAGS = [...CHROMIUM_FLAGS, '--remote-debugging-port=0'];

/** The browser chooses the port, and writes it into its folder. */
async function startBrowser(folder: string): Promise<{ readonly browser: ChildProcess; readonly port: number }> {
  const { executablePath, env } = findChromium();
  const browser = spawn(executablePath, [...FLAGS, `--user-data-dir=${folder}`], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  let port = Number.NaN;
  const isThere = (): boolean => {
    try {
      port = Number(readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
    } catch {
      return false;
    }
    return port > 0;
  };
  if (!(await waitUntil(isThere, { everyMs: 50, withinMs: 30_000 }))) throw new Error('the browser does not start');
  return { browser, port };
}

function judgementIn({ lhr: { categories, audits } }: Answer): Judgement {
  const scoreOf = (category: Category): number => Math.round((categories[category]?.score ?? 0) * 100);
  const faults = CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.98)
      .map(({ id }) => [id, audits[id]?.displayValue].filter(Boolean).join(' ')),
  );
  const scores = Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(category)]));
  return { scores: scores as Record<Category, number>, faults };
}

export async function startLighthouse({
  main,
  version,
}: {
  readonly main: string;
  readonly version: string;
}): Promise<Lighthouse> {
  const { default: run, desktopConfig } = (await import(pathToFileURL(main).href)) as {
    readonly default: Run;
    readonly desktopConfig: object;
  };
  const folder = mkdtempSync(join(tmpdir(), 'prumo-lighthouse-'));
  const { browser, port } = await startBrowser(folder);
  return {
    version,
    async judge(url, form) {
      const flags = { port, onlyCategories: CATEGORIES, logLevel: 'error', locale: 'en' };
      const answer = await run(url, flags, form === 'desktop' ? desktopConfig : undefined);
      if (!answer) throw new Error(`${url}: no judgement`);
      return judgementIn(answer);
    },
    async close() {
      const gone = once(browser, 'exit');
      browser.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
