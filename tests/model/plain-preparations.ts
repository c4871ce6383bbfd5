import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { optionalTexts } from '#tests/support/table-fields.ts';
import { ratio, reduced, times } from '#tests/support/reference/ratio.ts';
import { unitRatio } from '#tests/support/reference/units.ts';
import { type Row, textOf } from './plain-business.ts';
import type { RequestedFields } from './plain-calls.ts';
import { type Outcome, type PlainCall, refused } from './plain-outcomes.ts';
import { conversionsOf, lostLine, needlessConversion, usersOf } from './plain-recipes.ts';

export const newPreparation = ({ fields }: PlainCall): RequestedFields =>
  needlessConversion(conversionsOf({ fields })) ?? { fields: { ...fields }, changes: 0 };

const TEXTS = optionalTexts(preparationFields).map(({ name }) => [name]);

/** Counts each changed field as one change; number and unit of the yield count together. */
export function changedPreparation(row: Row, { business, fields: asked }: PlainCall): RequestedFields {
  const before = row.fields;
  const now = { ...before, ...asked };
  const yields = yieldOf(
    before,
    { ...asked, conversions: now['conversions'] ?? [] },
    usersOf(business, row.id).length > 0,
  );
  if (typeof yields !== 'number') return yields;
  const fields: Row['fields'] = { ...now, yield_quantity: yields };
  const refusal = needlessConversion(conversionsOf({ fields })) ?? lostLine(business, { ...row, fields });
  if (refusal) return refusal;
  const differs = (field: string) => JSON.stringify(fields[field]) !== JSON.stringify(before[field]);
  const changed = [['name'], ['conversions'], ['yield_quantity', 'yield_unit'], ...TEXTS];
  return { fields, changes: changed.filter((each) => each.some(differs)).length };
}

/** The unit alone converts the number. A unit that does not convert requires a number, and an unused preparation. */
function yieldOf(before: Row['fields'], asked: PlainCall['fields'], isUsed: boolean): number | Outcome {
  const [from, to] = [textOf(before['yield_unit']), textOf(asked['yield_unit'] ?? before['yield_unit'])];
  const [held, given] = [Number(before['yield_quantity']), asked['yield_quantity']];
  if (from === to) return Number(given ?? held);
  const each = unitRatio(from, to, conversionsOf({ fields: asked }));
  if (!each && isUsed) return refused(409, 'unit_in_use');
  if (given !== undefined) return Number(given);
  if (!each) return refused(422, 'unit_needs_quantity', ['yield_quantity']);
  const { top, bottom } = reduced(times(ratio(held), each));
  const fits = bottom === 1n && top >= 1n && top <= 99_999_999_999n;
  return fits ? Number(top) : refused(422, 'yield_unfit', ['yield_unit']);
}
