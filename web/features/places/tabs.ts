/** The seven tabs, in the order of the bar. */
export const TABS = [
  { key: 'dashboard', label: 'Dashboard' },
  { key: 'fixed-costs', label: 'Custos Fixos' },
  { key: 'variable-costs', label: 'Custos Variáveis' },
  { key: 'revenue', label: 'Faturamento' },
  { key: 'ingredients', label: 'Insumos' },
  { key: 'recipes', label: 'Ficha Técnica' },
  { key: 'breakeven', label: 'Ponto Equilíbrio' },
] as const;

export type TabKey = (typeof TABS)[number]['key'];
export type GoToTab = (tab: TabKey) => void;

/** The tab that an address asks for: '?tab=recipes' → 'recipes'; none or an unknown one → 'dashboard'. */
export function tabFrom(search: string): TabKey {
  const asked = new URLSearchParams(search).get('tab');
  return TABS.find(({ key }) => key === asked)?.key ?? 'dashboard';
}

/** Where a tab is, as of now. */
export const tabAddress = (tab: TabKey): string => (tab === 'dashboard' ? '/dashboard' : `/dashboard?tab=${tab}`);

export const labelOf = (tab: TabKey): string => TABS.find(({ key }) => key === tab)?.label ?? '';

/** Where the sheet of one dish is open and in view. */
export const dishAddress = (dishId: string): string => `${tabAddress('recipes')}&prato=${dishId}`;
