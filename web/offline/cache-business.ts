import { reaction } from 'mobx';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { SessionStore } from '#web/stores/session-store.ts';
import type { BusinessCache, CachedBusiness } from '#web/stores/business-cache.ts';

type CachedContent = Omit<CachedBusiness, 'at'>;

const isSame = (a: CachedContent | null, b: CachedContent | null): boolean =>
  a?.business === b?.business && a?.user === b?.user && a?.mix === b?.mix;

/** Milliseconds that collect a burst of changes into one write. */
const PAUSE_MS = 500;

/**
 * Caches the confirmed state of the business while a person with access is looking at it.
 * @returns a function that stops it
 */
export function cacheBusiness(
  business: Pick<BusinessStore, 'confirmed' | 'isFullyLoaded' | 'currentMix'>,
  session: Pick<SessionStore, 'user'>,
  cache: Pick<BusinessCache, 'write'>,
): () => void {
  return reaction(
    () =>
      business.isFullyLoaded && session.user?.access_granted
        ? { user: session.user, business: business.confirmed, mix: business.currentMix }
        : null,
    (content) => {
      // The administration is not available offline, so the flag is not cached.
      if (content) void cache.write({ ...content, user: { ...content.user, is_admin: false } });
    },
    { delay: PAUSE_MS, fireImmediately: true, equals: isSame },
  );
}

/**
 * Registers the service worker, which makes the dashboard available offline. Called only for people with a business and
 * when the browser is idle, because it loads all files of a build.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve));
  // A browser that refuses, as in private windows, lacks only the offline mode.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
