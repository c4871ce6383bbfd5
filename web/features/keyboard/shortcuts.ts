import type { TabKey } from '../navigation/addresses.ts';

/** The letter after 'g' for each tab: the first free letter of its name. */
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
  /** The first key of a sequence: after 'g' the next letter chooses the tab. */
  | { readonly kind: 'waiting' };

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The shortcut of a key after the previous one; undefined if it has none. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: KeyPress, isAfterG: boolean): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (isAfterG) {
    const tab = (Object.keys(TAB_LETTERS) as TabKey[]).find(
      (candidate) => TAB_LETTERS[candidate] === key.toLowerCase(),
    );
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

/** Tells whether keys belong to a text field, an open dialog or an open list. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="listbox"]') !== null;
