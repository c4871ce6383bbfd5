import type { BusinessStore } from '../business-store.ts';

/**
 * Ties a business to the life of its page: removals are sent before the page goes away, leaving with unsaved changes is
 * asked about, and a connection that comes back is used. Returns its stop, which sends the removals too.
 */
export function watchPage(business: BusinessStore, page: Window): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  page.addEventListener('pagehide', () => business.sendRemovals(), { signal });
  page.addEventListener('online', () => business.reconnected(), { signal });
  page.document.addEventListener(
    'visibilitychange',
    () => {
      // The last moment that a phone grants before it may end the page.
      if (page.document.visibilityState === 'hidden') business.sendRemovals();
    },
    { signal },
  );
  page.addEventListener(
    'beforeunload',
    (event) => {
      if (business.unsaved) event.preventDefault();
    },
    { signal },
  );
  return () => {
    business.sendRemovals();
    stop.abort();
  };
}
