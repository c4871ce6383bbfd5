import { lazy, Suspense } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DashboardTab } from './dashboard-tab.tsx';
import type { Place } from './places.ts';
import { type GoToTab, labelOf } from './tabs.ts';

// Each tab in a chunk of its own: the first one is on screen before the others are asked for.
const LOADERS = {
  'fixed-costs': async () => (await import('../fixed-costs/fixed-costs-tab.tsx')).FixedCostsTab,
  'variable-costs': async () => (await import('../variable-costs/variable-costs-tab.tsx')).VariableCostsTab,
  revenue: async () => (await import('../revenue/revenue-tab.tsx')).RevenueTab,
  ingredients: async () => (await import('../ingredients/ingredients-tab.tsx')).IngredientsTab,
  recipes: async () => (await import('../recipes/recipes-tab.tsx')).RecipesTab,
  breakeven: async () => (await import('../break-even/break-even-tab.tsx')).BreakEvenTab,
};

const lazyTab = (load: (typeof LOADERS)[keyof typeof LOADERS]) => lazy(async () => ({ default: await load() }));

const LAZY = {
  'fixed-costs': lazyTab(LOADERS['fixed-costs']),
  'variable-costs': lazyTab(LOADERS['variable-costs']),
  revenue: lazyTab(LOADERS.revenue),
  ingredients: lazyTab(LOADERS.ingredients),
  recipes: lazyTab(LOADERS.recipes),
  breakeven: lazyTab(LOADERS.breakeven),
};

/** Fetches the other tabs' code while nothing else happens, so that opening one is instant. Returns its stop. */
export function warmTabs(): () => void {
  const warm = () => {
    // A failure here costs nothing: the tab asks again when it is opened.
    for (const load of Object.values(LOADERS)) load().catch(() => undefined);
  };
  const timer = setTimeout(warm, 2_000);
  return () => clearTimeout(timer);
}

const ImportPage = lazy(async () => ({ default: (await import('../import/import-page.tsx')).ImportPage }));

interface PlaceContentProps {
  readonly place: Place;
  readonly goToTab: GoToTab;
  readonly isDirectPaymentUser: boolean;
}

export function PlaceContent({ place, goToTab, isDirectPaymentUser }: PlaceContentProps) {
  useTitle(titleOf(place));
  if (place.kind === 'tab' && place.tab === 'dashboard')
    return <DashboardTab onNavigate={goToTab} isDirectPaymentUser={isDirectPaymentUser} />;
  return (
    <Suspense fallback={<Spinner label="Carregando..." />}>
      <LazyContent place={place} />
    </Suspense>
  );
}

function LazyContent({ place }: { readonly place: Place }) {
  switch (place.kind) {
    case 'tab': {
      const Tab = LAZY[place.tab as keyof typeof LAZY];
      return <Tab />;
    }
    case 'import':
      return <ImportPage />;
    default:
      return place satisfies never;
  }
}

const titleOf = (place: Place): string => (place.kind === 'import' ? 'Importar planilha' : labelOf(place.tab));
