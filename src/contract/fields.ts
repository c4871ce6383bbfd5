import { isTaxId } from '#domain/tax-id.ts';
import * as v from 'valibot';
import { AMOUNTS, type AmountRule, readAmount, readOrders } from './amounts.ts';
import { type NameReading, readName } from './names.ts';

/** The fields of bodies and parameters: wire value in, domain value out, a Portuguese sentence when it is wrong. */

const NUMBER_OR_TEXT = v.union([v.number(), v.string()], 'Digite um número, como 12,50.');

const amount = (rule: AmountRule) =>
  v.pipe(
    NUMBER_OR_TEXT,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const reading = readAmount(dataset.value, rule);
      if (reading.ok) return reading.units;
      addIssue({ message: reading.sentence });
      return NEVER;
    }),
  );

export const FixedCostValue = amount(AMOUNTS.fixedCost);
export const MonthlyRevenue = amount(AMOUNTS.monthlyRevenue);
export const UnitPrice = amount(AMOUNTS.unitPrice);
export const SalePrice = amount(AMOUNTS.salePrice);
export const AverageTicket = amount(AMOUNTS.averageTicket);
export const Quantity = amount(AMOUNTS.quantity);
export const VariablePercentage = amount(AMOUNTS.variableCost);

export const OrdersCount = v.pipe(
  v.union([v.number(), v.string()], 'Digite um número inteiro de pedidos, como 120.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const reading = readOrders(dataset.value);
    if (reading.ok) return reading.count;
    addIssue({ message: reading.sentence });
    return NEVER;
  }),
);

/** Of a body: a text as its reader wants it. */
export const shortText = <Text extends string | null>(read: (source: string) => NameReading<Text>) =>
  v.pipe(
    v.string('Preencha este campo.'),
    v.rawTransform<string, Text>(({ dataset, addIssue, NEVER }) => {
      const reading = read(dataset.value);
      if (reading.ok) return reading.name;
      addIssue({ message: reading.sentence });
      return NEVER;
    }),
  );

export const Name = shortText(readName);

/** Of a body: a text that may be left out, null or empty; null then. `read` is made by `optionalText`. */
export const mayBeEmpty = (read: (source: string) => NameReading<string | null>) =>
  v.optional(v.nullable(shortText(read)));

const MONTH_SENTENCE = 'O mês precisa ser um número de 1 a 12.';
export const Month = v.pipe(
  v.number(MONTH_SENTENCE),
  v.integer(MONTH_SENTENCE),
  v.minValue(1, MONTH_SENTENCE),
  v.maxValue(12, MONTH_SENTENCE),
);

const VERSION_SENTENCE = 'A versão precisa ser um número inteiro.';
/** As a thing is answered with it; 0 of a month that nobody has filled in. */
export const Version = v.pipe(
  v.number(VERSION_SENTENCE),
  v.integer(VERSION_SENTENCE),
  v.minValue(0, VERSION_SENTENCE),
  v.maxValue(999_999_999, VERSION_SENTENCE),
);

/** Opaque, but always a UUID: anything else is answered like an unknown one. */
export const Id = v.pipe(v.string('Informe o identificador.'), v.uuid('Identificador desconhecido.'), v.toLowerCase());

/** As people type it; who really reads it is never concluded from this. */
export const Email = v.pipe(
  v.string('Preencha este campo.'),
  v.trim(),
  v.nonEmpty('Preencha este campo.'),
  v.maxLength(254, 'Este e-mail é longo demais.'),
  v.regex(
    /^[^\s@<>()"',;:\p{Cc}\p{Cs}]+@[^\s@<>()"',;:\p{Cc}\p{Cs}]+\.[^\s@<>()"',;:.\p{Cc}\p{Cs}]+$/u,
    'Confira o e-mail: ele parece incompleto.',
  ),
);

/** CPF or CNPJ, with or without punctuation; digits and letters only inside. */
export const TaxId = v.pipe(
  v.string('Preencha este campo.'),
  v.transform((text) => text.replaceAll(/[.\-/\s]/g, '').toUpperCase()),
  v.regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/, 'Digite um CPF ou CNPJ completo.'),
  v.check(isTaxId, 'Confira o CPF ou CNPJ: algum número não bate.'),
);
