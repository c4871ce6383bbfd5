import { type FiguredBusiness, withFigures as computed } from '#read-model/figured-business.ts';

export * from '#read-model/figured-business.ts';

export const POISON = 'Sem fim';

/** Calculates the figures, but never returns for a business that has a cost of this name. */
export function withFigures(...given: Parameters<typeof computed>): FiguredBusiness {
  const [{ fixedCosts }] = given;
  while ([...fixedCosts.values()].some(({ name }) => name === POISON));
  return computed(...given);
}
