import { type NameReading, readUnit } from '#domain/names.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import { formatQuantity } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { type Conversions } from '#domain/units/conversions.ts';
import { readConversions, readPack, type InputReading } from '#domain/units/quantity-text.ts';
import { measureOf } from '#domain/units/measure.ts';
import type { FieldReading } from '#domain/business/field.ts';
import { type FormField, textField } from '../entry/field.ts';

const invalidReading = (sentence: string): { readonly ok: false; readonly sentence: string } => ({
  ok: false,
  sentence,
});

/** A sentence about a text that could not be read. @param example a text that can */
export function quantityProblem(reading: Exclude<InputReading<unknown>, { kind: 'value' }>, example: string): string {
  switch (reading.kind) {
    case 'ambiguous': {
      const [decimal, thousands] = reading.candidates;
      return `Você quis dizer ${formatQuantity(decimal)} ou ${formatQuantity(thousands)}? Escreva com vírgula ou sem ponto.`;
    }
    case 'too_many_decimals':
      return 'Use no máximo 4 casas decimais.';
    case 'empty':
    case 'not_understood':
      return `Isto não é uma quantidade. Escreva como ${example}.`;
    default:
      return reading satisfies never;
  }
}

/** The field for the content of a pack: 'caixa 12 × 395 g'. Its price is typed into the price field. */
export const packField: FormField<Pack | null> = {
  apiName: 'purchase.unit',
  label: 'Embalagem',
  isOptional: true,
  toInputText(pack) {
    if (pack === null) return '';
    const { label, unit } = pack;
    const amountText = `${formatQuantity(pack.quantity).replaceAll('.', '')} ${unit}`;
    if (label === null) return amountText;
    // The text in the input must be read as the same pack again.
    const isReadAsThisPack = (text: string): boolean => {
      const reading = readPack(text);
      return reading.kind === 'value' && reading.value.quantity === pack.quantity && reading.value.unit === unit;
    };
    return [label, `${label} ${amountText}`].find(isReadAsThisPack) ?? `${label} = ${amountText}`;
  },
  toSentenceText: (pack) =>
    pack === null ? 'nenhuma' : (pack.label ?? `${formatQuantity(pack.quantity)} ${pack.unit}`),
  read(text): FieldReading<Pack | null> {
    const reading = readPack(text);
    if (reading.kind === 'empty') return { ok: true, value: null };
    if (reading.kind !== 'value') return invalidReading(quantityProblem(reading, '12 × 395 g ou 2 kg'));
    const { quantity: packQuantity, unit, label } = reading.value;
    if (packQuantity < LIMITS.packQuantity.min || packQuantity > LIMITS.packQuantity.max)
      return invalidReading('Esta quantidade é grande demais ou é zero.');
    const unitReading = readUnit(unit);
    if (!unitReading.ok) return invalidReading(unitReading.sentence);
    if (Array.from(label).length > LIMITS.label.max)
      return invalidReading(`O nome da embalagem pode ter no máximo ${LIMITS.label.max} caracteres.`);
    return { ok: true, value: { price: 0, quantity: packQuantity, unit: unitReading.name, label } };
  },
};

/** The unit field; {@link readPackTypedAsUnit} reads a pack that is typed into it. */
export const unitField: FormField<string> = {
  ...textField('unit', 'Unidade', readUnit),
  read(text): FieldReading<string> {
    const pack = readPackTypedAsUnit(text);
    if (pack && !pack.ok) return pack;
    const label = text.normalize('NFC').trim();
    return pack ? { ok: true, value: label } : toFieldReading(readUnit(text));
  },
};

const toFieldReading = (reading: NameReading): FieldReading<string> =>
  reading.ok ? { ok: true, value: reading.name } : reading;

/**
 * Reads a pack where a unit is asked, because many people type one there: '12x395g', '500 g', 'lata 395 g'. Undefined
 * where it is a unit: 'kg', 'lata'.
 */
export function readPackTypedAsUnit(text: string): FieldReading<Pack> | undefined {
  const reading = readPack(text);
  if (reading.kind === 'empty' || reading.kind === 'not_understood') return undefined;
  if (reading.kind === 'value' && !/^\s*[\d½⅓⅔¼¾⅛]/u.test(text) && measureOf(reading.value.unit).kind === 'custom')
    return undefined;
  const pack = packField.read(text);
  return pack.ok ? (pack.value === null ? undefined : { ok: true, value: pack.value }) : pack;
}

/** The field for what one unit is in another one: '1 un = 50 g; 1 maço = 120 g'. */
export const conversionsField: FormField<Conversions> = {
  apiName: 'conversions',
  label: 'Medidas',
  isOptional: true,
  toInputText: (conversions) =>
    (conversions ?? [])
      .map((each) => `1 ${each.unit} = ${formatQuantity(each.quantity).replaceAll('.', '')} ${each.equalsUnit}`)
      .join('; '),
  toSentenceText: (conversions) => (conversions === null ? 'nenhuma' : conversionsField.toInputText(conversions)),
  read(text): FieldReading<Conversions> {
    const reading = readConversions(text);
    if (reading.kind === 'empty') return { ok: true, value: null };
    if (reading.kind !== 'value') return invalidReading(quantityProblem(reading, '1 un = 50 g'));
    const isInRange = reading.value.every(
      ({ quantity: conversionQuantity }) =>
        conversionQuantity >= 1 && conversionQuantity <= LIMITS.conversionQuantity.max,
    );
    return isInRange
      ? { ok: true, value: reading.value }
      : invalidReading('Esta quantidade é grande demais ou é zero.');
  },
};
