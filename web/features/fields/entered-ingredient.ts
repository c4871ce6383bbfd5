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
    ? { ...row, pack: null }
    : {
        ...row,
        unitPrice: row.pack?.price ?? row.unitPrice,
        pack: row.pack && { ...row.pack, price: 0 },
      };

const isBoughtByUnit = ({ priceSource, pack, unit }: Ingredient): boolean =>
  priceSource !== null && pack?.quantity === SCALE && pack.unit === unit && pack.label === null;

/**
 * Entered fields as commands take them: either a price for one unit or a purchase. @param held the existing ingredient,
 * of which only given fields change
 */
export function ingredientValues(typed: IngredientInput, held?: Ingredient): IngredientInput {
  const entered = withoutPackInUnit(typed);
  const { unitPrice, pack: enteredPack } = entered;
  if (held && unitPrice === undefined && enteredPack === undefined) return entered;
  const before = held && enteredIngredient(held);
  const pack = enteredPack === undefined ? (before?.pack ?? null) : enteredPack;
  const price = unitPrice ?? before?.unitPrice ?? 0;
  const { unitPrice: _price, pack: _pack, ...given } = entered;
  // The box 'de graça' was ticked while the price was zero; a price was typed afterwards.
  const rest = price > 0 && given.free ? { ...given, free: null } : given;
  if (pack) return { ...rest, pack: { ...pack, price } };
  // The unit price that follows from a purchase is kept unless another one is typed.
  const isDerived = held?.pack !== undefined && held.pack !== null && price === held.unitPrice;
  return isDerived ? { ...rest, pack: null } : { ...rest, unitPrice: price };
}

/** The unit of '12x395g' is g and the text is its pack; the unit of '1 kg' is kg. */
function withoutPackInUnit(entered: IngredientInput): IngredientInput {
  const pack = entered.unit === undefined ? undefined : packInUnit(entered.unit);
  if (!pack?.ok) return entered;
  const { unit, quantity } = pack.value;
  const purchase = entered.pack ?? (quantity === SCALE ? entered.pack : pack.value);
  return { ...entered, unit, ...(purchase === undefined ? {} : { pack: purchase }) };
}
