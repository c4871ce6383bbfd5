import type { FieldTypes, FieldTable } from '#domain/business/field.ts';
import { optionalTexts } from '#tests/support/table-fields.ts';
import type { UnitConversion } from '#tests/support/reference/units.ts';
import fc from 'fast-check';

/**
 * A value on the wire with its meaning. Undefined `means`: the value is refused; undefined `sent`: the field is left
 * out.
 */
export interface WireValue {
  readonly sent: unknown;
  readonly means: Meaning | undefined;
  /** The refused parts of a value of several parts. */
  readonly wrongParts?: readonly string[];
  /** The field has the same effect as an omitted one. */
  readonly saysNothing?: true;
}

/** The meaning of a value; null stands for an explicit null. */
export type Meaning =
  | string
  | number
  | boolean
  | null
  | PackMeaning
  | readonly UnitConversion[]
  | readonly string[]
  | Readonly<Record<string, number | null>>
  | readonly SoldMeaning[]
  | readonly SalesSet[]
  | SupplierMeaning
  | readonly LineMeaning[]
  | readonly Readonly<Record<string, number>>[];

/** The sales of a dish; quantity 0 removes them. */
export type SoldMeaning = { readonly dish_id: string; readonly quantity: number; readonly revenue: number | null };

/** The sales of one month and channel. */
export type SalesSet = { readonly month: string; readonly channel_id: string; readonly rows: readonly SoldMeaning[] };

/** The supplier by its id, or by its name with the id that it gets if it is new. */
export type SupplierMeaning = { readonly id: string; readonly name?: string; readonly cnpj?: string | null };

/** A line of a purchase; amounts are units. */
export type LineMeaning = {
  readonly ingredient:
    { readonly id: string } | { readonly id: string; readonly name: string; readonly unit: string } | null;
  readonly packs: number;
  readonly packQuantity: number;
  readonly packUnit: string;
  readonly total: number;
  readonly code: string | null;
  readonly gtin: string | null;
  readonly billedUnit: string | null;
  readonly description: string | null;
  readonly cfop: string | null;
};

/** The purchased pack; amounts are units. */
export type PackMeaning = {
  readonly price: number;
  readonly quantity: number;
  readonly unit: string;
  readonly label: string | null;
};

const wireValue = (value: unknown, means?: Meaning): WireValue => ({ sent: value, means });
const wire = (units: number): number => units / 10_000;
const often = <T>(value: T) => ({ weight: 20, arbitrary: fc.constant(value) });

/** Everyday amounts, the ends of the range, and the same amount in the notations of people and programs. */
const amount = (
  { min, max }: { readonly min: number; readonly max: number },
  special: readonly WireValue[],
): fc.Arbitrary<WireValue> => {
  const units = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, 2_000_000) }) },
    { weight: 2, arbitrary: fc.constantFrom(min, 10_000, 25_000) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
  const right = fc.tuple(units, fc.constantFrom('number', 'comma', 'dot', 'grouped')).map(([value, form]) => {
    const whole = String(Math.trunc(value / 10_000));
    const fraction = String(value % 10_000).padStart(4, '0');
    const forms = {
      number: Number(`${whole}.${fraction}`),
      comma: `${whole},${fraction}`,
      dot: ` ${whole}.${fraction} `,
      grouped: `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${fraction}`,
    };
    return wireValue(forms[form], value);
  });
  const wrong = ['', 'dez', '1,00001', 1.000_01, -1, (max + 1) / 10_000, null, true, [1], {}].map((each) =>
    wireValue(each),
  );
  return fc.oneof(
    { weight: 20, arbitrary: right },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
    { weight: 1, arbitrary: fc.constantFrom(...special) },
  );
};

/**
 * A dot before three digits groups thousands in money, is ambiguous in quantities and is the decimal mark of a
 * percentage.
 */
const money = (max: number) =>
  amount({ min: 0, max }, [wireValue('3.500', 35_000_000), wireValue('12.000', 120_000_000)]);

const text = (right: readonly string[], wrong: readonly unknown[]): fc.Arbitrary<WireValue> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...right).map((each) => wireValue(each, each.trim().normalize('NFC'))) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong).map((each) => wireValue(each)) },
  );

