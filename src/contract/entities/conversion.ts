import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import type { Conversions } from '#domain/units/conversions.ts';
import type { WireField } from './field.ts';

export interface ConversionBody {
  readonly unit: string;
  readonly quantity: number;
  readonly equals_unit: string;
}

/** An empty list stands for no conversions. */
export const conversions: WireField<Conversions, 'conversions', ConversionBody[]> = {
  apiName: 'conversions',
  toWire: (all) =>
    (all ?? []).map(({ unit, quantity, equalsUnit }) => ({
      unit,
      quantity: fromTenThousandths(quantity),
      equals_unit: equalsUnit,
    })),
  fromWire: (wireValue) =>
    wireValue.length === 0
      ? null
      : wireValue.map(({ unit, quantity, equals_unit }) => ({
          unit,
          quantity: requireTenThousandths(quantity),
          equalsUnit: equals_unit,
        })),
};
