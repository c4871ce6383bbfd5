import { useEffect, useState } from 'react';

/** So many rows of fields take a cheap phone less than 100 ms. */
const STEP = 10;

/**
 * The first rows of a list, and right afterwards the next ones until all are there: what is typed or tapped meanwhile has
 * its turn in between.
 */
export function useInSteps<Row>(rows: readonly Row[]): readonly Row[] {
  const [count, setCount] = useState(STEP);
  const isMore = count < rows.length;
  useEffect(() => {
    if (!isMore) return undefined;
    const timer = setTimeout(() => setCount(count + STEP), 0);
    return () => clearTimeout(timer);
  }, [isMore, count]);
  return isMore ? rows.slice(0, count) : rows;
}
