import { type AmountRule, AMOUNTS, readAmount, readOrders } from '#domain/amounts.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { formatForInput } from '#domain/numerals.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const fixedCost = fixedCostFields.value.spec.rule;
const { monthlyRevenue, unitPrice, salePrice, averageTicket, quantity, variableCost } = AMOUNTS;
const rules = Object.entries<AmountRule>({ fixedCost, ...AMOUNTS });

const units = (value: number) => ({ ok: true, tenThousandths: value });
const refusalOf = (sentence: string) => ({ ok: false, sentence });
const NOT_A_NUMBER = refusalOf('Digite um número, como 12,50.');
const TOO_MANY = refusalOf('Use no máximo 4 casas decimais.');

describe('every amount', () => {
  test.each(rules)(
    '%s: reads the same from a JSON number and from typed text, up to both ends of its range',
    (_name, rule) => {
      const value = fc.oneof(fc.integer({ min: rule.min, max: rule.max }), fc.constantFrom(rule.min, rule.max));
      fc.assert(
        fc.property(value, (each) => {
          expect(readAmount(fromTenThousandths(each), rule)).toEqual(units(each));
          expect(readAmount(formatForInput(each), rule)).toEqual(units(each));
          expect(readAmount(String(fromTenThousandths(each)), { ...rule, kind: 'percentage' })).toEqual(units(each));
        }),
        runs(100),
      );
    },
  );

  test.each(rules)('%s: refuses a value just outside of its range and names the limit', (_name, rule) => {
    const sentence = expect.stringMatching(/^O maior valor aceito é [\d.,]+\.$/);
    expect(readAmount(fromTenThousandths(rule.max + 1), rule)).toEqual({ ok: false, sentence });
    expect(readAmount(formatForInput(rule.max + 1), rule)).toEqual({ ok: false, sentence });
    for (const huge of [1e15, 1e21, Number.MAX_VALUE, '9'.repeat(400)])
      expect(readAmount(huge, rule)).toEqual({ ok: false, sentence });
  });

  test.each(rules)('%s: refuses other text in Portuguese and without throwing', (_name, rule) => {
    for (const source of [Number.NaN, Infinity, '1e400', 'NaN', 'dez', '-5', '\0', '5\0', '\uD800', '__proto__', '٣'])
      expect([source, readAmount(source, rule)]).toEqual([source, NOT_A_NUMBER]);
    expect(readAmount(-Infinity, rule)).toEqual(NOT_A_NUMBER);
    for (const source of [-0.0001, -1, -1e300])
      expect(readAmount(source, rule)).toEqual(refusalOf('O valor não pode ser negativo.'));
    for (const source of ['', '  ', '\n']) expect(readAmount(source, rule)).toEqual(refusalOf('Preencha este campo.'));
  });

  test.each(rules)('%s: refuses five decimals', (_name, rule) => {
    for (const source of [1.00001, 0.1 + 0.2, 1e-7, Number.MIN_VALUE, '1,00001', '0,00001'])
      expect([source, readAmount(source, rule)]).toEqual([source, TOO_MANY]);
  });
});

describe('the range of an amount', () => {
  test.each([
    ['fixed cost', 0, 99_999_999.9999, fixedCost],
    ['monthly revenue', 0, 999_999_999.9999, monthlyRevenue],
    ['average ticket', 0, 999_999_999.9999, averageTicket],
    ['unit price', 0, 999_999.9999, unitPrice],
    ['sale price', 0, 999_999.9999, salePrice],
    ['quantity', 0.0001, 99_999.9999, quantity],
    ['variable cost', 0, 1000, variableCost],
  ])('begins and ends for a %s at %d and %d', (_name, min, max, rule) => {
    expect([fromTenThousandths(rule.min), fromTenThousandths(rule.max)]).toEqual([min, max]);
  });

  test('treats minus zero as zero and excludes 0 for a quantity', () => {
    expect(readAmount(-0, fixedCost)).toEqual(units(0));
    for (const zero of [0, -0, '0', '0,0000', ',0'])
      expect(readAmount(zero, quantity)).toEqual(refusalOf('O valor precisa ser maior que zero.'));
  });

  test('is not extended by rounding', () => {
    expect(readAmount(99_999_999.999_95, fixedCost)).toMatchObject({ ok: false });
    expect(readAmount(1000.000_01, variableCost)).toMatchObject({ ok: false });
  });
});

describe('dots before groups of three typed digits', () => {
  test('separate thousands in money', () => {
    expect(readAmount('3.500', fixedCost)).toEqual(units(35_000_000));
  });

  test('are read as a decimal point in a percentage', () => {
    expect(readAmount('3.500', variableCost)).toEqual(units(35_000));
  });

  test('are ambiguous in a quantity, so the reader asks for a choice', () => {
    expect(readAmount('3.500', quantity)).toEqual({
      ok: false,
      sentence: 'Você quis dizer 3,5 ou 3.500? Escolha um dos dois.',
      candidates: [35_000, 35_000_000],
    });
    expect(readAmount(formatForInput(35_000_000), quantity)).toEqual(units(35_000_000));
    expect(readAmount(3.5, quantity)).toEqual(units(35_000));
  });
});

describe('the number of orders', () => {
  const orders = (count: number) => ({ ok: true, count });
  const notWhole = refusalOf('Digite um número inteiro de pedidos, como 120.');

  test.each([
    [0, 0],
    [-0, 0],
    [120, 120],
    [9_999_999, 9_999_999],
    ['', 0],
    ['  ', 0],
    ['120', 120],
    [' 120 ', 120],
    ['007', 7],
    ['0'.repeat(400), 0],
  ])('reads %j as %s', (source, count) => {
    expect(readOrders(source)).toEqual(orders(count));
  });

  test.each([
    1.5,
    -1,
    Number.NaN,
    Infinity,
    -Infinity,
    1e21,
    '1,5',
    '1.5',
    '1.234',
    '-1',
    '1e3',
    '٣',
    '１',
    'dez',
    '1 2',
  ])('refuses %j, which is not a whole number', (source) => {
    expect(readOrders(source)).toEqual(notWhole);
  });

  test.each([10_000_000, '10000000', '9'.repeat(400)])('refuses %j, which is above the limit', (source) => {
    expect(readOrders(source)).toEqual(refusalOf('O maior número de pedidos aceito é 9.999.999.'));
  });
});
