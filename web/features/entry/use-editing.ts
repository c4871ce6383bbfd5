import { useEffect, useLayoutEffect } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import type { Editing } from './editing.ts';
import type { Fields } from './entry-form.ts';
import { useCached } from './use-cached.ts';

/** The item of the last render. */
class LatestItem<T> {
  current: T;
  constructor(thing: T) {
    this.current = thing;
  }

  draw(thing: T): void {
    this.current = thing;
  }
}

/**
 * The editor of an item, which outlives its row: typed texts are still there when the tab is opened again.
 * @param name a key among all editors of the business
 * @param make receives the item of the last render
 */
export function useEditing<T, F extends Fields>(
  name: string,
  thing: T,
  make: (latest: { readonly current: T }) => Editing<F>,
): Editing<F> {
  const { business } = useStores();
  const { drawn, editing } = useCached(business, `edit ${name}`, () => {
    const latest = new LatestItem(thing);
    return { drawn: latest, editing: make(latest) };
  });
  useLayoutEffect(() => drawn.draw(thing));
  useEffect(() => () => editing.leave(), [editing]);
  return editing;
}
