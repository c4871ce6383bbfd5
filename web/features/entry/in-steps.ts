import { useEffect, useState } from 'react';

/**
 * The first rows of a list, and right afterwards the next ones until all are there: what is typed or tapped meanwhile has
 * its turn in between.
 * @param step as many as a cheap phone draws in less than 100 ms
 */
export function useInSteps<Row>(rows: readonly Row[], step: number): readonly Row[] {
  const [count, setCount] = useState(step);
  const isMore = count < rows.length;
  useEffect(() => {
    if (!isMore) return undefined;
    const timer = setTimeout(() => setCount(count + step), 0);
    return () => clearTimeout(timer);
  }, [isMore, count, step]);
  return isMore ? rows.slice(0, count) : rows;
}
