import type { BusinessStore } from '#web/stores/business-store.ts';

/** Is there nothing yet that a ready model would bring? Not known while a list is missing. */
export const isBlank = ({ status, failedLists, state }: BusinessStore): boolean =>
  status === 'loaded' &&
  failedLists.size === 0 &&
  state.fixedCosts.size + state.variableCosts.size + state.ingredients.size + state.dishes.size === 0;
