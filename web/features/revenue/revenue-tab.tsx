import { observer } from 'mobx-react-lite';
import { money } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListTools } from '../entry/list-tools.tsx';
import { ListMissing } from '../entry/row-list.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { MonthCard } from './month-card.tsx';
import { MONTHS } from '#contract/month-names.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { RevenueFigures } from './revenue-figures.tsx';
import styles from './revenue-tab.module.css';

/** Faturamento: what came in, month by month. */
export const RevenueTab = observer(function RevenueTab() {
  const { business } = useStores();
  return (
    <Section
      title="Faturamento"
      explanation={`Quanto entrou e quantos pedidos saíram em cada mês.${business.isPast ? '' : ' Cada campo é salvo quando você sai dele.'}`}
      total={totalOf(business)}
    >
      <Async of={business} loading="Carregando faturamento..." failure="Erro ao carregar faturamento">
        {() => <Year />}
      </Async>
    </Section>
  );
});

function totalOf({ status, figures, failedLists }: BusinessStore) {
  const label = 'Faturamento anual';
  if (status !== 'loaded' || failedLists.has('revenue')) return { label, value: '–' };
  const { annual } = figures.revenue;
  return { label, value: money(annual), note: annual > 0 ? 'média mensal × 12' : undefined };
}

const Year = observer(function Year() {
  const { business } = useStores();
  return (
    <div className={styles['year']}>
      <div className={styles['figures']}>
        <RevenueFigures />
      </div>
      <div className={styles['months']}>
        {business.failedLists.has('revenue') && <ListMissing />}
        <ListTools>
          <DownloadButton table="faturamento" />
        </ListTools>
        <ol className={styles['cards']} aria-label="Meses">
          {MONTHS.map((name, index) => (
            <MonthCard key={name} month={index + 1} name={name} />
          ))}
        </ol>
        <p className={styles['note']}>
          Cada mês é uma vaga só: quando o próximo janeiro chegar, ele toma o lugar deste. O que estava antes continua
          guardado no histórico.
        </p>
      </div>
      <div className={styles['chart']}>
        <RevenueChart />
      </div>
    </div>
  );
});
