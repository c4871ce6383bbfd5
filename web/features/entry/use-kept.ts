import { useState } from 'react';

const kept = new WeakMap<object, Map<string, unknown>>();

/**
 * Something made once per owner and name, which outlives the component: what was typed is still there when its tab is
 * opened again, and what fails in the meantime finds its form. It goes with the owner.
 */
export function useKept<T>(owner: object, name: string, make: () => T): T {
  const [thing] = useState(() => {
    const things = kept.get(owner) ?? new Map<string, unknown>();
    kept.set(owner, things);
    if (!things.has(name)) things.set(name, make());
    return things.get(name) as T;
  });
  return thing;
}
