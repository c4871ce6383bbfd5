import { useEffect, useLayoutEffect } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import type { RowEditor } from './row-editor.ts';
import type { Fields } from './entry-form.ts';
import { useCached } from './use-cached.ts';

/** The item of the last render. */
class LatestItem<T> {
  current: T;
  constructor(item: T) {
    this.current = item;
  }

  update(item: T): void {
    this.current = item;
  }
}

/**
 * The editor of an item, which outlives its row: typed texts are still there when the tab is opened again.
 * @param name a key among all editors of the business
 * @param make receives the item of the last render
 */
export function useRowEditor<T, F extends Fields>(
  name: string,
  item: T,
  make: (latest: { readonly current: T }) => RowEditor<F>,
): RowEditor<F> {
  const { business } = useStores();
  const { latestItem, editor } = useCached(business, `edit ${name}`, () => {
    const latest = new LatestItem(item);
    return { latestItem: latest, editor: make(latest) };
  });
  useLayoutEffect(() => latestItem.update(item));
  useEffect(() => () => editor.keepText(), [editor]);
  return editor;
}
