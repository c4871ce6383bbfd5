import { AMOUNTS, readAmount, readPortions } from '#domain/amounts.ts';
import { readCategory, readMethod } from '#domain/names.ts';
import type { Units } from '#domain/decimal.ts';
import { count } from '#domain/format.ts';
import { typedNumeral } from '#domain/numerals.ts';
import { type Field, optionalTextField } from '../entry/field.ts';

const portions: Field<number | null> = {
  wire: 'portions',
  label: 'Porções',
  isOptional: true,
  typed: (number) => (number === null ? '' : String(number)),
  said: (number) => `${count(number ?? 1)} ${(number ?? 1) === 1 ? 'porção' : 'porções'}`,
  read(text) {
    const reading = readPortions(text);
    return reading.ok ? { ok: true, value: reading.count === 1 ? null : reading.count } : reading;
  },
};

const loss: Field<Units | null> = {
  wire: 'loss',
  label: 'Perda',
  isOptional: true,
  typed: (percentage) => (percentage === null ? '' : typedNumeral(percentage)),
  said: (percentage) => (percentage === null ? 'a do negócio' : `${typedNumeral(percentage)}%`),
  read(text) {
    if (text.trim() === '') return { ok: true, value: null };
    const reading = readAmount(text, AMOUNTS.loss);
    return reading.ok ? { ok: true, value: reading.units } : reading;
  },
};

/** What there is to say of a dish beside its name, its prices and its recipe. */
export const dishFields = {
  portions,
  loss,
  category: optionalTextField('category', 'Categoria', readCategory),
  method: optionalTextField('method', 'Modo de preparo', readMethod),
};
