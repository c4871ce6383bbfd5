import { type RefCallback, useCallback, useState } from 'react';

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
