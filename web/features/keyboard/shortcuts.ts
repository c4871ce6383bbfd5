import type { TabKey } from '../places/tabs.ts';

/** After 'g': where to. The letters are those of the names, the first that is free. */
export const TAB_LETTERS: { readonly [Key in TabKey]?: string } = {
  dashboard: 'd',
  'fixed-costs': 'f',
  'variable-costs': 'v',
  revenue: 'm',
  ingredients: 'i',
  recipes: 'p',
  breakeven: 'e',
};

export type Shortcut =
  | { readonly kind: 'go'; readonly tab: TabKey }
  | { readonly kind: 'add' }
  | { readonly kind: 'search' }
  | { readonly kind: 'help' }
  /** 'g' was pressed: the next letter says where to. */
  | { readonly kind: 'waiting' };

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key means after the one before it; undefined where it means nothing. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: KeyPress, isAfterG: boolean): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (isAfterG) {
    const tab = (Object.keys(TAB_LETTERS) as TabKey[]).find((each) => TAB_LETTERS[each] === key.toLowerCase());
    return tab === undefined ? undefined : { kind: 'go', tab };
  }
  switch (key) {
    case 'g':
      return { kind: 'waiting' };
    case 'n':
      return { kind: 'add' };
    case '/':
      return { kind: 'search' };
    case '?':
      return { kind: 'help' };
    default:
      return undefined;
  }
}

/** Keys belong to whoever is being typed into, and to an open dialog or list. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="listbox"]') !== null;
