import { useState } from 'react';

const kept = new WeakMap<object, Map<string, unknown>>();

/**
 * A value that is made once per owner and name and outlives the component: typed texts are still there when the tab is
 * opened again, and a late failure finds its form. It is discarded with the owner.
 */
export function useCached<T>(owner: object, name: string, make: () => T): T {
  const [thing] = useState(() => {
    const things = kept.get(owner) ?? new Map<string, unknown>();
    kept.set(owner, things);
    if (!things.has(name)) things.set(name, make());
    return things.get(name) as T;
  });
  return thing;
}
