import type { TenThousandths } from './decimal.ts';

/**
 * Rounded parts that add up to their rounded total: the difference goes into the largest part. A part never gets below
 * zero: what it cannot take goes into the next largest one.
 * @param parts none is negative
 */
export function adjustToTotal(parts: readonly TenThousandths[], total: TenThousandths): readonly TenThousandths[] {
  const adjusted = [...parts];
  let difference = total - parts.reduce((sum, part) => sum + part, 0);
  if (difference === 0) return adjusted;
  const largestFirst = [...parts.entries()].toSorted(([, a], [, b]) => b - a);
  for (const [index, part] of largestFirst) {
    const change = Math.max(difference, -part);
    adjusted[index] = part + change;
    difference -= change;
  }
  return adjusted;
}
