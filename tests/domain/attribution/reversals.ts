import type { Business } from '#domain/business/state.ts';
import type { Recipe } from '#domain/business/recipe/components.ts';
import type { FigureChange } from '#domain/attribution/figure-change.ts';

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

/** The change with all signs reversed. */
export const reversedChange = ({ parts, before, after, difference, ...rest }: FigureChange): FigureChange => ({
  ...rest,
  before: after,
  after: before,
  difference: 0 - difference,
  parts: parts.map(({ cause, value }) => ({ cause: { ...cause, from: cause.to, to: cause.from }, value: -value })),
});
