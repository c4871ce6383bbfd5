import { displayedPrice } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { SCALE, HUNDRED_PERCENT, type TenThousandths } from '#domain/decimal.ts';
import type { EnteredValues } from '../entry/entry-definition.ts';
import { readPackTypedAsUnit } from './pack-field.ts';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { formatForInput } from '#domain/numerals.ts';
import type { FormField } from '../entry/field.ts';
import { toSearchText } from '#domain/text.ts';

/** The usable percentage of a purchase; an empty text means all of it. */
export const yieldField: FormField<TenThousandths | null> = {
  apiName: 'yield',
  label: 'Rendimento',
  isOptional: true,
  toInputText: (percentage) => (percentage === null ? '' : formatForInput(percentage)),
  toSentenceText: (percentage) => `${formatForInput(percentage ?? HUNDRED_PERCENT)} %`,
  read(text) {
    if (text.trim() === '') return { ok: true, value: null };
    const reading = readAmount(text, AMOUNTS.yieldPercentage);
    if (!reading.ok) return reading;
    return { ok: true, value: reading.tenThousandths === HUNDRED_PERCENT ? null : reading.tenThousandths };
  },
};

export const YES = 'sim';

/** The field that says that a price of zero is intended: water costs nothing. */
export const freeField: FormField<true | null> = {
  apiName: 'free',
  label: 'De graça',
  isOptional: true,
  toInputText: (isFree) => (isFree ? YES : ''),
  toSentenceText: (isFree) => (isFree ? 'de graça' : 'não é de graça'),
  read(text) {
    const word = toSearchText(text.trim());
    if (word === YES) return { ok: true, value: true };
    return word === '' || word === 'nao' ? { ok: true, value: null } : { ok: false, sentence: 'Diga sim ou não.' };
  },
};

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
