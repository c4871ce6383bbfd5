/** A point of the diagonal, at which every cause has moved by the same share from before, 0, to after, 1. */
export interface Point {
  readonly t: number;
  /** The weight of the value at this point in an integral from 0 to 1. */
  readonly weight: number;
}

/**
 * Gauss–Legendre quadrature: n points integrate polynomials up to degree 2n − 1 exactly. The points come from Newton's
 * method with the usual first guess.
 */
const gaussPoints = (count: number): readonly Point[] =>
  Array.from({ length: count }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 10; step += 1) {
      let [last, now] = [1, x];
      for (let n = 2; n <= count; n += 1) [last, now] = [now, ((2 * n - 1) * x * now - (n - 1) * last) / n];
      slope = (count * (x * now - last)) / (x * x - 1);
      x -= now / slope;
    }
    return { t: (1 + x) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
  });

/** Exact up to degree 31: a product has a cause for each level of preparations, and a handful of others. */
export const POINTS = gaussPoints(16);
