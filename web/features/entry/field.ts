import { type AmountRule, readAmount } from '#domain/amounts.ts';
import { type EntityField, type FieldReading, type FieldType, wordOf } from '#domain/business/field.ts';
import { type NameReading, readName } from '#domain/names.ts';
import { formatDecimal, formatQuantity, formatUnitPrice } from '#domain/format.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatForInput } from '#domain/numerals.ts';

/** A field of a form. */
export interface FormField<Value> {
  /** The key of its sentence in a problem's `fields`: 'unit_price', 'purchase.unit'. */
  readonly apiName: string;
  /** The label in a sentence about several fields. */
  readonly label: string;
  /** Tells whether an empty text is a valid value. */
  readonly isOptional?: true;
  read(text: string): FieldReading<Value>;
  /** The value as text in the input. */
  toInputText(value: Value): string;
  /** The value as text in a sentence. */
  toSentenceText(value: Value): string;
}

/** A text field with a reader of its own. */
export const textField = (apiName: string, label: string, read: (text: string) => NameReading): FormField<string> => ({
  apiName,
  label,
  toInputText: (text) => text,
  toSentenceText: (text) => `“${text}”`,
  read(text) {
    const reading = read(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  },
});

export const nameField = textField('name', 'Nome', readName);

const amountTexts = (rule: AmountRule): Pick<FormField<TenThousandths>, 'toInputText' | 'toSentenceText'> => ({
  toInputText: rule.kind === 'money' ? moneyInputText : formatForInput,
  toSentenceText: (amount) => SENTENCE_TEXTS[rule.kind](amount),
});

export const amountField = (apiName: AmountApiName, rule: AmountRule): FormField<TenThousandths> => ({
  apiName,
  label: AMOUNT_LABELS[apiName],
  ...amountTexts(rule),
  read(text) {
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.tenThousandths } : reading;
  },
});

/**
 * The form field of a field in a domain field table: the same reader and label, with the texts of an input.
 * @param apiName its key in the table
 */
export const fieldOfTable = <T extends FieldType>(apiName: string, field: EntityField<T>): FormField<T['value']> => {
  const { spec, read } = field;
  const isAmount = (value: T['value']): value is T['value'] & TenThousandths => typeof value === 'number';
  const amount = spec.is === 'amount' ? amountTexts(spec.rule) : undefined;
  return {
    apiName,
    label: wordOf(field),
    read,
    toInputText: (value) => (amount && isAmount(value) ? amount.toInputText(value) : String(value ?? '')),
    toSentenceText: (value) => (amount && isAmount(value) ? amount.toSentenceText(value) : field.toSentenceText(value)),
    ...(spec.isOptional && { isOptional: true }),
  };
};

/** A choice among items with an id. */
export const choiceField = (apiName: string): FormField<string> => ({
  apiName,
  label: 'Escolha',
  toInputText: (value) => value,
  toSentenceText: (value) => value,
  read: (value) => ({ ok: true, value }),
});

const AMOUNT_LABELS = {
  percentage: 'Percentual',
  unit_price: 'Preço',
  sale_price: 'Preço de venda',
  quantity: 'Quantidade',
} as const;
export type AmountApiName = keyof typeof AMOUNT_LABELS;

/** Amounts in sentences keep all their decimals, as in the input, so that two close values differ. */
const SENTENCE_TEXTS: Readonly<Record<AmountRule['kind'], (amount: TenThousandths) => string>> = {
  money: formatUnitPrice,
  quantity: formatQuantity,
  percentage: (amount) => `${formatForInput(amount)}%`,
};

/** Money as text in an input: '41.250,50', or with all its decimals when it has more than two. */
export const moneyInputText = (amount: TenThousandths): string =>
  amount % 100 === 0 ? formatDecimal(amount, 2) : formatForInput(amount);
