import { type UnitConversion, isSameKind, unitRatio } from '#tests/support/reference/units.ts';
import { type PlainBusiness, type PlainRecipe, type Row, textOf } from './plain-business.ts';
import { type Outcome, refused } from './plain-outcomes.ts';

/** Returns all recipes that use a component. */

export const usersOf = ({ dishes, preparations }: PlainBusiness, id: string): readonly PlainRecipe[] =>
  [...dishes, ...preparations].filter(({ lines }) => lines.some(({ ingredientId }) => ingredientId === id));

export const componentOf = ({ ingredients, preparations }: PlainBusiness, id: unknown): Row | undefined =>
  [...ingredients, ...preparations].find((row) => row.id === id);

/** The unit in which an ingredient or preparation has its price. */
export const unitOf = ({ fields }: Row): string => textOf(fields['unit'] ?? fields['yield_unit']);
export const conversionsOf = ({ fields }: Pick<Row, 'fields'>) => fields['conversions'] as readonly UnitConversion[];

export const isCountable = (unit: string, component: Row): boolean =>
  unitRatio(unit, unitOf(component), conversionsOf(component)) !== undefined;

/** The length of the longest chain of preparations that begins here; Infinity in a cycle. */
export function depthOf(business: PlainBusiness, id: string, above: readonly string[] = []): number {
  if (above.includes(id)) return Infinity;
  const preparation = business.preparations.find((row) => row.id === id);
  if (!preparation) return 0;
  return 1 + Math.max(0, ...preparation.lines.map((line) => depthOf(business, line.ingredientId, [...above, id])));
}

/** Returns the first conversion that repeats an earlier one, or that follows from the units themselves. */
export function needlessConversion(conversions: readonly UnitConversion[]): Outcome | undefined {
  const at = conversions.findIndex(
    ({ unit, equalsUnit }, i) =>
      isSameKind(unit, equalsUnit) || unitRatio(unit, equalsUnit, conversions.slice(0, i)) !== undefined,
  );
  return at < 0 ? undefined : refused(422, 'conversion_needless', [`conversions.${at}.unit`]);
}

/** Returns a refusal if a line's unit could no longer be converted to that of the component. */
export const lostLine = (business: PlainBusiness, wanted: Row): Outcome | undefined =>
  usersOf(business, wanted.id)
    .flatMap(({ lines }) => lines.filter(({ ingredientId }) => ingredientId === wanted.id))
    .some(({ unit }) => !isCountable(unit, wanted))
    ? refused(409, 'conversion_in_use')
    : undefined;
