import type { TenThousandths } from '../decimal.ts';
import type { Fraction } from '../fraction.ts';
import { LIMITS } from '../limits.ts';

/** The prices allowed on a menu: `first`, and from there on every `step`. */
export interface PriceGrain {
  readonly first: TenThousandths;
  readonly step: TenThousandths;
}

/** Rounds to the cent only. */
export const CENTS: PriceGrain = { first: 100, step: 100 };

/** R$ 1,00, 2,00, 3,00 … */
export const WHOLE_REAIS: PriceGrain = { first: 10_000, step: 10_000 };

export const PRICE_GRAINS = {
  tenCents: { first: 1_000, step: 1_000 },
  fiftyCents: { first: 5_000, step: 5_000 },
  /** R$ 0,90, 1,90, 2,90 … */
  endingInNinety: { first: 9_000, step: 10_000 },
} as const satisfies Record<string, PriceGrain>;

export type PriceGrainName = keyof typeof PRICE_GRAINS;

/**
 * The next price of the grain at or above `amount`: (R$ 52,31, ending in ,90) → R$ 52,90. Never more than the maximum
 * price.
 */
export function roundUpToGrain(amount: TenThousandths, { first, step }: PriceGrain): TenThousandths {
  const steps = Math.max(0, Math.ceil((amount - first) / step));
  return Math.min(first + steps * step, highestPrice({ first, step }));
}

/** The lowest price of the grain at or above an exact amount in ten-thousandths; undefined beyond the maximum. */
export function roundUpExactToGrain({ n, d }: Fraction, grain: PriceGrain): TenThousandths | undefined {
  const [first, step] = [BigInt(grain.first), BigInt(grain.step)];
  const missing = n - first * d;
  // The steps are rounded up: a price one step below would be too low.
  const steps = missing <= 0n ? 0n : (missing + step * d - 1n) / (step * d);
  const price = first + steps * step;
  return price > BigInt(highestPrice(grain)) ? undefined : Number(price);
}

/** The highest price of the grain that a dish may have. */
export const highestPrice = ({ first, step }: PriceGrain): TenThousandths =>
  first + Math.floor((LIMITS.salePrice.max - first) / step) * step;

/**
 * The lowest price of the grain that is enough; undefined when not even the highest is. `isEnough` is monotonic in the
 * price, except for the rounding of amounts to ten-thousandths: the result is always enough, and the price one step
 * below is not.
 */
export function findLowestPrice(
  isEnough: (price: TenThousandths) => boolean,
  grain: PriceGrain,
): TenThousandths | undefined {
  const { first, step } = grain;
  if (!isEnough(highestPrice(grain))) return undefined;
  let tooLow = -1;
  let enough = (highestPrice(grain) - first) / step;
  while (enough - tooLow > 1) {
    const middle = Math.floor((tooLow + enough) / 2);
    if (isEnough(first + middle * step)) enough = middle;
    else tooLow = middle;
  }
  return first + enough * step;
}
