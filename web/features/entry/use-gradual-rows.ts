import { useEffect, useState } from 'react';

/**
 * The first rows of a list and, in later tasks, more of them until all are there, so that input in between is handled.
 * @param step the number of rows that a cheap phone renders in less than 100 ms
 */
export function useGradualRows<Row>(rows: readonly Row[], step: number): readonly Row[] {
  const [count, setCount] = useState(step);
  const isMore = count < rows.length;
  useEffect(() => {
    if (!isMore) return undefined;
    const timer = setTimeout(() => setCount(count + step), 0);
    return () => clearTimeout(timer);
  }, [isMore, count, step]);
  return isMore ? rows.slice(0, count) : rows;
}
