import { type Ratio, ratio } from '#tests/figures/ratio.ts';

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]));
}

/** A figure with some of the causes as they are after. */
type ValueOf = (chosen: ReadonlySet<string>) => bigint | number;

/** What each cause adds at its turn, in every order there is; the mean of it. */
export function meansOverAllOrders(keys: readonly string[], value: ValueOf): ReadonlyMap<string, Ratio> {
  const totals = new Map(keys.map((key) => [key, 0n]));
  const orders = permutations(keys);
  for (const order of orders)
    order.forEach((key, i) => {
      const step = BigInt(value(new Set(order.slice(0, i + 1)))) - BigInt(value(new Set(order.slice(0, i))));
      totals.set(key, (totals.get(key) ?? 0n) + step);
    });
  return new Map([...totals].map(([key, total]) => [key, ratio(total, orders.length)]));
}

/** The same by all sets, for more causes than can be put in every order. */
export function meansOverAllSets(keys: readonly string[], value: ValueOf): ReadonlyMap<string, Ratio> {
  const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
  const values = Array.from({ length: 2 ** keys.length }, (_, mask) =>
    BigInt(value(new Set(keys.filter((_key, i) => mask & (1 << i))))),
  );
  return new Map(
    keys.map((key, own) => {
      let total = 0n;
      values.forEach((before, mask) => {
        if (mask & (1 << own)) return;
        const size = keys.filter((_, i) => mask & (1 << i)).length;
        const weight = factorial(size) * factorial(keys.length - 1 - size);
        total += weight * ((values[mask | (1 << own)] ?? 0n) - before);
      });
      return [key, ratio(total, factorial(keys.length))];
    }),
  );
}
