import { type RefObject, useEffect, useState } from 'react';

/** Nothing that is seen first has to share the line or the processor with it for so long. */
const LATEST_MS = 3_000;

/** Becomes true when the element is nearly in view, and by itself a little after the page stands. Stays so. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return undefined;
    const latest = setTimeout(() => setIsNear(true), LATEST_MS);
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
    });
    watch.observe(element.current);
    return () => {
      clearTimeout(latest);
      watch.disconnect();
    };
  }, [element, isNear]);
  return isNear;
}
