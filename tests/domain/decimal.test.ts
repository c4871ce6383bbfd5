import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import {
  toSafeNumber,
  decimalText,
  divideRounded,
  MAX_TEN_THOUSANDTHS,
  fromTenThousandths,
  toTenThousandths,
  parseTenThousandths,
  trimTrailingZeros,
} from '#domain/decimal.ts';
import { LIMITS } from '#domain/limits.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const anyUnits = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(MAX_TEN_THOUSANDTHS, -MAX_TEN_THOUSANDTHS, 0),
);

/** Division as at school, digit by digit: quotient and remainder of two non-negative numbers written in digits. */
function longDivision(dividend: string, divisor: bigint): { quotient: string; remainder: bigint } {
  let quotient = '';
  let remainder = 0n;
  for (const digit of dividend) {
    remainder = remainder * 10n + BigInt(digit);
    let times = 0;
    while (remainder >= divisor) {
      remainder -= divisor;
      times += 1;
    }
    quotient += String(times);
  }
  return { quotient: quotient.replace(/^0+(?=\d)/, ''), remainder };
}

describe('division of decimals', () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [1n, 3n, 0n],
    [0n, 7n, 0n],
    [14_999n, 10_000n, 1n],
    [15_000n, 10_000n, 2n],
  ])('gives for %s ÷ %s the quotient %s, rounded half away from zero', (n, d, expected) => {
    expect(divideRounded(n, d)).toBe(expected);
  });

  test('refuses 0 as the divisor', () => {
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
  });

  test('agrees with long division digit by digit', () => {
    const number = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
    const divisor = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.constantFrom(2n, 4n, 10_000n, 1_000_000n));
    fc.assert(
      fc.property(number, divisor, fc.boolean(), (n, d, isNegative) => {
        const size = n < 0n ? -n : n;
        const { quotient, remainder } = longDivision(String(size), d);
        const nearest = BigInt(quotient) + (remainder >= d - remainder ? 1n : 0n);
        const sign = n < 0n !== isNegative ? -1n : 1n;
        expect(divideRounded(n, isNegative ? -d : d)).toBe(sign * nearest);
      }),
      runs(100),
    );
  });
});

describe('clamping to safe integers', () => {
  test.each([
    [0n, 0],
    [-1n, -1],
    [2n ** 53n - 1n, MAX_TEN_THOUSANDTHS],
    [2n ** 53n, MAX_TEN_THOUSANDTHS],
    [2n ** 53n + 1n, MAX_TEN_THOUSANDTHS],
    [10n ** 400n, MAX_TEN_THOUSANDTHS],
    [-(2n ** 53n - 1n), -MAX_TEN_THOUSANDTHS],
    [-(2n ** 53n), -MAX_TEN_THOUSANDTHS],
    [-(10n ** 400n), -MAX_TEN_THOUSANDTHS],
  ])('turns %s into %s', (units, expected) => {
    expect(toSafeNumber(units)).toBe(expected);
  });

  test('leaves every safe integer unchanged', () => {
    fc.assert(
      fc.property(anyUnits, (units) => {
        expect(toSafeNumber(BigInt(units))).toBe(units + 0);
      }),
      runs(100),
    );
  });
});

describe('the plain text of a decimal', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['-0.0000', 0],
    ['12.34', 123_400],
    ['-12.34', -123_400],
    ['0.0001', 1],
    ['12.34000000', 123_400],
    ['00012', 120_000],
    ['900719925474.0991', MAX_TEN_THOUSANDTHS],
    ['-900719925474.0991', -MAX_TEN_THOUSANDTHS],
  ])('reads %s as %s units', (text, units) => {
    expect(parseTenThousandths(text)).toBe(units);
  });

  test.each([
    '',
    ' ',
    '1 ',
    '.',
    '.5',
    '5.',
    '1,5',
    '+1',
    '1e3',
    '0x10',
    '1.00001',
    '1.000010',
    '--1',
    '1.2.3',
    'NaN',
    'Infinity',
    '١',
    '１',
    '1\n',
    '900719925474.0992',
    '1000000000000000',
    '1'.repeat(400),
  ])('refuses %j', (text) => {
    expect(parseTenThousandths(text)).toBeUndefined();
  });

  test('of any units is short and reads back as the same units', () => {
    fc.assert(
      fc.property(anyUnits, (units) => {
        const text = decimalText(units);
        expect(parseTenThousandths(text)).toBe(units + 0);
        expect(text).not.toMatch(/\.0*$|\.\d*0$|^-0$/);
      }),
      runs(100),
    );
  });

  test('ending zeros are removed, other zeros stay', () => {
    expect(['', '0', '000', '1200', '0012', '101'].map(trimTrailingZeros)).toEqual(['', '', '', '12', '0012', '101']);
  });

  test('reads a million characters without delay', () => {
    expect(parseTenThousandths(`1.${'0'.repeat(1_000_000)}`)).toBe(10_000);
    expect(parseTenThousandths(`1.${'0'.repeat(1_000_000)}1`)).toBeUndefined();
  });
});

describe('numbers in JSON', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [12.34, 123_400],
    [0.0001, 1],
    [0.1, 1_000],
    [1.005, 10_050],
    [4.35, 43_500],
    [99_999_999.9999, 999_999_999_999],
    [999_999_999.9999, 9_999_999_999_999],
    [-12.5, -125_000],
  ])('that are %s become %s units', (number, units) => {
    expect(toTenThousandths(number)).toBe(units);
  });

  test.each([
    Number.NaN,
    Infinity,
    -Infinity,
    1e21,
    1e-7,
    0.000_01,
    0.1 + 0.2,
    1 / 3,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    Number.MAX_SAFE_INTEGER,
  ])('that are %s are refused', (number) => {
    expect(toTenThousandths(number)).toBeUndefined();
  });

  const limits = [
    fixedCostFields.value.spec.rule,
    LIMITS.monthlyRevenue,
    LIMITS.unitPrice,
    LIMITS.salePrice,
    LIMITS.averageTicket,
    LIMITS.quantity,
    LIMITS.variableCost,
  ];

  test('give the same units again for every amount up to its limit', () => {
    const amount = fc
      .constantFrom(...limits)
      .chain(({ min, max }) =>
        fc.oneof(
          fc.integer({ min, max }),
          fc.integer({ min: Math.max(min, max - 1_000), max }),
          fc.constantFrom(min, max),
        ),
      );
    fc.assert(
      fc.property(amount, (units) => {
        const sent = JSON.parse(JSON.stringify(fromTenThousandths(units))) as number;
        expect(toTenThousandths(sent)).toBe(units);
      }),
      runs(1_500),
    );
  });

  test('give the same units again for every figure below 500,000,000,000', () => {
    const figure = fc.integer({ min: -5_000_000_000_000_000, max: 5_000_000_000_000_000 });
    fc.assert(
      fc.property(figure, (units) => {
        expect(toTenThousandths(fromTenThousandths(units))).toBe(units + 0);
      }),
      runs(1_000),
    );
  });

  test('are the shortest decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LIMITS.monthlyRevenue.max }), (units) => {
        expect(String(fromTenThousandths(units))).toBe(decimalText(units));
      }),
      runs(100),
    );
  });
});
