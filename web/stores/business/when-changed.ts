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
