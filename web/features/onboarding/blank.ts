import type { BusinessStore } from '#web/stores/business-store.ts';

/** Is there nothing yet that a ready model would bring? Not known while a list is missing. */
export const isBlank = ({ whole }: BusinessStore): boolean =>
  whole.kind === 'known' &&
  [whole.value.fixedCosts, whole.value.variableCosts, whole.value.ingredients, whole.value.dishes].every(
    ({ size }) => size === 0,
  );
