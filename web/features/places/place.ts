import { CHANGES, PROFIT_CHANGE, SALES, SALES_REPORT, SHOPPING, WHAT_IF } from './addresses.ts';
import { HISTORY } from './history-address.ts';
import { importTabFrom, tabOf } from './import-address.ts';
import { type TabKey, tabFrom } from './tabs.ts';

type SheetTab = keyof typeof SHEETS;

/** What can be on screen inside the dashboard. `tab` is marked as current: the one shown, or the one that a screen belongs to. */
export type Place =
  | { readonly kind: 'tab'; readonly tab: TabKey }
  | { readonly kind: 'import'; readonly tab: TabKey }
  | { readonly kind: 'sales-report'; readonly tab: 'breakeven' }
  | { readonly kind: 'sheet'; readonly tab: SheetTab; readonly recipeId: string }
  | { readonly kind: ScreenKind; readonly tab: null };

/** Screens that stand beside the tabs and belong to none of them. */
export type ScreenKind = 'changes' | 'history' | 'profit-change' | 'sales' | 'shopping' | 'what-if';

const SCREENS: Readonly<Record<string, ScreenKind>> = {
  [CHANGES]: 'changes',
  [HISTORY]: 'history',
  [PROFIT_CHANGE]: 'profit-change',
  [SALES]: 'sales',
  [SHOPPING]: 'shopping',
  [WHAT_IF]: 'what-if',
};

const IMPORT = '/dashboard/importar';

/** Sheets made for paper belong to the tab of what they show. */
const SHEETS = { recipes: '/dashboard/ficha/', ingredients: '/dashboard/preparo/' } as const;

/** Every address of the dashboard. */
export const DASHBOARD_PATH = new RegExp(
  `^(?:/dashboard|${IMPORT}|${SALES_REPORT}|(?:${Object.values(SHEETS).join('|')})[^/]+|${Object.keys(SCREENS).join('|')})/?$`,
);

export function placeFrom(address: string, search: string): Place {
  const path = address.replace(/\/$/, '');
  const screen = SCREENS[path];
  if (screen) return { kind: screen, tab: null };
  for (const tab of ['recipes', 'ingredients'] as const)
    if (path.startsWith(SHEETS[tab])) return { kind: 'sheet', tab, recipeId: path.slice(SHEETS[tab].length) };
  if (path === SALES_REPORT) return { kind: 'sales-report', tab: 'breakeven' };
  if (path !== IMPORT) return { kind: 'tab', tab: tabFrom(search) };
  return { kind: 'import', tab: tabOf(importTabFrom(search)) };
}

/** Can it be shown as it was at a moment? The screens beside the tabs are about all of time, and the past is not imported into. */
export const hasPast = ({ kind }: Place): boolean => kind === 'tab' || kind === 'sheet';

/** The sheet of one dish (`recipes`) or preparation (`ingredients`). */
export const sheetAddress = (tab: SheetTab, recipeId: string): string => SHEETS[tab] + recipeId;
