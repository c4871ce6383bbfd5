import type { Ingredient } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import type { Written } from '../entry/entry-kind.ts';
import { packInUnit } from './pack-field.ts';

/**
 * The entered fields of an ingredient. Its unit may be a pack, '12x395g'; the price is then that of the pack, and the
 * pack's own price field is 0.
 */
type IngredientInput = Partial<Written<'Ingredient'>>;

/** An ingredient in its entered form. What was bought by the unit is entered by the unit, and not as a pack of one. */
export const enteredIngredient = (row: Ingredient): Ingredient =>
  isBoughtByUnit(row)
    ? { ...row, purchase: null }
    : {
        ...row,
        unitPrice: row.purchase?.price ?? row.unitPrice,
        purchase: row.purchase && { ...row.purchase, price: 0 },
      };

const isBoughtByUnit = ({ source, purchase, unit }: Ingredient): boolean =>
  source !== null && purchase?.quantity === SCALE && purchase.unit === unit && purchase.label === null;

/**
 * Entered fields as commands take them: either a price for one unit or a purchase. @param held the existing ingredient,
 * of which only given fields change
 */
export function ingredientValues(typed: IngredientInput, held?: Ingredient): IngredientInput {
  const entered = withoutPackInUnit(typed);
  const { unitPrice, purchase } = entered;
  if (held && unitPrice === undefined && purchase === undefined) return entered;
  const before = held && enteredIngredient(held);
  const pack = purchase === undefined ? (before?.purchase ?? null) : purchase;
  const price = unitPrice ?? before?.unitPrice ?? 0;
  const { unitPrice: _price, purchase: _pack, ...given } = entered;
  // The box 'de graça' was ticked while the price was zero; a price was typed afterwards.
  const rest = price > 0 && given.free ? { ...given, free: null } : given;
  if (pack) return { ...rest, purchase: { ...pack, price } };
  // The unit price that follows from a purchase is kept unless another one is typed.
  const isDerived = held?.purchase !== undefined && held.purchase !== null && price === held.unitPrice;
  return isDerived ? { ...rest, purchase: null } : { ...rest, unitPrice: price };
}

/** The unit of '12x395g' is g and the text is its pack; the unit of '1 kg' is kg. */
function withoutPackInUnit(entered: IngredientInput): IngredientInput {
  const pack = entered.unit === undefined ? undefined : packInUnit(entered.unit);
  if (!pack?.ok) return entered;
  const { unit, quantity } = pack.value;
  const purchase = entered.purchase ?? (quantity === SCALE ? entered.purchase : pack.value);
  return { ...entered, unit, ...(purchase === undefined ? {} : { purchase }) };
}
