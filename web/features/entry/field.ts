import { type AmountRule, readAmount } from '#domain/amounts.ts';
import { type Field as TableField, type FieldType, wordOf } from '#domain/business/field.ts';
import { type NameReading, readName } from '#domain/names.ts';
import { decimalPlaces, quantity, unitPrice } from '#domain/format.ts';
import type { Units } from '#domain/decimal.ts';
import { typedNumeral } from '#domain/numerals.ts';

/** What one input of a form stands for. */
export interface Field<Value> {
  /** Its name on the wire: the server's sentences come under it. */
  readonly wire: string;
  /** What to call it in a sentence about several fields. */
  readonly label: string;
  /** May it be left empty? Then an empty text has a value too. */
  readonly isOptional?: true;
  read(text: string): FieldReading<Value>;
  /** As it stands in the field before anybody types. */
  typed(value: Value): string;
  /** As it is said in a sentence. */
  said(value: Value): string;
}

export type FieldReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

/** A text as its reader wants it. */
export const textField = (wire: string, label: string, read: (text: string) => NameReading): Field<string> => ({
  wire,
  label,
  typed: (text) => text,
  said: (text) => `“${text}”`,
  read(text) {
    const reading = read(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  },
});

/** A text that may be left empty: then it is null. `read` is made by `optionalText`. */
export const optionalTextField = (
  wire: string,
  label: string,
  read: (text: string) => NameReading<string | null>,
): Field<string | null> => ({
  wire,
  label,
  isOptional: true,
  typed: (text) => text ?? '',
  said: (text) => (text === null ? 'nada' : `“${text}”`),
  read(text) {
    const reading = read(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  },
});

export const nameField = textField('name', 'Nome', readName);

const amountTexts = (rule: AmountRule): Pick<Field<Units>, 'typed' | 'said'> => ({
  typed: rule.kind === 'money' ? typedMoney : typedNumeral,
  said: (units) => SAID[rule.kind](units),
});

export const amountField = (wire: AmountWire, rule: AmountRule): Field<Units> => ({
  wire,
  label: AMOUNT_LABELS[wire],
  ...amountTexts(rule),
  read(text) {
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.units } : reading;
  },
});

/** A field of a table. @param wire its name in it */
export const fieldOfTable = <T extends FieldType>(wire: string, field: TableField<T>): Field<T['value']> => {
  const { spec, read } = field;
  const isAmount = (value: T['value']): value is T['value'] & Units => typeof value === 'number';
  const amount = spec.is === 'amount' ? amountTexts(spec.rule) : undefined;
  return {
    wire,
    label: wordOf(field),
    read,
    typed: (value) => (amount && isAmount(value) ? amount.typed(value) : String(value ?? '')),
    said: (value) => (amount && isAmount(value) ? amount.said(value) : field.said(value)),
    ...(spec.isOptional && { isOptional: true }),
  };
};

/** A choice among things with an id. */
export const choiceField = (wire: string): Field<string> => ({
  wire,
  label: 'Escolha',
  typed: (value) => value,
  said: (value) => value,
  read: (value) => ({ ok: true, value }),
});

const AMOUNT_LABELS = {
  percentage: 'Percentual',
  unit_price: 'Preço',
  sale_price: 'Preço de venda',
  quantity: 'Quantidade',
} as const;
export type AmountWire = keyof typeof AMOUNT_LABELS;

/** Of what stands in a field something is said with all its decimals, as it stands there: two of them are told apart. */
const SAID: Readonly<Record<AmountRule['kind'], (units: Units) => string>> = {
  money: unitPrice,
  quantity,
  percentage: (units) => `${typedNumeral(units)}%`,
};

/** Money as it stands in a field before anybody types: '41.250,50', or with all its decimals when it has more than two. */
export const typedMoney = (units: Units): string => (units % 100 === 0 ? decimalPlaces(units, 2) : typedNumeral(units));
