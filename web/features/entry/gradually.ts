import { type RefCallback, useCallback, useState, useEffect } from 'react';

/** So many rows fill any screen; the others come as one scrolls towards them. */
const STEP = 120;

/**
 * The first rows of a list, more of them each time its end comes near. A list of thousands is there at once that way.
 * @returns the rows to show, and the ref of what stands behind the last one; none once all are shown
 */
export function useGradually<Row>(rows: readonly Row[]): {
  readonly part: readonly Row[];
  readonly end: RefCallback<HTMLElement> | undefined;
} {
  const [count, setCount] = useState(STEP);
  const end = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setCount((shown) => shown + STEP);
      },
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return rows.length <= count ? { part: rows, end: undefined } : { part: rows.slice(0, count), end };
}

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
