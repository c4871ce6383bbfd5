import {
  type EntityField,
  type FieldType,
  type FieldTypes,
  keysOf,
  type FieldTable,
  type ApiNameOf,
} from '#domain/business/field.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import * as v from 'valibot';
import { numberOrText, Id, textSentence, YearMonth, Conversion as ConversionQuantity, shortText } from '../fields.ts';
import { bodySchema } from '../body.ts';
import { readUnit } from '#domain/names.ts';
import { QUOTAS } from '#domain/limits.ts';
import type { Conversions } from '#domain/units/conversions.ts';

/** Building blocks of replies: amounts are JSON numbers in reais, units or percent. */

export const Version = v.pipe(v.number(), v.description('Versão para If-Match; cresce a cada mudança.'));
export const Reais = v.pipe(v.number(), v.description('Reais, até 4 casas decimais.'));
export const Percent = v.pipe(v.number(), v.description('Por cento, até 4 casas decimais.'));
/** The source of an ingredient's price: typed by the owner, or a purchase. */
export const ExactPrice = v.pipe(
  v.string(),
  v.description('O preço por unidade sem arredondar, em décimos de milésimo de real, como “n/d”.'),
);

export const PriceSourceReply = v.object({
  kind: v.picklist(['typed', 'purchase']),
  purchase_id: v.nullable(v.string()),
  date: v.pipe(v.nullable(v.string()), v.description('Da compra.')),
});
/** Channels in which something counts. */
export const ScopeReply = v.pipe(
  v.nullable(v.array(v.string())),
  v.description('Os canais em que conta; null: em todos.'),
);

/** The parameters of a path. */

export const ById = v.object({ id: Id });
/** YYYY-MM */
export const ByMonth = v.object({ month: YearMonth });
export const ByDishLine = v.object({ dishId: Id, ingredientId: Id });
export const ByPreparation = v.object({ preparationId: Id });
export const ByPreparationLine = v.object({ preparationId: Id, ingredientId: Id });

/** Schemas of the fields of a table. */

/** An optional text may also be left out. */
type InputSchema<T extends FieldType> = null extends T['value']
  ? v.OptionalSchema<v.GenericSchema<T['sent'] | string, T['value']>, undefined>
  : v.GenericSchema<T['sent'] | string, T['value']>;

/** Schemas of bodies; values are parsed as in the form. */
export const inputSchemas = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(keysOf(table).map((key) => [table[key].apiName ?? key, inputSchema(table[key])])) as {
    readonly [Key in keyof T as ApiNameOf<T, Key>]: InputSchema<T[Key]>;
  };

function inputSchema<T extends FieldType>({ spec, read }: EntityField<T>): v.GenericSchema {
  const schema = v.pipe(
    wireSchema(spec),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const reading = read(dataset.value);
      // The empty field of a form means no amount; a program sends null instead, and an empty text is not an amount.
      const isNoAmount = spec.is === 'amount' && dataset.value === '';
      if (reading.ok && !isNoAmount) return reading.value;
      addIssue({ message: reading.ok ? 'Preencha este campo.' : reading.sentence });
      return NEVER;
    }),
  );
  return spec.isOptional ? v.optional(v.nullable(schema)) : schema;
}

function wireSchema(spec: FieldType['spec']): v.GenericSchema<number | string> {
  // The API's description shows the limits that the reader checks.
  if (spec.is === 'text') return v.pipe(v.string(textSentence), v.metadata({ maxLength: spec.max }));
  if (spec.is === 'count') return numberOrText({ min: spec.min, max: spec.max }, spec.expected);
  const { min, max } = spec.rule;
  return numberOrText({ min: fromTenThousandths(min), max: fromTenThousandths(max) }, 'Digite um número, como 12,50.');
}

/** Schemas of replies. */
export const replySchemas = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(keysOf(table).map((key) => [table[key].apiName ?? key, replySchema(table[key])])) as {
    readonly [Key in keyof T as ApiNameOf<T, Key>]: v.GenericSchema<T[Key]['sent']>;
  };

function replySchema<T extends FieldType>({ spec, meaning, toWire }: EntityField<T>): v.GenericSchema {
  const value = spec.is === 'text' ? v.string() : spec.is === 'count' ? v.number() : AMOUNTS[spec.rule.kind];
  const schema: v.GenericSchema = spec.isOptional && toWire(null) === null ? v.nullable(value) : value;
  return meaning === undefined ? schema : v.pipe(schema, v.description(meaning));
}

const AMOUNTS = { money: Reais, percentage: Percent, quantity: v.number() } as const;

/** Conversions of the units of an ingredient or a preparation: 1 `unit` = `quantity` `equals_unit`. */

export const ConversionsReply = v.pipe(
  v.array(v.object({ unit: v.string(), quantity: v.number(), equals_unit: v.string() })),
  v.description('1 `unit` = `quantity` `equals_unit`.'),
);

const LIMIT_SENTENCE = `O limite é de ${QUOTAS.conversions} conversões.`;

/** A list replaces all conversions; null or an empty list removes them. */
export const ConversionsInput = v.nullable(
  v.pipe(
    v.array(
      bodySchema({ unit: shortText(readUnit), quantity: ConversionQuantity, equals_unit: shortText(readUnit) }),
      'Envie as conversões em uma lista.',
    ),
    v.maxLength(QUOTAS.conversions, LIMIT_SENTENCE),
    v.transform((conversions): Conversions =>
      conversions.length === 0
        ? null
        : conversions.map(({ unit, quantity, equals_unit }) => ({ unit, quantity, equalsUnit: equals_unit })),
    ),
  ),
);