/** The value, or an explicit null, which stands for a default. */
const orNull = (value: fc.Arbitrary<WireValue>, unsaid: Meaning): fc.Arbitrary<WireValue> =>
  fc.oneof(
    { weight: 8, arbitrary: value.filter((each) => each.sent !== null) },
    { weight: 1, arbitrary: fc.constant(wireValue(null, unsaid)) },
  );

/** A text of which null and an empty one mean that there is none. */
const optionalText = (right: readonly string[], wrong: readonly unknown[]): fc.Arbitrary<WireValue> =>
  orNull(fc.oneof({ weight: 6, arbitrary: text(right, wrong) }, often(wireValue('', null))), null);

/** Texts with their own valid and invalid input. */
const TEXTS: Readonly<Partial<Record<string, fc.Arbitrary<WireValue>>>> = {
  category: optionalText([' Pizzas ', 'Bebidas'], ['x'.repeat(41), 7]),
  method: optionalText(['Asse.', 'Sove.\nAsse.'], ['x'.repeat(4_001), 'a\0b', 7]),
};

/** The optional texts of a table on which nothing else depends. */
export const textsOf = <T extends FieldTypes<T>>(
  table: FieldTable<T>,
): Readonly<Record<string, fc.Arbitrary<WireValue>>> =>
  Object.fromEntries(
    optionalTexts(table).map(({ name, max }) => [
      name,
      TEXTS[name] ?? optionalText([' Um texto ', 'Outro'], ['x'.repeat(max + 1), 'a\0b', 7]),
    ]),
  );

/** Units of every kind in several spellings, and two that no table contains. */
const UNITS = ['kg', 'Quilos', ' g ', 'ml', 'L', 'xícara', 'un', 'Dz.', 'h', 'maço', 'MAÇO', 'fatia'] as const;
const rightUnit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('kg', 'g', 'un') },
  { weight: 4, arbitrary: fc.constantFrom(...UNITS) },
);
const WRONG_UNITS = ['', 'colher de sopa cheias', null] as const;
const normalizedUnit = (unit: string): string => unit.trim().normalize('NFC');

const somePurchase = fc
  .record({
    price: fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.constantFrom(0, 9_999_999_999)),
    quantity: fc.oneof(fc.integer({ min: 1, max: 50_000_000 }), fc.constantFrom(10_000, 47_400_000, 99_999_999_999)),
    unit: rightUnit,
    label: fc.constantFrom('caixa 12 × 395 g', ' saco ', '', null, undefined),
  })
  .map(({ price, quantity, unit, label }) =>
    wireValue(
      { price: wire(price), quantity: wire(quantity), unit, ...(label === undefined ? {} : { label }) },
      { price, quantity, unit: normalizedUnit(unit), label: label?.trim() || null },
    ),
  );
const RIGHT_PURCHASE = { price: 4.5, quantity: 1, unit: 'kg', label: null };
const wrongPurchase = fc
  .constantFrom<readonly [string, unknown]>(
    ['price', -1],
    ['price', undefined],
    ['quantity', 0],
    ['quantity', 10_000_000],
    ['unit', ''],
    ['label', 'x'.repeat(41)],
  )
  .map(([part, wrong]): WireValue => ({
    sent: { ...RIGHT_PURCHASE, [part]: wrong },
    means: undefined,
    wrongParts: [part],
  }));

const someConversion = fc.record({
  unit: fc.constantFrom('un', 'un', 'maço', 'xícara', 'kg', 'fatia', 'h'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.constantFrom(500_000, 99_999_999_999)),
  equalsUnit: fc.constantFrom('g', 'g', 'kg', 'ml', 'un', 'min'),
});
const someConversions = fc.array(someConversion, { maxLength: 3 }).map((all) =>
  wireValue(
    all.map(({ unit, quantity, equalsUnit }) => ({ unit, quantity: wire(quantity), equals_unit: equalsUnit })),
    all,
  ),
);
const wrongConversions = fc.constantFrom<WireValue>(
  wireValue('1 un = 50 g'),
  { sent: [{ unit: 'un', quantity: 0, equals_unit: 'g' }], means: undefined, wrongParts: ['0.quantity'] },
  { sent: [{ unit: 'un', quantity: 50 }], means: undefined, wrongParts: ['0.equals_unit'] },
);

