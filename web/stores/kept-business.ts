import type { MixBody } from '#contract/mix.schema.ts';
import type { UserBody } from '#contract/user.ts';
import { keptText, keptValue } from '#web/stores/kept-text.ts';
import type { Business } from '#domain/business/state.ts';
import { ADDED_FIELDS } from '#domain/business/tables.ts';

/** A business as it was last seen here, and by whom: for looking at while there is no connection. */
export interface KeptBusiness {
  readonly user: UserBody;
  readonly business: Business;
  /** By what is sold; null where nothing is, or where it was not known. */
  readonly mix: MixBody | null;
  readonly at: Date;
}

/** Where it lies in this browser. There is one at most: that of the account that is signed in. */
export interface BusinessKeeper {
  read(): Promise<KeptBusiness | undefined>;
  write(kept: Omit<KeptBusiness, 'at'>): Promise<void>;
  forget(): Promise<void>;
}

interface Options {
  /** Undefined where the browser has none, as in a page that came without encryption. */
  readonly caches: Pick<CacheStorage, 'open' | 'delete'> | undefined;
  /** Is somebody signed in here, as far as this browser remembers? It forgets that when they sign out, in every tab at once. */
  readonly mayKeep: () => boolean;
  readonly now?: () => Date;
}

/** Grows with every change to what a kept business consists of; by itself where a field is added to a table of fields. */
export const KEPT_SHAPE = 6 + ADDED_FIELDS;

const CACHE = 'prumo-business';
const ADDRESS = '/kept-business';
/** As long as a session that is not used. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1_000;

/** What is done comes one after the other: forgetting also undoes a writing that is still under way. */
export function createBusinessKeeper({ caches, mayKeep, now = () => new Date() }: Options): BusinessKeeper {
  let last: Promise<unknown> = Promise.resolve();

  /** Storage that is full or blocked keeps nothing, which is no reason to stop. */
  function inTurn<T>(work: (storage: NonNullable<Options['caches']>) => Promise<T>): Promise<T | undefined> {
    if (caches === undefined) return Promise.resolve(undefined);
    const done = last.then(() => work(caches)).catch(() => undefined);
    last = done;
    return done;
  }

  return {
    read: () =>
      inTurn(async (storage) => {
        if (!mayKeep()) return undefined;
        const response = await (await storage.open(CACHE)).match(ADDRESS);
        const kept = response && keptFrom(await response.text());
        return kept && now().getTime() - kept.at.getTime() < MAX_AGE_MS ? kept : undefined;
      }),
    async write(kept) {
      await inTurn(async (storage) => {
        if (mayKeep()) await (await storage.open(CACHE)).put(ADDRESS, new Response(textOf({ ...kept, at: now() })));
        if (!mayKeep()) await storage.delete(CACHE); // signed out in another tab at this very moment
      });
    },
    async forget() {
      await inTurn((storage) => storage.delete(CACHE));
    },
  };
}

/** Maps as lists of pairs. */
const textOf = (kept: KeptBusiness): string =>
  keptText(KEPT_SHAPE, kept, (_key, value) => (value instanceof Map ? { pairs: [...value] } : value));

/** Undefined when another version of this program wrote it. */
function keptFrom(text: string): KeptBusiness | undefined {
  const kept = keptValue(KEPT_SHAPE, text, (_key, value) => (isPairs(value) ? new Map(value.pairs) : value)) as
    KeptBusiness | undefined;
  return kept && { ...kept, at: new Date(kept.at) };
}

const isPairs = (value: unknown): value is { readonly pairs: readonly [unknown, unknown][] } =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1 && 'pairs' in value;

let ofThisBrowser: BusinessKeeper | undefined;

/** The one of this page: all that is done with it has to come in turn. */
export const browserKeeper = (mayKeep: () => boolean): BusinessKeeper =>
  (ofThisBrowser ??= createBusinessKeeper({ caches: globalThis.caches, mayKeep }));
