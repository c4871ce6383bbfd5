import { reaction } from 'mobx';
import type { BusinessStore } from '../business-store.ts';
import type { BusinessReader } from './business-reader.ts';

/** Milliseconds that collect a burst of changes into one call. */
const PAUSE_MS = 300;

/**
 * Calls `onChange` after each change of the business by anybody, once the server has confirmed it, so that a read then
 * contains it. The first load is no change.
 * @returns a function that stops it
 */
export const whenChanged = (
  business: Pick<BusinessStore, 'confirmed'> & { readonly reader: Pick<BusinessReader, 'status'> },
  onChange: () => void,
): (() => void) =>
  reaction(
    () => (business.reader.status === 'loaded' ? business.confirmed : undefined),
    (_now, before) => {
      if (before !== undefined) onChange();
    },
    { delay: PAUSE_MS },
  );

/** Connects a business to its page: leaving with unsaved changes is confirmed, and a restored connection is used. */
export function watchPage(business: BusinessStore, page: Window): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  page.addEventListener('online', () => business.reader.onReconnected(), { signal });
  page.addEventListener(
    'beforeunload',
    (event) => {
      if (business.hasUnsavedChanges) event.preventDefault();
    },
    { signal },
  );
  return () => stop.abort();
}
