import { AMOUNTS } from '#domain/amounts.ts';
import { readUnit } from '#domain/names.ts';
import type { Preparation } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatQuantity } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';
import type { FieldReading } from '#domain/business/field.ts';
import type { FormField } from '../entry/field.ts';
import { quantityProblem } from './pack-field.ts';

/** The yield of one batch of a preparation: 2 kg, 40 un. */
export interface RecipeYield {
  readonly quantity: TenThousandths;
  readonly unit: string;
}

export const recipeYieldOf = ({ yieldQuantity, yieldUnit }: Preparation): RecipeYield => ({
  quantity: yieldQuantity,
  unit: yieldUnit,
});

/** The batch as text: '2 kg'. */
export const recipeYieldText = ({ quantity: amount, unit }: RecipeYield): string => `${formatQuantity(amount)} ${unit}`;

/** The batch as the fields of a command. */
export const yieldCommandFields = ({ quantity: yieldQuantity, unit: yieldUnit }: RecipeYield) => ({
  yieldQuantity,
  yieldUnit,
});

const EXAMPLE = '2 kg ou 40 un';

const invalid = (sentence: string): FieldReading<RecipeYield> => ({ ok: false, sentence });

/** The field 'Rende', typed in free text. A number without a unit is incomplete. */
export const recipeYieldField: FormField<RecipeYield> = {
  apiName: 'yield_quantity',
  label: 'Rende',
  toInputText: ({ quantity: amount, unit }) => `${formatForInput(amount)} ${unit}`,
  toSentenceText: recipeYieldText,
  read(text) {
    const reading = readQuantity(text);
    if (reading.kind !== 'value') return invalid(quantityProblem(reading, EXAMPLE));
    const { quantity: amount, unit } = reading.value;
    const { min, max } = AMOUNTS.yieldQuantity;
    if (amount < min) return invalid('O valor precisa ser maior que zero.');
    if (amount > max) return invalid(`O maior valor aceito é ${formatQuantity(max)}.`);
    if (unit === undefined) return invalid(`Diga também a unidade, como ${EXAMPLE}.`);
    const unitReading = readUnit(unit);
    return unitReading.ok ? { ok: true, value: { quantity: amount, unit: unitReading.name } } : unitReading;
  },
};
