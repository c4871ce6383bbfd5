import fc from 'fast-check';

/** A value as it goes over the wire, with what it means: undefined where it is refused. `sent` undefined: left out. */
export interface Sent {
  readonly sent: unknown;
  readonly means: Meaning | undefined;
}

export type Meaning = string | number | boolean;

const sent = (value: unknown, means?: Meaning): Sent => ({ sent: value, means });

/** Everyday amounts, the ends of the range, and the same amount written in the ways that people and programs have. */
const amount = (
  { min, max }: { readonly min: number; readonly max: number },
  special: readonly Sent[],
): fc.Arbitrary<Sent> => {
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
    return sent(forms[form], value);
  });
  const wrong = ['', 'dez', '1,00001', 1.000_01, -1, (max + 1) / 10_000, null, true, [1], {}].map((each) => sent(each));
  return fc.oneof(
    { weight: 20, arbitrary: right },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
    { weight: 1, arbitrary: fc.constantFrom(...special) },
  );
};

/** Dots before three digits group money, are asked about in quantities and are the decimal mark of a percentage. */
const money = (max: number) => amount({ min: 0, max }, [sent('3.500', 35_000_000), sent('12.000', 120_000_000)]);

const text = (right: readonly string[], wrong: readonly unknown[]): fc.Arbitrary<Sent> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...right).map((each) => sent(each, each.trim().normalize('NFC'))) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong).map((each) => sent(each)) },
  );

/** What an owner may enter, by the name of the field. Limits are those of the specification, written out once more. */
export const FIELDS = {
  name: text(
    [' Aluguel ', 'Gás', 'Ac\u0327u\u0301car', '🍕'.repeat(80), '__proto__', '</script>', '=1+1', '"'],
    ['', '   ', 'x'.repeat(81), 'a\0b', 'a\ud800b', 7, null],
  ),
  unit: text(['kg', ' g ', 'maço', '🥚'.repeat(20)], ['', 'colher de sopa cheias', null]),
  value: money(999_999_999_999),
  revenue: money(9_999_999_999_999),
  unit_price: money(9_999_999_999),
  sale_price: money(9_999_999_999),
  average_ticket: money(9_999_999_999_999),
  percentage: amount({ min: 0, max: 10_000_000 }, [sent('3.500', 35_000)]),
  quantity: amount({ min: 1, max: 999_999_999 }, [sent('3.500'), sent(0)]),
  month: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 4 }).map((each) => sent(each, each)) },
    { weight: 1, arbitrary: fc.constantFrom(0, 13, 1.5, '3', null).map((each) => sent(each)) },
  ),
  orders_count: fc.oneof(
    { weight: 20, arbitrary: fc.nat({ max: 900 }).map((each) => sent(each, each)) },
    { weight: 2, arbitrary: fc.constantFrom(sent('120', 120), sent('', 0), sent(9_999_999, 9_999_999)) },
    { weight: 1, arbitrary: fc.constantFrom(1.5, -1, '1e3', null, 10_000_000).map((each) => sent(each)) },
  ),
  update_ticket_only: fc.oneof(
    { weight: 20, arbitrary: fc.constant(sent(true, true)) },
    { weight: 1, arbitrary: fc.constantFrom(false, 'true', null).map((each) => sent(each)) },
  ),
} as const satisfies Record<string, fc.Arbitrary<Sent>>;
