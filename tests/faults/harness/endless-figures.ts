import { type BusinessWithFigures, computeFigures as computed } from '#read-model/business-with-figures.ts';

export * from '#read-model/business-with-figures.ts';

export const POISON = 'Sem fim';

/** Calculates the figures, but never returns for a business that has a cost of this name. */
export function computeFigures(...given: Parameters<typeof computed>): BusinessWithFigures {
  const [{ fixedCosts }] = given;
  while ([...fixedCosts.values()].some(({ name }) => name === POISON));
  return computed(...given);
}
