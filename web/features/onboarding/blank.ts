import type { BusinessStore } from '#web/stores/business-store.ts';

const PARTS = ['fixedCosts', 'variableCosts', 'ingredients', 'preparations', 'dishes'] as const;

/** Is there nothing yet that a ready model would bring? Not known while a list is missing. */
export const isBlank = ({ whole }: BusinessStore): boolean =>
  whole.kind === 'known' && PARTS.every((part) => whole.value[part].size === 0);
