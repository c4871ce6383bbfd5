import type { Business } from './state.ts';

/** What it takes in memory, in things (a cost, a month, an ingredient) of about 400 bytes each. */
export function sizeOf(business: Business): number {
  const { fixedCosts, variableCosts, months, ingredients, preparations, dishes, channels, sales } = business;
  const lists = fixedCosts.size + variableCosts.size + months.size + ingredients.size + channels.size;
  let sold = 0;
  for (const { rows } of sales.values()) sold += rows.length;
  return lists + THINGS_IN_A_RECIPE * (dishes.size + preparations.size) + Math.ceil(sold / SOLD_IN_A_THING);
}

const THINGS_IN_A_RECIPE = 6;
/** Of a dish in a month and a channel 74 bytes are kept. */
const SOLD_IN_A_THING = 5;
