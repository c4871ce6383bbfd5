import type { Business } from '#domain/business/state.ts';

/** What a business consists of on screen, each read by a call of its own. */
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

export type Part = (typeof PARTS)[number];

/** All that the figures of a business are made of. */
export const FIGURE_PARTS = PARTS;

/** A screen has asked for a part that is not known, without looking first whether it is. */
class NotKnown extends Error {
  override readonly name = 'NotKnown';
  constructor(part: Part) {
    super(`not known of this business: ${part}`);
  }
}

/** The business with the missing parts out of reach: to read one is an error, and never an empty list. */
export function withinReach(business: Business, missing: ReadonlySet<Part>): Business {
  if (missing.size === 0) return business;
  const reachable = { ...business };
  for (const part of missing)
    Object.defineProperty(reachable, part, {
      enumerable: true,
      get() {
        throw new NotKnown(part);
      },
    });
  return reachable;
}
