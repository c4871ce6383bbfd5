import { toSafeNumber, divideRounded, SCALE, type TenThousandths } from '../decimal.ts';

/**
 * Sums quantity × price over many lines, exactly. Both factors are ten-thousandths, so a product is in 10⁻⁸. A product
 * or a sum up to 2⁵³ − 1 is exact as a number, which is ten times as fast as bigint; larger ones use bigint.
 */
export function productSum() {
  let small = 0;
  let large = 0n;
  return {
    /**
     * Adds a line with factors of at least zero. @returns its own cost in ten-thousandths: 0,35 kg × R$ 12,9999 → R$
     * 4,55
     */
    add(quantity: TenThousandths, price: TenThousandths): TenThousandths {
      const product = quantity * price;
      if (product > Number.MAX_SAFE_INTEGER) {
        const exact = BigInt(quantity) * BigInt(price);
        large += exact;
        return toSafeNumber(divideRounded(exact, BigInt(SCALE)));
      }
      if (small + product > Number.MAX_SAFE_INTEGER) {
        large += BigInt(small);
        small = 0;
      }
      small += product;
      const rest = product % SCALE;
      return (product - rest) / SCALE + (rest < SCALE / 2 ? 0 : 1);
    },
    /** The exact sum, in 10⁻⁸. */
    total: (): bigint => large + BigInt(small),
  };
}
