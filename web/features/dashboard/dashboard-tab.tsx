import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListTools } from '../entry/entry-layout.tsx';
import { DownloadAll, DownloadButton } from '../export/download-button.tsx';
import { StartWithModel } from '../onboarding/start-with-model.tsx';
import { addressAsOf } from '../past/as-of.ts';
import { PresentOnly } from '../past/past-stores.tsx';
import { Disagreement } from '../mix/weighted-value.tsx';
import { UnpricedNote } from '../recipes/unpriced-note.tsx';
import { BusinessSummary } from './business-summary.tsx';
import { Checklist } from './checklist.tsx';
import styles from './dashboard-tab.module.css';
import { RevenueDistribution } from './distribution.tsx';
import { BreakEvenPerformance } from './performance.tsx';
import { QuickActions } from './quick-actions.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { type GoToTab, tabAddress } from '../navigation/addresses.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { breakEvenComparison, mixHint, breakEvenAdvice, weightedMixOf } from '../mix/sentences.ts';
import { MeanRevenueDifference } from '../sales/revenue-differences.tsx';

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

/** The difference in reais between the unweighted figures and those weighted by sales; hidden without sales. */
const Difference = observer(function Difference({ view }: { readonly view: DashboardView }) {
  const weightedMix = weightedMixOf(useStores().business);
  if (!weightedMix) return null;
  const { mix, isOld } = weightedMix;
  const sentence = breakEvenComparison(view, mix);
  const trust = breakEvenAdvice(view, mix);
  return (
    <div className={`${styles['difference']} stack gap-4 pad-inline-4`}>
      {sentence !== undefined && (
        <p className={`${styles['sentence']} ink pretty`}>{isOld ? 'Recalculando pelo que você vende…' : sentence}</p>
      )}
      {trust !== undefined && !isOld && <p>{trust}</p>}
      <MeanRevenueDifference view={view} mix={mix} />
      <div className="flex wrap at-baseline gap-4 across-20 faint text-15">
        <ExplainedTerm term="simpleMean" name="Média simples" />
        <ExplainedTerm term="weighted" name="Pelo que você vende" />
        <span>{mixHint(mix)}</span>
      </div>
    </div>
  );
});
