import { CHANGES } from '../changes/address.ts';
import { PROFIT_CHANGE } from '../profit-change/address.ts';
import { WHAT_IF } from '../what-if/address.ts';
import { type TabKey, tabFrom } from './tabs.ts';

/** What can be on screen inside the dashboard. `tab` is marked as current: the one shown, or the one that a screen belongs to. */
export type Place =
  | { readonly kind: 'tab'; readonly tab: TabKey }
  | { readonly kind: 'import'; readonly tab: TabKey }
  | { readonly kind: 'sheet'; readonly tab: 'recipes'; readonly dishId: string }
  | { readonly kind: ScreenKind; readonly tab: null };

/** Screens that stand beside the tabs and belong to none of them. */
export type ScreenKind = 'changes' | 'profit-change' | 'what-if';

const SCREENS: Readonly<Record<string, ScreenKind>> = {
  [CHANGES]: 'changes',
  [PROFIT_CHANGE]: 'profit-change',
  [WHAT_IF]: 'what-if',
};

const IMPORT = '/dashboard/importar';
const SHEET = '/dashboard/ficha/';

/** Every address of the dashboard. */
export const DASHBOARD_PATH = new RegExp(
  `^(?:/dashboard|${IMPORT}|${SHEET}[^/]+|${Object.keys(SCREENS).join('|')})/?$`,
);

export function placeFrom(address: string, search: string): Place {
  const path = address.replace(/\/$/, '');
  const screen = SCREENS[path];
  if (screen) return { kind: screen, tab: null };
  if (path.startsWith(SHEET)) return { kind: 'sheet', tab: 'recipes', dishId: path.slice(SHEET.length) };
  if (path !== IMPORT) return { kind: 'tab', tab: tabFrom(search) };
  const into = new URLSearchParams(search).get('em') ?? 'ingredients';
  return { kind: 'import', tab: tabFrom(`?tab=${into}`) };
}

/** The sheet of one dish, made for paper. */
export const sheetAddress = (dishId: string): string => SHEET + dishId;
