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

/** The tab in the address: '?tab=recipes' → 'recipes'; 'dashboard' without a known one. */
export function tabFrom(search: string): TabKey {
  const name = new URLSearchParams(search).get('tab');
  return TABS.find(({ key }) => key === name)?.key ?? 'dashboard';
}

/** The address of a tab in the present. */
export const tabAddress = (tab: TabKey): string => (tab === 'dashboard' ? '/dashboard' : `/dashboard?tab=${tab}`);

export const tabLabel = (tab: TabKey): string => TABS.find(({ key }) => key === tab)?.label ?? '';

/** The address that opens the card of one dish. */
export const dishAddress = (dishId: string): string => `${tabAddress('recipes')}&prato=${dishId}`;
