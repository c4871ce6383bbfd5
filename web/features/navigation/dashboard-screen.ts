import {
  CHANGES,
  PROFIT_CHANGE,
  PURCHASES,
  QUICK_PURCHASE,
  RECEIPT,
  SALES,
  SALES_REPORT,
  SHOPPING,
  SUPPLIERS,
  WHAT_IF,
  type TabKey,
  tabFrom,
} from './addresses.ts';
import { HISTORY } from './history-address.ts';
import { importTabFrom, tabOfList } from './import-address.ts';

type SheetTab = keyof typeof RECIPE_SHEETS;

/** A screen of the dashboard. `tab` is the current tab: the one on screen or the one that the screen belongs to. */
export type DashboardScreen =
  | { readonly kind: 'tab'; readonly tab: TabKey }
  | { readonly kind: 'import'; readonly tab: TabKey }
  | { readonly kind: 'sales-report'; readonly tab: 'breakeven' }
  | { readonly kind: 'sheet'; readonly tab: SheetTab; readonly recipeId: string }
  | { readonly kind: ScreenKind; readonly tab: null };

/** Screens that belong to none of the tabs. */
export type ScreenKind =
  | 'changes'
  | 'history'
  | 'profit-change'
  | 'purchases'
  | 'quick-purchase'
  | 'receipt'
  | 'sales'
  | 'shopping'
  | 'suppliers'
  | 'what-if';

const SCREENS: Readonly<Record<string, ScreenKind>> = {
  [CHANGES]: 'changes',
  [HISTORY]: 'history',
  [PROFIT_CHANGE]: 'profit-change',
  [PURCHASES]: 'purchases',
  [QUICK_PURCHASE]: 'quick-purchase',
  [RECEIPT]: 'receipt',
  [SALES]: 'sales',
  [SHOPPING]: 'shopping',
  [SUPPLIERS]: 'suppliers',
  [WHAT_IF]: 'what-if',
};

const IMPORT = '/dashboard/importar';

/** Printable recipes belong to the tab of their list. */
const RECIPE_SHEETS = { recipes: '/dashboard/ficha/', ingredients: '/dashboard/preparo/' } as const;

/** All addresses of the dashboard. */
export const DASHBOARD_PATH = new RegExp(
  `^(?:/dashboard|${IMPORT}|${SALES_REPORT}|(?:${Object.values(RECIPE_SHEETS).join('|')})[^/]+|${Object.keys(SCREENS).join('|')})/?$`,
);

export function screenFrom(address: string, search: string): DashboardScreen {
  const path = address.replace(/\/$/, '');
  const screen = SCREENS[path];
  if (screen) return { kind: screen, tab: null };
  for (const tab of ['recipes', 'ingredients'] as const)
    if (path.startsWith(RECIPE_SHEETS[tab]))
      return { kind: 'sheet', tab, recipeId: path.slice(RECIPE_SHEETS[tab].length) };
  if (path === SALES_REPORT) return { kind: 'sales-report', tab: 'breakeven' };
  if (path !== IMPORT) return { kind: 'tab', tab: tabFrom(search) };
  return { kind: 'import', tab: tabOfList(importTabFrom(search)) };
}

/**
 * Tells whether the screen can be shown as of a moment. Screens outside the tabs span all of time, and an import needs
 * the present.
 */
export const canShowPast = ({ kind }: DashboardScreen): boolean => kind === 'tab' || kind === 'sheet';

/** The printable recipe of a dish (`recipes`) or preparation (`ingredients`). */
export const sheetAddress = (tab: SheetTab, recipeId: string): string => RECIPE_SHEETS[tab] + recipeId;
