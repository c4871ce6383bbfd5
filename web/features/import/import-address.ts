import type { TabKey } from '../dashboard/tabs.ts';

/** The lists that can be filled from a spreadsheet. */
export type ImportTab = Extract<TabKey, 'ingredients' | 'fixed-costs' | 'variable-costs'>;

export const importAddress = (tab: ImportTab): string => `/dashboard/importar?em=${tab}`;
