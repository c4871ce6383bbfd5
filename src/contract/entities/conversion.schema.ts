import * as v from 'valibot';
import { bodySchema } from '../body.ts';
import { Conversion as ConversionQuantity, shortText } from '../fields.ts';
import { readUnit } from '#domain/names.ts';
import { QUOTAS } from '#domain/limits.ts';
import type { Conversions } from '#domain/units/conversions.ts';

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
