import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListTools } from '../entry/entry-layout.tsx';
import { DownloadAll, DownloadButton } from '../export/download-button.tsx';
import { StartWithModel } from '../onboarding/start-with-model.tsx';
import { addressAsOf } from '../past/as-of.ts';
import { PresentOnly } from '../past/present-only.tsx';
import { Disagreement } from '../mix/disagreement.tsx';
import { UnpricedNote } from '../recipes/unpriced-note.tsx';
import { BusinessSummary } from './business-summary.tsx';
import { Checklist } from './checklist.tsx';
import styles from './dashboard-tab.module.css';
import { Difference } from './difference.tsx';
import { RevenueDistribution } from './distribution.tsx';
import { BreakEvenPerformance } from './performance.tsx';
import { QuickActions } from './quick-actions.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { type GoToTab, tabAddress } from '../navigation/tabs.ts';

interface DashboardTabProps {
  readonly onNavigate: GoToTab;
  /** Tells whether the person paid without signing in, so that the business is tied to this browser. */
  readonly hasGuestPayment: boolean;
}

/** The overview tab of the dashboard. */
export const DashboardTab = observer(function DashboardTab({ onNavigate, hasGuestPayment }: DashboardTabProps) {
  const { business } = useStores();
  return (
    <>
      <Disagreement>
        <ActionLink tone="plain" to={addressAsOf(tabAddress('breakeven'), business.asOf)}>
          Ver no Ponto de Equilíbrio
        </ActionLink>
      </Disagreement>
      <Section
        title="Dashboard Financeiro"
        explanation={hasGuestPayment ? 'Seu acesso está guardado neste navegador.' : undefined}
      >
        <RemoteDataView
          data={business.dashboard}
          onRetry={() => business.reader.retry()}
          loading="Carregando dashboard..."
          failure="Erro ao carregar dados do dashboard"
        >
          {(view) => (
            <div className="stack gap-24">
              <PresentOnly>
                <StartWithModel />
                <Checklist />
              </PresentOnly>
              <SummaryCards view={view} onNavigate={onNavigate} />
              <UnpricedNote />
              <Difference view={view} />
              <div className={`${styles['panels']} stack gap-24`} data-below-fold>
                <RevenueDistribution view={view} />
                <BreakEvenPerformance view={view} />
                <BusinessSummary view={view} />
                <PresentOnly>
                  <QuickActions onNavigate={onNavigate} />
                </PresentOnly>
              </div>
              <ListTools>
                <DownloadButton table="indicadores" />
                <DownloadAll />
              </ListTools>
            </div>
          )}
        </RemoteDataView>
      </Section>
    </>
  );
});
