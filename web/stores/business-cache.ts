import type { MixBody } from '#contract/mix.schema.ts';
import type { UserBody } from '#contract/account.ts';
import { versionedText, parseVersioned } from './stored-value.ts';
import type { Business } from '#domain/business/state.ts';
import { ADDED_FIELD_COUNT } from '#domain/business/entity-fields.ts';

/** The last state of a business and its user, cached for offline use. */
export interface CachedBusiness {
  readonly user: UserBody;
  readonly business: Business;
  /** The mix; null without sales or if it is unknown. */
  readonly mix: MixBody | null;
  readonly at: Date;
}

/** The cache of the business in this browser. It contains at most one, that of the signed-in account. */
export interface BusinessCache {
  read(): Promise<CachedBusiness | undefined>;
  write(business: Omit<CachedBusiness, 'at'>): Promise<void>;
  forget(): Promise<void>;
}

interface CacheOptions {
  /** The caches of the browser; undefined where it has none, as on a page without encryption. */
  readonly caches: Pick<CacheStorage, 'open' | 'delete'> | undefined;
  /**
   * Tells whether somebody is signed in, as far as this browser remembers. Signing out ends that in every tab at once.
   */
  readonly isSignedIn: () => boolean;
  readonly now?: () => Date;
}

/**
 * The version of the cached data, raised with every change of their shape; an added field of a field table raises it
 * automatically.
 */
export const CACHE_SHAPE = 9 + ADDED_FIELD_COUNT;

const CACHE = 'prumo-business';
const ADDRESS = '/kept-business';
/** The cache expires with the longest unused session. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1_000;

/** Operations run one after the other, so that deleting also removes the result of an unfinished write. */
export function createBusinessCache({ caches, isSignedIn, now = () => new Date() }: CacheOptions): BusinessCache {
  let last: Promise<unknown> = Promise.resolve();

  /** A full or blocked storage caches nothing, and the app goes on. */
  function enqueue<T>(work: (storage: NonNullable<CacheOptions['caches']>) => Promise<T>): Promise<T | undefined> {
    if (caches === undefined) return Promise.resolve(undefined);
    const done = last.then(() => work(caches)).catch(() => undefined);
    last = done;
    return done;
  }

  return {
    read: () =>
      enqueue(async (storage) => {
        if (!isSignedIn()) return undefined;
        const response = await (await storage.open(CACHE)).match(ADDRESS);
        const cached = response && parseCachedBusiness(await response.text());
        return cached && now().getTime() - cached.at.getTime() < MAX_AGE_MS ? cached : undefined;
      }),
    async write(business) {
      await enqueue(async (storage) => {
        if (isSignedIn())
          await (await storage.open(CACHE)).put(ADDRESS, new Response(toText({ ...business, at: now() })));
        if (!isSignedIn()) await storage.delete(CACHE); // The person was signed out in another tab meanwhile.
      });
    },
    async forget() {
      await enqueue((storage) => storage.delete(CACHE));
    },
  };
}

/** JSON text with maps as lists of pairs. */
const toText = (business: CachedBusiness): string =>
  versionedText(CACHE_SHAPE, business, (_key, value) => (value instanceof Map ? { pairs: [...value] } : value));

/** Reads a stored business; undefined if another version of this program wrote it. */
function parseCachedBusiness(text: string): CachedBusiness | undefined {
  const cached = parseVersioned(CACHE_SHAPE, text, (_key, value) => (isPairs(value) ? new Map(value.pairs) : value)) as
    CachedBusiness | undefined;
  return cached && { ...cached, at: new Date(cached.at) };
}

const isPairs = (value: unknown): value is { readonly pairs: readonly [unknown, unknown][] } =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1 && 'pairs' in value;

let browserCache: BusinessCache | undefined;

/** The single instance of this page: its operations have to run one after the other. */
export const browserBusinessCache = (mayKeep: () => boolean): BusinessCache =>
  (browserCache ??= createBusinessCache({ caches: globalThis.caches, isSignedIn: mayKeep }));
