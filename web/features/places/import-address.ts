import { labelOf, tabAddress, type TabKey } from './tabs.ts';
import { PREPARATIONS } from './addresses.ts';

/** The lists that can be filled from a spreadsheet. */
export type ImportTab =
  | Extract<TabKey, 'ingredients' | 'recipes' | 'fixed-costs' | 'variable-costs' | 'revenue'>
  | 'preparations'
  | 'dishes'
  | 'channels';

/** Each rests on those before it. */
export const IMPORT_TABS: readonly ImportTab[] = [
  'channels',
  'ingredients',
  'preparations',
  'dishes',
  'recipes',
  'fixed-costs',
  'variable-costs',
  'revenue',
];

/** Lists that stand on the tab of another one, and what they are called. */
const PARTS: Readonly<Partial<Record<ImportTab, { readonly tab: TabKey; readonly label: string }>>> = {
  preparations: { tab: 'ingredients', label: 'Preparos' },
  dishes: { tab: 'recipes', label: 'Pratos' },
  channels: { tab: 'variable-costs', label: 'Canais' },
};

/** '?em=fixed-costs' → fixed costs; ingredients when nothing else is asked for. */
export function importTabFrom(search: string): ImportTab {
  const asked = new URLSearchParams(search).get('em');
  return IMPORT_TABS.find((tab) => tab === asked) ?? 'ingredients';
}

/** The tab on which such a list is. */
export const tabOf = (tab: ImportTab): TabKey => PARTS[tab]?.tab ?? (tab as TabKey);

/** What the list is called. */
export const listLabel = (tab: ImportTab): string => PARTS[tab]?.label ?? labelOf(tabOf(tab));

/** Where the list is. */
export const listAddress = (tab: ImportTab): string => (tab === 'preparations' ? PREPARATIONS : tabAddress(tabOf(tab)));

export const importAddress = (tab: ImportTab): string => `/dashboard/importar?em=${tab}`;
