import { readConversions, readPack, readQuantity } from '#domain/units/quantity-text.ts';
import { units } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

describe('a typed quantity', () => {
  test.each([
    ['320 g', 320, 'g'],
    ['320g', 320, 'g'],
    ['0,35', 0.35, undefined],
    ['1/2 xícara', 0.5, 'xícara'],
    ['1 1/2 xícara', 1.5, 'xícara'],
    ['½ xícara', 0.5, 'xícara'],
    ['2½ kg', 2.5, 'kg'],
    ['1/3 un', 0.3333, 'un'],
    ['2 colheres de sopa', 2, 'colheres de sopa'],
    ['1.234,5 g', 1234.5, 'g'],
    ['2x395g', 790, 'g'],
    ['2 × 395 g', 790, 'g'],
    ['2x395', 790, undefined],
    ['2 xícaras', 2, 'xícaras'],
    ['1h30', 90, 'min'],
    ['1 h 30 min', 90, 'min'],
    ['2 horas e 15', 135, 'min'],
    ['2 h', 2, 'h'],
    ['2 cx12', 2, 'cx12'],
  ])('%j is read as %s', (text, quantity, unit) => {
    expect(readQuantity(text)).toEqual({ kind: 'value', value: { quantity: units(quantity), unit } });
  });

  test.each([
    ['', 'empty'],
    ['g', 'not_understood'],
    ['1/0 kg', 'not_understood'],
    ['3.500 g', 'ambiguous'],
    ['0,00001 g', 'too_many_decimals'],
  ])('%j is reported as %s', (text, kind) => {
    expect(readQuantity(text).kind).toBe(kind);
  });
});

test('an ambiguous number is returned with its place in the text and both readings', () => {
  const numeral = (reading: ReturnType<typeof readConversions | typeof readPack | typeof readQuantity>) =>
    reading.kind === 'ambiguous' ? [reading.numeral, ...reading.candidates] : reading.kind;
  expect(numeral(readQuantity('4.740 g'))).toEqual(['4.740', units(4.74), units(4740)]);
  expect(numeral(readPack('caixa 2x1.395 g'))).toEqual(['1.395', units(1.395), units(1395)]);
  expect(numeral(readConversions('1 un = 4.740 g'))).toEqual(['4.740', units(4.74), units(4740)]);
});

describe('a pack', () => {
  test.each([
    ['12 × 395 g', 4740, 'g'],
    ['12x395g', 4740, 'g'],
    ['caixa 12 x 395 g', 4740, 'g'],
    ['2 kg', 2, 'kg'],
    ['1,5l', 1.5, 'l'],
    ['saco 25kg', 25, 'kg'],
    ['bandeja com 30 un', 30, 'un'],
    ['2½ kg', 2.5, 'kg'],
  ])('%j is read as %s %s', (label, quantity, unit) => {
    expect(readPack(label)).toEqual({ kind: 'value', value: { quantity: units(quantity), unit, label } });
  });

  test('is not understood without a unit', () => {
    expect(readPack('12').kind).toBe('not_understood');
    expect(readPack(' ').kind).toBe('empty');
  });
});

describe('typed conversions', () => {
  test('are read as a list', () => {
    expect(readConversions('1 un = 50 g; 1 maço = 120 g')).toEqual({
      kind: 'value',
      value: [
        { unit: 'un', quantity: units(50), equalsUnit: 'g' },
        { unit: 'maço', quantity: units(120), equalsUnit: 'g' },
      ],
    });
  });

  test('may contain a pack such as 12x395g', () => {
    const conversion = { unit: 'caixa', quantity: units(4740), equalsUnit: 'g' };
    expect(readConversions('1 caixa = 12x395g')).toEqual({ kind: 'value', value: [conversion] });
  });

  test.each(['un = 50 g', '2 un = 50 g', '1 un 50 g', '1 un = 50', '1 un = g'])('%j is refused', (text) => {
    expect(readConversions(text).kind).toBe('not_understood');
  });
});
