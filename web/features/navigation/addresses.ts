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

/** The address of the list of changes. */
export const CHANGES = '/dashboard/alteracoes';

/** The list of changes with one change marked. */
export const changeAddress = (changeId: string): string => `${CHANGES}?change=${encodeURIComponent(changeId)}`;

/** The address of the question why the profit changed. */
export const PROFIT_CHANGE = '/dashboard/por-que';

/** The same question about the result in reais. */
export const RESULT_CHANGE = `${PROFIT_CHANGE}?conta=resultado`;

/** The same question about the result of one dish. */
export const dishChangeAddress = (dishId: string): string => `${PROFIT_CHANGE}?prato=${dishId}`;

/** The address of the simulation. */
export const WHAT_IF = '/dashboard/e-se';

/** The simulation with one dish in view. */
export const whatIfAddress = (dishId: string): string => `${WHAT_IF}?prato=${dishId}`;

/** The dish in the address. */
export const dishInAddress = (search: string): string | undefined =>
  new URLSearchParams(search).get('prato') ?? undefined;

/** The address of sales, goal and menu engineering. */
export const SALES = '/dashboard/vendas';

/** The address of the shopping list. */
export const SHOPPING = '/dashboard/lista-de-compras';

/** The address of the list of purchases. */
export const PURCHASES = '/dashboard/compras';

export const purchaseAddress = (purchaseId: string): string => `${PURCHASES}?compra=${encodeURIComponent(purchaseId)}`;

/** The address where a whole receipt is entered. */
export const RECEIPT = '/dashboard/compras/nota';

/** The address where one ingredient and its price are entered. */
export const QUICK_PURCHASE = '/dashboard/compras/rapida';

/** The same address with the ingredient chosen. */
export const quickPurchaseAddress = (ingredientId: string): string =>
  `${QUICK_PURCHASE}?insumo=${encodeURIComponent(ingredientId)}`;

/** The address of the suppliers and their prices. */
export const SUPPLIERS = '/dashboard/fornecedores';

/** The address for importing a sales report of a till or an app. */
export const SALES_REPORT = '/dashboard/relatorio-de-vendas';

/** The address of the preparations, which are the second list of the ingredients tab. */
export const PREPARATIONS = `${tabAddress('ingredients')}&mostrar=preparos`;

export const showsPreparations = (search: string): boolean => new URLSearchParams(search).get('mostrar') === 'preparos';

/** The address of the dishes with a low margin or a loss. */
export const AT_RISK_ADDRESS = `${tabAddress('recipes')}&only=at-risk`;

export const showsOnlyAtRisk = (search: string): boolean => new URLSearchParams(search).get('only') === 'at-risk';

/** The current address with the other list of the tab. */
export function addressWithList(list: 'bought' | 'made', path: string, search: string): string {
  const query = new URLSearchParams(search);
  if (list === 'made') query.set('mostrar', 'preparos');
  else query.delete('mostrar');
  const rest = query.toString();
  return rest === '' ? path : `${path}?${rest}`;
}
