import { onDemand } from '#web/ui/on-demand.tsx';
import { useStores } from '#web/stores/root-store.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { shortDate } from '../past/as-of.ts';
import { DashboardTab } from './dashboard-tab.tsx';
import type { Place, ScreenKind } from '../places/place.ts';
import { type GoToTab, labelOf } from '../places/tabs.ts';

// Each tab is a chunk of its own: the first one is on screen before the others are loaded.
const WAITING = <Spinner label="Carregando..." />;

const CONTENTS = {
  'fixed-costs': onDemand(async () => (await import('../costs/fixed-costs-tab.tsx')).FixedCostsTab, WAITING),
  'variable-costs': onDemand(async () => (await import('../costs/variable-costs-tab.tsx')).VariableCostsTab, WAITING),
  revenue: onDemand(async () => (await import('../revenue/revenue-tab.tsx')).RevenueTab, WAITING),
  ingredients: onDemand(async () => (await import('../preparations/ingredients-tab.tsx')).IngredientsTab, WAITING),
  recipes: onDemand(async () => (await import('../recipes/recipes-tab.tsx')).RecipesTab, WAITING),
  breakeven: onDemand(async () => (await import('../break-even/break-even-tab.tsx')).BreakEvenTab, WAITING),
};

/** Loads the code of the other tabs while the browser is idle, so that opening one is instant. @returns stops it */
export function warmTabs(): () => void {
  const warm = () => {
    // A failure is harmless here: the tab is loaded again when it is opened.
    for (const { preload } of Object.values(CONTENTS)) preload().catch(() => undefined);
  };
  const timer = setTimeout(warm, 2_000);
  return () => clearTimeout(timer);
}

const SCREENS = {
  changes: {
    title: 'Alterações',
    Screen: onDemand(async () => (await import('../changes/changes-page.tsx')).ChangesPage, WAITING),
  },
  history: {
    title: 'Histórico',
    Screen: onDemand(async () => (await import('../history/history-page.tsx')).HistoryPage, WAITING),
  },
  'profit-change': {
    title: 'Por que mudou?',
    Screen: onDemand(
      async () => (await import('../profit-change/profit-change-screen.tsx')).ProfitChangeScreen,
      WAITING,
    ),
  },
  purchases: {
    title: 'Compras',
    Screen: onDemand(async () => (await import('../purchases/purchases-page.tsx')).PurchasesPage, WAITING),
  },
  'quick-purchase': {
    title: 'Compra rápida',
    Screen: onDemand(async () => (await import('../purchases/quick-purchase-page.tsx')).QuickPurchasePage, WAITING),
  },
  receipt: {
    title: 'Lançar nota',
    Screen: onDemand(async () => (await import('../purchases/receipt-page.tsx')).ReceiptPage, WAITING),
  },
  sales: {
    title: 'Vendas',
    Screen: onDemand(async () => (await import('../sales/sales-page.tsx')).SalesPage, WAITING),
  },
  shopping: {
    title: 'Lista de compras',
    Screen: onDemand(async () => (await import('../shopping/shopping-screen.tsx')).ShoppingScreen, WAITING),
  },
  suppliers: {
    title: 'Fornecedores',
    Screen: onDemand(async () => (await import('../suppliers/suppliers-page.tsx')).SuppliersPage, WAITING),
  },
  'what-if': {
    title: 'E se?',
    Screen: onDemand(async () => (await import('../what-if/what-if-page.tsx')).WhatIfPage, WAITING),
  },
} satisfies Record<ScreenKind, unknown>;

const ImportPage = onDemand(async () => (await import('../import/import-page.tsx')).ImportPage, WAITING);
const SalesReportPage = onDemand(async () => (await import('../sales-report/report-page.tsx')).ReportPage, WAITING);
const RecipePage = onDemand(async () => (await import('../recipe-print/recipe-page.tsx')).RecipePage, WAITING);

interface PlaceContentProps {
  readonly place: Place;
  readonly goToTab: GoToTab;
  readonly isDirectPaymentUser: boolean;
}

export function PlaceContent({ place, goToTab, isDirectPaymentUser }: PlaceContentProps) {
  const { asOf } = useStores().business;
  useTitle(asOf === undefined ? titleOf(place) : `${titleOf(place)} em ${shortDate(asOf)}`);
  if (place.tab === null) {
    const { Screen } = SCREENS[place.kind];
    return <Screen />;
  }
  if (place.kind === 'import') return <ImportPage />;
  if (place.kind === 'sales-report') return <SalesReportPage />;
  if (place.kind === 'sheet') return <RecipePage key={place.recipeId} recipeId={place.recipeId} />;
  if (place.tab === 'dashboard') return <DashboardTab onNavigate={goToTab} isDirectPaymentUser={isDirectPaymentUser} />;
  const Tab = CONTENTS[place.tab];
  return <Tab />;
}

function titleOf(place: Place): string {
  if (place.tab === null) return SCREENS[place.kind].title;
  if (place.kind === 'sales-report') return 'Trazer relatório de vendas';
  return place.kind === 'import' ? 'Importar planilha' : labelOf(place.tab);
}
