import fc from 'fast-check';
import { isId } from './plain-api.ts';
import type { Row } from './plain-business.ts';
import { dayBefore } from './plain-purchases.ts';
import { unitOf } from './plain-recipes.ts';
import { FIELDS, type LineMeaning, type WireValue, type SupplierMeaning } from './wire-values.ts';
import { type FindTarget, type Identified, anyTarget } from './targets.ts';

/** The last days of this month and the one before; sometimes tomorrow, seldom an invalid day. */
export const anyPurchaseDay: fc.Arbitrary<WireValue> = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom(0, 0, 1, 2, 31).map((days) => dayOf(dayBefore(days))) },
  { weight: 1, arbitrary: fc.constant(dayOf(dayBefore(-1))) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('1999-12-31', '2026-02-30', '12/11/2026', 7, null)
      .map((sent) => ({ sent, means: undefined })),
  },
);

function dayOf(day: string): WireValue {
  return { sent: day, means: day };
}

export const anySupplier = fc.oneof(
  { weight: 3, arbitrary: fc.constant('none' as const) },
  { weight: 2, arbitrary: anyTarget },
  {
    weight: 3,
    arbitrary: fc.record({
      // Without an id the server gives one, which the model does not predict.
      id: FIELDS.own_id.filter(({ sent }) => sent !== null),
      name: FIELDS.supplier_name,
      cnpj: FIELDS.cnpj,
    }),
  },
);
type AnySupplier = typeof anySupplier extends fc.Arbitrary<infer T> ? T : never;

export function wireSupplier(supplier: AnySupplier, suppliers: readonly Identified[], id: FindTarget): WireValue {
  if (supplier === 'none') return { sent: null, means: null };
  if ('kind' in supplier) {
    const known = id(suppliers, supplier);
    return isId(known)
      ? { sent: { id: known }, means: { id: known } }
      : { sent: { id: known }, means: undefined, wrongParts: ['id'] };
  }
  return ofParts(supplier, (means) => means as unknown as SupplierMeaning);
}

/** An object of several fields, each of which may be wrong. */
function ofParts(
  parts: Readonly<Record<string, WireValue>>,
  meant: (means: Readonly<Record<string, unknown>>) => WireValue['means'],
): WireValue {
  const sent = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.sent]));
  const wrongParts = Object.entries(parts).flatMap(([name, { means, wrongParts: wrong = [''] }]) =>
    means === undefined ? wrong.map((part) => (part === '' ? name : `${name}.${part}`)) : [],
  );
  if (wrongParts.length > 0) return { sent, means: undefined, wrongParts };
  return { sent, means: meant(Object.fromEntries(Object.entries(parts).map(([name, { means }]) => [name, means]))) };
}

const optional = (right: readonly string[], wrong: readonly unknown[]): fc.Arbitrary<WireValue> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(null, ...right).map((sent) => ({ sent, means: sent })) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong).map((sent) => ({ sent, means: undefined })) },
  );

const anyLine = fc.record({
  what: fc.oneof(
    { weight: 10, arbitrary: anyTarget },
    { weight: 2, arbitrary: fc.record({ id: FIELDS.own_id, name: FIELDS.name, unit: FIELDS.unit }) },
    { weight: 1, arbitrary: fc.constant('no ingredient' as const) },
  ),
  packUnit: fc.oneof({ weight: 6, arbitrary: fc.constant('own' as const) }, { weight: 1, arbitrary: FIELDS.unit }),
  parts: fc.record({ packs: FIELDS.packs, pack_quantity: FIELDS.packs, total: FIELDS.line_total }),
  paper: fc.record({
    code: optional(['7898'], ['x'.repeat(121)]),
    gtin: optional(['7891000315507'], ['12345', 7]),
    billed_unit: optional(['CX'], ['x'.repeat(21)]),
    description: optional(['Detergente'], ['x'.repeat(121)]),
    cfop: optional(['5102', '5910', '1922'], ['51', 5102]),
  }),
});

export const anyPurchaseLines = fc.oneof(
  { weight: 20, arbitrary: fc.array(anyLine, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant([]) },
);
type AnyPurchaseLines = typeof anyPurchaseLines extends fc.Arbitrary<infer T> ? T : never;

export function wirePurchaseLines(lines: AnyPurchaseLines, ingredients: readonly Row[], id: FindTarget): WireValue {
  if (lines.length === 0) return { sent: [], means: undefined };
  const parts = Object.fromEntries(
    lines.map(({ what, packUnit, parts: amounts, paper }, i) => {
      const { name, part, row } = wireIngredient(what, ingredients, id);
      const own = row ? unitOf(row) : 'un';
      const pack_unit = packUnit === 'own' ? { sent: own, means: own } : packUnit;
      return [String(i), ofParts({ [name]: part, ...amounts, pack_unit, ...paper }, lineMeaning)] as const;
    }),
  );
  const { sent, ...rest } = ofParts(parts, (means) => Object.values(means) as readonly LineMeaning[]);
  return { ...rest, sent: Object.values(sent as object) };
}

function wireIngredient(
  what: AnyPurchaseLines[number]['what'],
  ingredients: readonly Row[],
  id: FindTarget,
): { readonly name: string; readonly part: WireValue; readonly row?: Row | undefined } {
  if (what === 'no ingredient') return { name: 'ingredient_id', part: { sent: null, means: null } };
  if ('kind' in what) {
    const known = id(ingredients, what);
    const part: WireValue = { sent: known, means: isId(known) ? known : undefined };
    return { name: 'ingredient_id', part, row: ingredients.find((row) => row.id === known) };
  }
  const part = ofParts(what, (means) => means as never);
  const row =
    part.means === undefined ? undefined : { id: '', version: 1, fields: part.means as unknown as Row['fields'] };
  return { name: 'new', part, row };
}

const lineMeaning = (means: Readonly<Record<string, unknown>>): WireValue['means'] =>
  ({
    ingredient: means['new'] ?? (means['ingredient_id'] === null ? null : { id: means['ingredient_id'] }),
    packs: means['packs'],
    packQuantity: means['pack_quantity'],
    packUnit: means['pack_unit'],
    total: means['total'],
    code: means['code'],
    gtin: means['gtin'],
    billedUnit: means['billed_unit'],
    description: means['description'],
    cfop: means['cfop'],
  }) as never;
