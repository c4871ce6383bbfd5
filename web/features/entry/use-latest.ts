import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The newest value of a prop, for something made once that is asked later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
