import { conversionFlaw, type Conversion, missingConversion, ratioOf } from '#domain/units/conversions.ts';
import { isSameForm, isSameUnit, measureOf } from '#domain/units/measure.ts';
import { units } from '#tests/support/given.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const is = (unit: string, quantity: number, equalsUnit: string): Conversion => ({
  unit,
  quantity: units(quantity),
  equalsUnit,
});
const ratio = (from: string, to: string, conversions: readonly Conversion[] = []): number | undefined => {
  const found = ratioOf(from, to, conversions);
  return found && Number(found.n) / Number(found.d);
};

describe('units', () => {
  test.each([
    ['kg', 'g', 1000],
    ['Kg.', ' GRAMAS ', 1000],
    ['l', 'xícara', 1000 / 240],
    ['colher de sopa', 'colher de chá', 3],
    ['dúzia', 'un', 12],
    ['cento', 'dz', 100 / 12],
    ['milheiro', 'unidade', 1000],
    ['h', 'min', 60],
    ['maço', 'Maço.', 1],
  ])('1 %s in %s is %d', (from, to, expected) => {
    expect(ratio(from, to)).toBeCloseTo(expected, 10);
  });

  test.each([
    ['kg', 'l'],
    ['un', 'g'],
    ['maço', 'fatia'],
    ['maço', 'un'],
  ])('%s does not convert to %s without a conversion', (from, to) => {
    expect(ratio(from, to)).toBeUndefined();
  });

  test('are equal in any spelling, and unknown text is a unit of its own', () => {
    expect(isSameUnit('xi\u0301cara', 'Xícaras')).toBe(true);
    expect(isSameUnit('maço', 'maco')).toBe(false);
    expect(measureOf('fatia').kind).toBe('custom');
    expect(measureOf('constructor').kind).toBe('custom');
  });
});

describe('plurals of custom units', () => {
  test.each([
    ['pitadas', 'pitada'],
    ['Pitadas.', 'pitada'],
    ['colheres', 'colher'],
    ['porções', 'porção'],
    ['pães', 'pão'],
    ['garrafões', 'garrafão'],
    ['vagens', 'vagem'],
    ['papéis', 'papel'],
    ['barris', 'barril'],
    ['nozes', 'noz'],
  ])('%s are the same unit as %s', (many, one) => {
    expect(isSameUnit(many, one)).toBe(true);
    expect(isSameForm(many, one)).toBe(false);
    expect(ratio(many, one)).toBe(1);
    expect(ratio(many, 'g', [is(one, 3, 'g')])).toBe(3);
  });

  test('are not applied to known units', () => {
    expect(isSameUnit('gs', 'g')).toBe(false);
    expect(measureOf('gs').kind).toBe('custom');
  });

  test('stay separate in stored conversions and are merged in new ones', () => {
    const both = [is('pitada', 3, 'g'), is('pitadas', 5, 'g')];
    expect(ratio('pitada', 'g', both)).toBe(3);
    expect(ratio('pitadas', 'g', both)).toBe(5);
    expect(ratio('pitadas', 'pitada', both)).toBeCloseTo(5 / 3, 10);
    expect(conversionFlaw(both, both)).toBeUndefined();
    expect(conversionFlaw(both)).toMatchObject({ index: 1, flaw: 'known', quantity: units(3) });
  });
});

describe('conversions between units', () => {
  test('are followed from dimension to dimension, in both directions', () => {
    const egg = [is('un', 50, 'g'), is('g', 0.97, 'ml')];
    expect(ratio('dz', 'kg', egg)).toBeCloseTo(0.6, 10);
    expect(ratio('un', 'ml', egg)).toBeCloseTo(48.5, 10);
    expect(ratio('l', 'un', egg)).toBeCloseTo(1000 / 48.5, 10);
  });

  test('are refused within one kind and where they follow from others', () => {
    expect(conversionFlaw([is('kg', 900, 'g')])).toMatchObject({ index: 0, flaw: 'within', quantity: units(1000) });
    expect(conversionFlaw([is('un', 50, 'g'), is('g', 1, 'ml'), is('un', 55, 'ml')])).toMatchObject({
      index: 2,
      flaw: 'known',
      quantity: units(50),
    });
    expect(conversionFlaw([is('un', 50, 'g'), is('dz', 1, 'kg')])).toMatchObject({ index: 1, flaw: 'known' });
    expect(conversionFlaw([is('un', 50, 'g'), is('maço', 2, 'un')])).toBeUndefined();
  });

  test('of any units, applied there and back, give the same quantity', () => {
    const anyUnit = fc.constantFrom('g', 'kg', 'ml', 'l', 'xícara', 'un', 'dz', 'maço', 'fatia', 'min');
    const conversions = [is('un', 47.5, 'g'), is('g', 0.97, 'ml'), is('maço', 3, 'un'), is('fatia', 0.3333, 'maço')];
    fc.assert(
      fc.property(anyUnit, anyUnit, (a, b) => {
        const [there, back] = [ratioOf(a, b, conversions), ratioOf(b, a, conversions)];
        const none = { n: 1n, d: 1n };
        const [to, fro] = [there ?? none, back ?? none];
        expect([there === undefined, to.n * fro.n]).toEqual([back === undefined, to.d * fro.d]);
      }),
      runs(100),
    );
  });

  test.each([
    ['un', 'kg', { unit: 'un', equalsUnit: 'kg', isWeight: true }],
    ['g', 'un', { unit: 'un', equalsUnit: 'g', isWeight: true }],
    ['maço', 'g', { unit: 'maço', equalsUnit: 'g', isWeight: false }],
    ['g', 'maço', { unit: 'maço', equalsUnit: 'g', isWeight: false }],
    ['xícara', 'un', { unit: 'xícara', equalsUnit: 'un', isWeight: false }],
  ])('from %s to %s are named when they are missing', (from, to, asked) => {
    expect(missingConversion(from, to)).toEqual(asked);
  });
});
