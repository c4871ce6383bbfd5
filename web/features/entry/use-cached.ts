import { useState } from 'react';

const caches = new WeakMap<object, Map<string, unknown>>();

/**
 * A value that is made once per owner and name and outlives the component: typed texts are still there when the tab is
 * opened again, and a late failure finds its form. It is discarded with the owner.
 */
export function useCached<T>(owner: object, name: string, make: () => T): T {
  const [value] = useState(() => {
    const values = caches.get(owner) ?? new Map<string, unknown>();
    caches.set(owner, values);
    if (!values.has(name)) values.set(name, make());
    return values.get(name) as T;
  });
  return value;
}
