import { type AmountRule, readAmount } from '#contract/amounts.ts';
import { readName, readUnit } from '#contract/names.ts';
import { decimalPlaces } from '#domain/format.ts';
import type { Units } from '#domain/decimal.ts';
import { typedNumeral } from '#domain/numerals.ts';

/** What one input of a form stands for. */
export interface Field<Value> {
  /** Its name on the wire: the server's sentences come under it. */
  readonly wire: string;
  read(text: string): FieldReading<Value>;
}

export type FieldReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

export const nameField: Field<string> = {
  wire: 'name',
  read(text) {
    const reading = readName(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  },
};

export const unitField: Field<string> = {
  wire: 'unit',
  read(text) {
    const reading = readUnit(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  },
};

export const amountField = (wire: string, rule: AmountRule): Field<Units> => ({
  wire,
  read(text) {
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.units } : reading;
  },
});

/** A choice among things with an id. */
export const choiceField = (wire: string): Field<string> => ({ wire, read: (value) => ({ ok: true, value }) });

/** Money as it stands in a field before anybody types: '41.250,50', or with all its decimals when it has more than two. */
export const typedMoney = (units: Units): string => (units % 100 === 0 ? decimalPlaces(units, 2) : typedNumeral(units));
