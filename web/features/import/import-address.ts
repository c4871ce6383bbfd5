import { labelOf, tabAddress, type TabKey } from '../dashboard/tabs.ts';
import { PREPARATIONS } from '../preparations/address.ts';

/** The lists that can be filled from a spreadsheet. */
export type ImportTab = Extract<TabKey, 'ingredients' | 'recipes' | 'fixed-costs' | 'variable-costs'> | 'preparations';

/** Each rests on those before it. */
export const IMPORT_TABS: readonly ImportTab[] = [
  'ingredients',
  'preparations',
  'recipes',
  'fixed-costs',
  'variable-costs',
];

/** '?em=fixed-costs' → fixed costs; ingredients when nothing else is asked for. */
export function importTabFrom(search: string): ImportTab {
  const asked = new URLSearchParams(search).get('em');
  return IMPORT_TABS.find((tab) => tab === asked) ?? 'ingredients';
}

/** The tab on which such a list is. */
export const tabOf = (tab: ImportTab): TabKey => (tab === 'preparations' ? 'ingredients' : tab);

/** What the list is called. */
export const listLabel = (tab: ImportTab): string => (tab === 'preparations' ? 'Preparos' : labelOf(tab));

/** Where the list is. */
export const listAddress = (tab: ImportTab): string => (tab === 'preparations' ? PREPARATIONS : tabAddress(tab));

export const importAddress = (tab: ImportTab): string => `/dashboard/importar?em=${tab}`;
