import type { BusinessStore } from '../business-store.ts';

/** Ties a business to the life of its page: leaving with unsaved changes is asked about, a connection that comes back is used. */
export function watchPage(business: BusinessStore, page: Window): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  page.addEventListener('online', () => business.reconnected(), { signal });
  page.addEventListener(
    'beforeunload',
    (event) => {
      if (business.unsaved) event.preventDefault();
    },
    { signal },
  );
  return () => stop.abort();
}
