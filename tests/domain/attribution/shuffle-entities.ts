import type { Business } from '#domain/business/state.ts';
import type { Recipe } from '#domain/business/recipe/components.ts';

const reversed = <Key, Row>(rows: ReadonlyMap<Key, Row>) => new Map([...rows].toReversed());

const shuffled = <Row extends Recipe>(rows: ReadonlyMap<string, Row>) =>
  new Map([...reversed(rows)].map(([id, row]) => [id, { ...row, lines: row.lines.toReversed() }]));

/** Returns the business with all entities in another order. */
export const shuffleEntities = (business: Business): Business => ({
  ...business,
  fixedCosts: reversed(business.fixedCosts),
  variableCosts: reversed(business.variableCosts),
  months: reversed(business.months),
  ingredients: reversed(business.ingredients),
  preparations: shuffled(business.preparations),
  dishes: shuffled(business.dishes),
});
