import { displayedPrice } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import type { EnteredValues } from '../entry/entry-definition.ts';
import { readPackTypedAsUnit } from './pack-field.ts';

/**
 * The entered fields of an ingredient. Its unit may be a pack, '12x395g'; the price is then that of the pack, and the
 * pack's own price field is 0.
 */
type IngredientInput = Partial<EnteredValues<'Ingredient'>>;

/**
 * An ingredient in its entered form, with the current price of its pack. What was bought by the unit is entered by the
 * unit, and not as a pack of one.
 */
export function displayedIngredient(row: Ingredient): Ingredient {
  if (isBoughtByUnit(row)) return { ...row, pack: null };
  const { pack, unitPrice } = displayedPrice(row);
  return { ...row, unitPrice: pack?.price ?? unitPrice, pack: pack && { ...pack, price: 0 } };
}

const isBoughtByUnit = ({ priceSource, pack, unit }: Ingredient): boolean =>
  priceSource !== null && pack?.quantity === SCALE && pack.unit === unit && pack.label === null;

/**
 * Entered fields as commands take them: either a price for one unit or a pack.
 * @param savedRow the ingredient that is changed, of which only given fields change
 */
export function toCommandValues(input: IngredientInput, savedRow?: Ingredient): IngredientInput {
  const values = withoutPackInUnit(input);
  const { unitPrice, pack: enteredPack } = values;
  if (savedRow && unitPrice === undefined && enteredPack === undefined) return values;
  const savedAsDisplayed = savedRow && displayedIngredient(savedRow);
  const pack = enteredPack === undefined ? (savedAsDisplayed?.pack ?? null) : enteredPack;
  const price = unitPrice ?? savedAsDisplayed?.unitPrice ?? 0;
  const { unitPrice: _price, pack: _pack, ...otherValues } = values;
  // The box 'de graça' was ticked while the price was zero; a price was typed afterwards.
  const rest = price > 0 && otherValues.free ? { ...otherValues, free: null } : otherValues;
  if (pack) return { ...rest, pack: { ...pack, price } };
  // The unit price that follows from a purchase is kept unless another one is typed.
  const isDerived = savedRow?.pack !== undefined && savedRow.pack !== null && price === savedRow.unitPrice;
  return isDerived ? { ...rest, pack: null } : { ...rest, unitPrice: price };
}

/** The unit of '12x395g' is g and the text is its pack; the unit of '1 kg' is kg. */
function withoutPackInUnit(input: IngredientInput): IngredientInput {
  const packInUnit = input.unit === undefined ? undefined : readPackTypedAsUnit(input.unit);
  if (!packInUnit?.ok) return input;
  const { unit, quantity } = packInUnit.value;
  const enteredPack = input.pack ?? (quantity === SCALE ? input.pack : packInUnit.value);
  return { ...input, unit, ...(enteredPack === undefined ? {} : { pack: enteredPack }) };
}
