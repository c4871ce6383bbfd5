import type { ComponentType } from 'react';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useStores } from '#web/stores/root-store.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { shortDate } from '../past/as-of.ts';
import { DashboardTab } from './dashboard-tab.tsx';
import type { DashboardScreen, ScreenKind } from '../navigation/dashboard-screen.ts';
import { type GoToTab, tabLabel } from '../navigation/addresses.ts';

// Each tab is a chunk of its own: the first one is on screen before the others are loaded.
const content = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  onDemand(load, <Spinner label="Carregando..." />);

const TAB_CONTENTS = {
  'fixed-costs': content(async () => (await import('../costs/fixed-costs-tab.tsx')).FixedCostsTab),
  'variable-costs': content(async () => (await import('../costs/variable-costs-tab.tsx')).VariableCostsTab),
  revenue: content(async () => (await import('../revenue/revenue-tab.tsx')).RevenueTab),
  ingredients: content(async () => (await import('../preparations/ingredients-tab.tsx')).IngredientsTab),
  recipes: content(async () => (await import('../recipes/recipes-tab.tsx')).RecipesTab),
  breakeven: content(async () => (await import('../break-even/break-even-tab.tsx')).BreakEvenTab),
};

/**
 * Loads the code of the other tabs while the browser is idle, so that opening one is instant. @returns a function that
 * cancels it
 */
export function preloadTabs(): () => void {
  const preloadAll = () => {
    // A failure is harmless here: the tab is loaded again when it is opened.
    for (const { preload } of Object.values(TAB_CONTENTS)) preload().catch(() => undefined);
  };
  const timer = setTimeout(preloadAll, 2_000);
  return () => clearTimeout(timer);
}

const screenRow = (title: string, load: () => Promise<ComponentType>) => ({ title, Screen: content(load) });

const SCREENS = {
  changes: screenRow('Alterações', async () => (await import('../changes/changes-page.tsx')).ChangesPage),
  history: screenRow('Histórico', async () => (await import('../history/history-page.tsx')).HistoryPage),
  'profit-change': screenRow(
    'Por que mudou?',
    async () => (await import('../profit-change/profit-change-screen.tsx')).ProfitChangeScreen,
  ),
  purchases: screenRow('Compras', async () => (await import('../purchases/purchases-page.tsx')).PurchasesPage),
  'quick-purchase': screenRow(
    'Compra rápida',
    async () => (await import('../purchases/quick-purchase-page.tsx')).QuickPurchasePage,
  ),
  receipt: screenRow('Lançar nota', async () => (await import('../purchases/receipt-page.tsx')).ReceiptPage),
  sales: screenRow('Vendas', async () => (await import('../sales/sales-page.tsx')).SalesPage),
  shopping: screenRow('Lista de compras', async () => (await import('../shopping/shopping-page.tsx')).ShoppingScreen),
  suppliers: screenRow('Fornecedores', async () => (await import('../suppliers/suppliers-page.tsx')).SuppliersPage),
  'what-if': screenRow('E se?', async () => (await import('../what-if/what-if-page.tsx')).WhatIfPage),
} satisfies Record<ScreenKind, unknown>;

const ImportPage = content(async () => (await import('../import/import-page.tsx')).ImportPage);
const SalesReportPage = content(async () => (await import('../sales-report/report-page.tsx')).ReportPage);
const RecipePage = content(async () => (await import('../recipe-print/recipe-page.tsx')).RecipePage);

interface ScreenContentProps {
  readonly screen: DashboardScreen;
  readonly goToTab: GoToTab;
  readonly hasGuestPayment: boolean;
}

/** The content of the current screen, with its page title. */
export function ScreenContent({ screen, goToTab, hasGuestPayment }: ScreenContentProps) {
  const { asOf } = useStores().business;
  useTitle(asOf === undefined ? titleOf(screen) : `${titleOf(screen)} em ${shortDate(asOf)}`);
  if (screen.tab === null) {
    const { Screen } = SCREENS[screen.kind];
    return <Screen />;
  }
  if (screen.kind === 'import') return <ImportPage />;
  if (screen.kind === 'sales-report') return <SalesReportPage />;
  if (screen.kind === 'sheet') return <RecipePage key={screen.recipeId} recipeId={screen.recipeId} />;
  if (screen.tab === 'dashboard') return <DashboardTab onNavigate={goToTab} hasGuestPayment={hasGuestPayment} />;
  const Tab = TAB_CONTENTS[screen.tab];
  return <Tab />;
}

function titleOf(screen: DashboardScreen): string {
  if (screen.tab === null) return SCREENS[screen.kind].title;
  if (screen.kind === 'sales-report') return 'Trazer relatório de vendas';
  return screen.kind === 'import' ? 'Importar planilha' : tabLabel(screen.tab);
}
