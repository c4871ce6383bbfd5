import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DashboardTab } from './dashboard-tab.tsx';
import { type GoToTab, labelOf, type TabKey } from './tabs.ts';

// Each tab in a chunk of its own: the first one is on screen before the others are asked for.
const WAITING = <Spinner label="Carregando..." />;

const CONTENTS = {
  'fixed-costs': onDemand(async () => (await import('../fixed-costs/fixed-costs-tab.tsx')).FixedCostsTab, WAITING),
  'variable-costs': onDemand(
    async () => (await import('../variable-costs/variable-costs-tab.tsx')).VariableCostsTab,
    WAITING,
  ),
  revenue: onDemand(async () => (await import('../revenue/revenue-tab.tsx')).RevenueTab, WAITING),
  ingredients: onDemand(async () => (await import('../ingredients/ingredients-tab.tsx')).IngredientsTab, WAITING),
  recipes: onDemand(async () => (await import('../recipes/recipes-tab.tsx')).RecipesTab, WAITING),
  breakeven: onDemand(async () => (await import('../break-even/break-even-tab.tsx')).BreakEvenTab, WAITING),
};

/** Fetches the other tabs' code while nothing else happens, so that opening one is instant. Returns its stop. */
export function warmTabs(): () => void {
  const warm = () => {
    // A failure here costs nothing: the tab asks again when it is opened.
    for (const { preload } of Object.values(CONTENTS)) preload().catch(() => undefined);
  };
  const timer = setTimeout(warm, 2_000);
  return () => clearTimeout(timer);
}

interface TabContentProps {
  readonly tab: TabKey;
  readonly goToTab: GoToTab;
  readonly isDirectPaymentUser: boolean;
}

export function TabContent({ tab, goToTab, isDirectPaymentUser }: TabContentProps) {
  useTitle(labelOf(tab));
  if (tab === 'dashboard') return <DashboardTab onNavigate={goToTab} isDirectPaymentUser={isDirectPaymentUser} />;
  const Tab = CONTENTS[tab];
  return <Tab />;
}
