import { reaction } from 'mobx';
import type { BusinessStore } from '../business-store.ts';

/** Changes come in bursts: what is asked again after them is asked once. */
const PAUSE_MS = 300;

/**
 * Calls `again` when the business is no longer what it was, changed here or on another device: once the server has
 * confirmed it, so that what is asked then has it. That the business has been read at all is no change.
 * @returns the end of it
 */
export const whenChanged = (business: Pick<BusinessStore, 'confirmed' | 'status'>, again: () => void): (() => void) =>
  reaction(
    () => (business.status === 'loaded' ? business.confirmed : undefined),
    (_now, before) => {
      if (before !== undefined) again();
    },
    { delay: PAUSE_MS },
  );

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
