import { decimalText, MAX_TEN_THOUSANDTHS } from '#domain/decimal.ts';
import {
  formatCount,
  formatDecimal,
  formatMoney,
  formatPercentage,
  formatQuantity,
  formatUnitPrice,
} from '#domain/format.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** The space after R$ does not break. */
const reais = (text: string): string => text.replace('R$ ', 'R$\u00A0');

test.each([
  [0, 'R$ 0,00'],
  [123_400, 'R$ 12,34'],
  [12_345_600, 'R$ 1.234,56'],
  [12_345_678_900, 'R$ 1.234.567,89'],
  [49, 'R$ 0,00'],
  [50, 'R$ 0,01'],
  [-49, 'R$ 0,00'],
  [-50, '−R$ 0,01'],
  [-12_345_678, '−R$ 1.234,57'],
  [9_999_950, 'R$ 1.000,00'],
  [MAX_TEN_THOUSANDTHS, 'R$ 900.719.925.474,10'],
])('money: %s units are %s', (units, text) => {
  expect(formatMoney(units)).toBe(reais(text));
});

test.each([
  [0, 'R$ 0,00'],
  [49_900, 'R$ 4,99'],
  [385, 'R$ 0,0385'],
  [380, 'R$ 0,038'],
  [15_000, 'R$ 1,50'],
  [10_000, 'R$ 1,00'],
  [12_345_010, 'R$ 1.234,501'],
  [9_999_999_999, 'R$ 999.999,9999'],
])('unit price: %s units are %s', (units, text) => {
  expect(formatUnitPrice(units)).toBe(reais(text));
});

test.each([
  [0, '0,0%'],
  [85_000, '8,5%'],
  [360_082, '36,0%'],
  [499, '0,0%'],
  [500, '0,1%'],
  [-500, '−0,1%'],
  [-499, '0,0%'],
  [1_000_000, '100,0%'],
  [123_456_789, '12.345,7%'],
])('percentage: %s units are %s', (units, text) => {
  expect(formatPercentage(units)).toBe(text);
});

test.each([
  [1, '0,0001'],
  [3_500, '0,35'],
  [120_000, '12'],
  [35_000_000, '3.500'],
  [100_000_000, '10.000'],
  [12_345_000, '1.234,5'],
])('quantity: %s units are %s', (units, text) => {
  expect(formatQuantity(units)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_234, '1.234'],
  [9_999_999, '9.999.999'],
  [-123, '-123'],
  [-1_234, '-1.234'],
])('count: %s is %s', (value, text) => {
  expect(formatCount(value)).toBe(text);
});

describe('decimal places of a displayed amount', () => {
  const anyUnits = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000_000, max: 1_000_000 }));

  test('show the whole amount when there are four', () => {
    fc.assert(
      fc.property(anyUnits, (units) => {
        const text = formatDecimal(units, 4).replaceAll('.', '').replace(',', '.');
        expect(Number(text.replace('.', ''))).toBe(units + 0);
        expect(decimalText(units)).toBe(text.replace(/\.?0*$/, ''));
      }),
      runs(100),
    );
  });

  test('are rounded half away from zero when there are fewer', () => {
    fc.assert(
      fc.property(anyUnits, fc.constantFrom(0, 1, 2, 3), (units, decimals) => {
        const shown = BigInt(formatDecimal(units, decimals).replaceAll(/[.,]/g, ''));
        const step = 10n ** BigInt(4 - decimals);
        const distance = shown * step - BigInt(units);
        const size = distance < 0n ? -distance : distance;
        expect(size * 2n <= step).toBe(true);
        const isHalf = size * 2n === step;
        expect(isHalf && distance > 0n !== units > 0).toBe(false);
      }),
      runs(100),
    );
  });

  test('follow whole digits in groups of three and never show minus zero', () => {
    fc.assert(
      fc.property(anyUnits, fc.constantFrom(0, 1, 2, 3, 4), (units, decimals) => {
        const text = formatDecimal(units, decimals);
        const fraction = decimals === 0 ? '' : `,\\d{${decimals}}`;
        expect(text).toMatch(new RegExp(`^-?\\d{1,3}(\\.\\d{3})*${fraction}$`));
        expect(text).not.toMatch(/^-[0,]*$/);
      }),
      runs(100),
    );
  });
});
