import type { Business } from '#domain/business/state.ts';

/** The parts of a business, each read by a call of its own. `statedTicket` is the average sale per order as entered. */
export const PARTS = [
  'fixedCosts',
  'variableCosts',
  'dishes',
  'months',
  'ingredients',
  'preparations',
  'channels',
  'settings',
  'statedTicket',
] as const;

export type BusinessPart = (typeof PARTS)[number];

/** A screen has read a part without checking whether it is known. */
class MissingPart extends Error {
  override readonly name = 'MissingPart';
  constructor(part: BusinessPart) {
    super(`not known of this business: ${part}`);
  }
}

/** The business with missing parts guarded: reading one throws, so that it never looks like an empty list. */
export function guardMissingParts(business: Business, missing: ReadonlySet<BusinessPart>): Business {
  if (missing.size === 0) return business;
  const guarded = { ...business };
  for (const part of missing)
    Object.defineProperty(guarded, part, {
      enumerable: true,
      get() {
        throw new MissingPart(part);
      },
    });
  return guarded;
}
