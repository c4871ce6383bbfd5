import { type TabKey, tabFrom } from './tabs.ts';

/** What can be on screen inside the dashboard: a tab, or a screen that belongs to one. `tab` is marked as current. */
export type Place =
  | { readonly kind: 'tab'; readonly tab: TabKey }
  | { readonly kind: 'import'; readonly tab: TabKey }
  | { readonly kind: 'sheet'; readonly tab: 'recipes'; readonly dishId: string };

/** Every address of the dashboard. */
export const DASHBOARD_PATH = /^\/dashboard(?:\/importar|\/ficha\/[^/]+)?\/?$/;

export function placeFrom(path: string, search: string): Place {
  const dishId = /^\/dashboard\/ficha\/([^/]+)/.exec(path)?.[1];
  if (dishId !== undefined) return { kind: 'sheet', tab: 'recipes', dishId };
  if (!path.startsWith('/dashboard/importar')) return { kind: 'tab', tab: tabFrom(search) };
  const into = new URLSearchParams(search).get('em') ?? 'ingredients';
  return { kind: 'import', tab: tabFrom(`?tab=${into}`) };
}

/** The sheet of one dish, made for paper. */
export const sheetAddress = (dishId: string): string => `/dashboard/ficha/${dishId}`;