/**
 * Valid and invalid input for each field, by name. The limits repeat the specification on purpose, so that a wrong
 * limit in the product is found.
 */
export const FIELDS = {
  /** The caller's own id for a new entity, which is never used twice, not even while a failure is shrunk. */
  own_id: fc.oneof(
    { weight: 12, arbitrary: fc.noShrink(fc.noBias(fc.uuid())).map((id) => wireValue(id.toUpperCase(), id)) },
    { weight: 1, arbitrary: fc.constantFrom(wireValue('x'), wireValue(7), wireValue(null)) },
  ),
  name: text(
    [' Aluguel ', 'Gás', 'Ac\u0327u\u0301car', '🍕'.repeat(80), '__proto__', '</script>', '=1+1', '"'],
    ['', '   ', 'x'.repeat(81), 'a\0b', 'a\ud800b', 7, null],
  ),
  unit: fc.oneof(
    { weight: 8, arbitrary: rightUnit.map((unit) => wireValue(unit, normalizedUnit(unit))) },
    { weight: 1, arbitrary: text(['🥚'.repeat(20)], WRONG_UNITS) },
  ),
  /** The unit of a line: null means the unit of its component. */
  line_unit: fc.oneof(
    { weight: 12, arbitrary: rightUnit.map((unit) => wireValue(unit, normalizedUnit(unit))) },
    { weight: 1, arbitrary: fc.constant<WireValue>({ sent: null, means: undefined, saysNothing: true }) },
    { weight: 1, arbitrary: text(['colher de chá'], WRONG_UNITS.slice(0, 2)) },
  ),
  purchase: orNull(fc.oneof({ weight: 20, arbitrary: somePurchase }, { weight: 1, arbitrary: wrongPurchase }), null),
  yield: orNull(amount({ min: 100, max: 10_000_000 }, [wireValue('3.500', 35_000), wireValue(0.0099)]), 1_000_000),
  conversions: orNull(
    fc.oneof({ weight: 20, arbitrary: someConversions }, { weight: 1, arbitrary: wrongConversions }),
    [],
  ),
  free: orNull(
    fc.oneof(
      { weight: 20, arbitrary: fc.boolean().map((each) => wireValue(each, each)) },
      { weight: 1, arbitrary: fc.constantFrom('true', 0).map((each) => wireValue(each)) },
    ),
    false,
  ),
  yield_quantity: amount({ min: 1, max: 99_999_999_999 }, [wireValue('3.500'), wireValue(0)]),
  price_change: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -999_900, max: 200_000 }).map((each) => wireValue(wire(each), each)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        wireValue('-5,5', -55_000),
        wireValue('8', 80_000),
        wireValue(0, 0),
        wireValue(1_000, 10_000_000),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(-100, '-100', 1_000.1, 'mais', null).map((each) => wireValue(each)) },
  ),
  merge: fc.oneof(
    { weight: 12, arbitrary: fc.boolean().map((each) => wireValue(each, each)) },
    { weight: 1, arbitrary: fc.constant(wireValue('sim')) },
  ),
  factor: amount({ min: 1, max: 99_999_999 }, [
    wireValue(0.5, 5_000),
    wireValue(1.5, 15_000),
    wireValue(2, 20_000),
    wireValue(0),
  ]),
  portions: orNull(
    fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 12 }).map((each) => wireValue(each, each)) },
      { weight: 2, arbitrary: fc.constantFrom(wireValue('8', 8), wireValue('', 1), wireValue(9_999, 9_999)) },
      { weight: 1, arbitrary: fc.constantFrom(0, 1.5, 10_000, '1e1', true).map((each) => wireValue(each)) },
    ),
    1,
  ),
  loss: orNull(amount({ min: 0, max: 1_000_000 }, [wireValue(0, 0)]), null),
  production_loss: orNull(amount({ min: 0, max: 1_000_000 }, [wireValue(0, 0), wireValue(10, 100_000)]), null),
  value: money(999_999_999_999),
  revenue: money(9_999_999_999_999),
  unit_price: money(9_999_999_999),
  sale_price: money(9_999_999_999),
  average_ticket: money(9_999_999_999_999),
  percentage: amount({ min: 0, max: 10_000_000 }, [wireValue('3.500', 35_000)]),
  quantity: amount({ min: 1, max: 999_999_999 }, [wireValue('3.500'), wireValue(0)]),
  month: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 4 }).map((each) => wireValue(each, each)) },
    { weight: 1, arbitrary: fc.constantFrom(0, 13, 1.5, '3', null).map((each) => wireValue(each)) },
  ),
  orders_count: fc.oneof(
    { weight: 20, arbitrary: fc.nat({ max: 900 }).map((each) => wireValue(each, each)) },
    { weight: 2, arbitrary: fc.constantFrom(wireValue('120', 120), wireValue('', 0), wireValue(9_999_999, 9_999_999)) },
    { weight: 1, arbitrary: fc.constantFrom(1.5, -1, '1e3', null, 10_000_000).map((each) => wireValue(each)) },
  ),
  channel_name: text([' Balcão ', 'App', 'Salão', 'x'.repeat(40)], ['', '   ', 'x'.repeat(41), 7, null]),
  is_main: fc.oneof(
    { weight: 20, arbitrary: fc.boolean().map((each) => wireValue(each, each)) },
    { weight: 1, arbitrary: fc.constantFrom('true', null, 1).map((each) => wireValue(each)) },
  ),
  mix_months: orNull(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(1, 3, 6, 12).map((each) => wireValue(each, each)) },
      { weight: 1, arbitrary: fc.constantFrom(0, 2, '3', 13).map((each) => wireValue(each)) },
    ),
    null,
  ),
  price_rule: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('last', 'mean_of_three').map((each) => wireValue(each, each)) },
    { weight: 1, arbitrary: fc.constant(wireValue('mean')) },
  ),
  packs: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(1, 2, 12).map((each) => wireValue(each, each * 10_000)) },
    { weight: 1, arbitrary: amount({ min: 1, max: 99_999_999_999 }, [wireValue(0)]) },
  ),
  line_total: money(9_999_999_999_999),
  spread: orNull(money(9_999_999_999_999), 0),
  stock_value: money(9_999_999_999_999),
  supplier_name: text(['Atacadão', ' atacadao ', 'Mercado'], ['', 'x'.repeat(81), 7]),
  cnpj: orNull(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom(
          wireValue('11.222.333/0001-81', '11222333000181'),
          wireValue('11222333000181', '11222333000181'),
          wireValue('12abc34501de35', '12ABC34501DE35'),
          wireValue('', null),
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom('11222333000182', '1', 7).map((each) => wireValue(each)) },
    ),
    null,
  ),
  purchase_source: text(['manual', 'quick'], ['nota', '', null]),
  confirmed: orNull(
    fc.boolean().map((each) => wireValue(each, each)),
    true,
  ),
  document_number: optionalText([' 1234 ', '7'], ['x'.repeat(121), 7]),
  profit_goal: orNull(money(9_999_999_999_999), null),
  sold: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 1, max: 900 }).map((each) => wireValue(each, each)) },
    { weight: 5, arbitrary: fc.constant(wireValue(0, 0)) },
    { weight: 3, arbitrary: fc.constantFrom(wireValue('120', 120), wireValue('', 0), wireValue(9_999_999, 9_999_999)) },
    { weight: 1, arbitrary: fc.constantFrom(1.5, -1, '1e3', null, 10_000_000).map((each) => wireValue(each)) },
  ),
  sold_revenue: orNull(money(9_999_999_999_999), null),
  update_ticket_only: fc.oneof(
    { weight: 20, arbitrary: fc.constant(wireValue(true, true)) },
    { weight: 1, arbitrary: fc.constantFrom(false, 'true', null).map((each) => wireValue(each)) },
  ),
} as const satisfies Record<string, fc.Arbitrary<WireValue>>;
