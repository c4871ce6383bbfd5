import type { Ingredient } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import type { Written } from '../entry/entry-kind.ts';
import { packInUnit } from './pack-field.ts';

/**
 * What is written of an ingredient. Its unit may be a pack: '12x395g'. Where there is a pack, the price is that of the pack,
 * and stands in it as 0.
 */
type Entered = Partial<Written<'Ingredient'>>;

/** An ingredient as it is entered. */
export const enteredIngredient = (row: Ingredient): Ingredient => ({
  ...row,
  unitPrice: row.purchase?.price ?? row.unitPrice,
  purchase: row.purchase && { ...row.purchase, price: 0 },
});

/**
 * What was entered, as commands take it: either a price for one unit or a purchase.
 * @param held what is there already, of which only what is given changes
 */
export function ingredientValues(typed: Entered, held?: Ingredient): Entered {
  const entered = withoutPackInUnit(typed);
  const { unitPrice, purchase } = entered;
  if (held && unitPrice === undefined && purchase === undefined) return entered;
  const before = held && enteredIngredient(held);
  const pack = purchase === undefined ? (before?.purchase ?? null) : purchase;
  const price = unitPrice ?? before?.unitPrice ?? 0;
  const { unitPrice: _price, purchase: _pack, ...given } = entered;
  // It was ticked while the price was zero, and then one was typed.
  const rest = price > 0 && given.free ? { ...given, free: null } : given;
  if (pack) return { ...rest, purchase: { ...pack, price } };
  // The price that follows from a purchase is what is left of it, unless another one is typed.
  const isDerived = held?.purchase !== undefined && held.purchase !== null && price === held.unitPrice;
  return isDerived ? { ...rest, purchase: null } : { ...rest, unitPrice: price };
}

/** The unit of 'Leite condensado' that was given as '12x395g' is g, and that is how it is bought; of '1 kg' it is kg. */
function withoutPackInUnit(entered: Entered): Entered {
  const pack = entered.unit === undefined ? undefined : packInUnit(entered.unit);
  if (!pack?.ok) return entered;
  const { unit, quantity } = pack.value;
  const purchase = entered.purchase ?? (quantity === SCALE ? entered.purchase : pack.value);
  return { ...entered, unit, ...(purchase === undefined ? {} : { purchase }) };
}
