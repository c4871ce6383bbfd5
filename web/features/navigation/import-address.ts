import { PREPARATIONS, tabLabel, tabAddress, type TabKey } from './addresses.ts';

/** The lists that can be filled from a spreadsheet. */
export type ImportTab =
  | Extract<TabKey, 'ingredients' | 'recipes' | 'fixed-costs' | 'variable-costs' | 'revenue'>
  | 'preparations'
  | 'dishes'
  | 'channels';

/** Each list depends on those before it. */
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

/** Lists that stand on the tab of another list, with their labels. */
const SHARED_TABS: Readonly<Partial<Record<ImportTab, { readonly tab: TabKey; readonly label: string }>>> = {
  preparations: { tab: 'ingredients', label: 'Preparos' },
  dishes: { tab: 'recipes', label: 'Pratos' },
  channels: { tab: 'variable-costs', label: 'Canais' },
};

/** The list in the address: '?em=fixed-costs' → fixed costs; ingredients by default. */
export function importTabFrom(search: string): ImportTab {
  const name = new URLSearchParams(search).get('em');
  return IMPORT_TABS.find((tab) => tab === name) ?? 'ingredients';
}

/** The tab of the list. */
export const tabOfList = (tab: ImportTab): TabKey => SHARED_TABS[tab]?.tab ?? (tab as TabKey);

/** The label of the list. */
export const listLabel = (tab: ImportTab): string => SHARED_TABS[tab]?.label ?? tabLabel(tabOfList(tab));

/** The address of the list. */
export const listAddress = (tab: ImportTab): string =>
  tab === 'preparations' ? PREPARATIONS : tabAddress(tabOfList(tab));

export const importAddress = (tab: ImportTab): string => `/dashboard/importar?em=${tab}`;
