import { divideRounded, SCALE, toSafeNumber, type TenThousandths } from '../decimal.ts';
import { type Fraction, ONE, reduced } from '../fraction.ts';
import { type Measure, measureAmong, measureOf } from './measure.ts';

/** 1 `unit` = `quantity` `equalsUnit`, of one ingredient or preparation: 1 un of egg = 50 g. */
export interface Conversion {
  readonly unit: string;
  readonly quantity: TenThousandths;
  readonly equalsUnit: string;
}

/** The conversions of an ingredient or a preparation; null without any. */
export type Conversions = readonly Conversion[] | null;

const SCALE_N = BigInt(SCALE);

/** Returns a function that measures the units of an ingredient with these conversions. */
const measureWith = (conversions: Conversions): ((unit: string) => Measure) =>
  conversions === null ? measureOf : measureAmong(conversions.flatMap(({ unit, equalsUnit }) => [unit, equalsUnit]));

/**
 * The exact number of `to` in one `from`: 1 kg is 1000 g; with '1 un = 50 g' one dozen is 600 g. Undefined where no
 * conversion connects them.
 */
export function ratioOf(from: string, to: string, conversions: Conversions): Fraction | undefined {
  return from === to ? ONE : ratioWithMeasure(measureWith(conversions), { from, to, conversions: conversions ?? [] });
}

interface ConversionRequest {
  readonly from: string;
  readonly to: string;
  readonly conversions: readonly Conversion[];
}

function ratioWithMeasure(
  measure: (unit: string) => Measure,
  { from, to, conversions }: ConversionRequest,
): Fraction | undefined {
  const [start, goal] = [measure(from), measure(to)];
  if (start.dimension === goal.dimension) return reduced({ n: start.size, d: goal.size });
  const inBase = ratioBetweenDimensions(measure, { from: start.dimension, to: goal.dimension, conversions });
  return inBase && reduced({ n: inBase.n * start.size, d: inBase.d * goal.size });
}

export const converts = (from: string, to: string, conversions: Conversions): boolean =>
  ratioOf(from, to, conversions) !== undefined;

/** The number of smallest units of one dimension in the smallest unit of another. The conversions form no cycle. */
function ratioBetweenDimensions(
  measure: (unit: string) => Measure,
  { from, to, conversions }: ConversionRequest,
): Fraction | undefined {
  const reached = new Map<string, Fraction>([[from, ONE]]);
  for (const [dimension, factor] of reached) {
    for (const { unit, quantity, equalsUnit } of conversions) {
      const [one, other] = [measure(unit), measure(equalsUnit)];
      // 1 un = 50 g: one piece is 50 of the smallest unit of mass.
      const forward: Fraction = { n: BigInt(quantity) * other.size, d: SCALE_N * one.size };
      const [next, step] =
        one.dimension === dimension
          ? [other.dimension, forward]
          : other.dimension === dimension
            ? [one.dimension, { n: forward.d, d: forward.n }]
            : [undefined, ONE];
      if (next !== undefined && !reached.has(next)) reached.set(next, { n: factor.n * step.n, d: factor.d * step.d });
    }
    if (reached.has(to)) break;
  }
  return reached.get(to);
}

/** The first problem in a list of conversions. */
export interface ConversionFlaw {
  readonly index: number;
  /** `within`: both units are of one kind and convert already. `known`: the conversion follows from earlier ones. */
  readonly flaw: 'within' | 'known';
  readonly unit: string;
  readonly equalsUnit: string;
  /** The existing conversion of one `unit` in `equalsUnit`, rounded. */
  readonly quantity: TenThousandths;
}

/**
 * @param previous the previous list: two spellings of one unit in it are two units, while in a new list they are one
 */
export function conversionFlaw(
  conversions: readonly Conversion[],
  previous: Conversions = null,
): ConversionFlaw | undefined {
  const measure = measureWith(previous);
  for (const [index, { unit, equalsUnit }] of conversions.entries()) {
    const known = ratioWithMeasure(measure, { from: unit, to: equalsUnit, conversions: conversions.slice(0, index) });
    if (!known) continue;
    const flaw = measure(unit).dimension === measure(equalsUnit).dimension ? 'within' : 'known';
    return { index, flaw, unit, equalsUnit, quantity: roundedRatio(known) };
  }
  return undefined;
}

/** A ratio in ten-thousandths: 1/3 → 0,3333. */
const roundedRatio = ({ n, d }: Fraction): TenThousandths => toSafeNumber(divideRounded(n * SCALE_N, d));

/** An amount in one unit as an amount in another; undefined where the result has more than four decimals. */
export function convertExactly(amount: TenThousandths, { n, d }: Fraction): TenThousandths | undefined {
  const product = BigInt(amount) * n;
  return product % d === 0n ? toSafeNumber(product / d) : undefined;
}

/** The question to ask where a unit does not convert: how much one `unit` is in `equalsUnit`. */
export interface MissingConversion {
  readonly unit: string;
  readonly equalsUnit: string;
  /** Tells whether a weight is missing: 'Quanto pesa 1 un de Ovo?' */
  readonly isWeight: boolean;
}

/** A unit of the owner's own is asked about first, then the weight of a unit that is not one of weight. */
export function missingConversion(from: string, to: string): MissingConversion {
  const [start, goal] = [measureOf(from), measureOf(to)];
  const isSwapped = start.kind !== 'custom' && (goal.kind === 'custom' || start.kind === 'mass');
  const [unit, equalsUnit] = isSwapped ? [to, from] : [from, to];
  const isWeight = measureOf(unit).kind !== 'custom' && measureOf(equalsUnit).kind === 'mass';
  return { unit, equalsUnit, isWeight };
}
