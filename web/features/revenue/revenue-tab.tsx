import { observer } from 'mobx-react-lite';
import { formatMoney } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Section } from '#web/ui/section.tsx';
import { ChannelsPart } from '../channels/channels-part.tsx';
import { ListTools } from '../entry/entry-layout.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { SalesLink } from '../navigation/links.tsx';
import { MonthCard } from './month-card.tsx';
import { MONTHS } from '#contract/month-names.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { RevenueFigures, type RevenueData } from './revenue-figures.tsx';
import styles from './revenue.module.css';

/** Faturamento: the revenue of each month. */
export const RevenueTab = observer(function RevenueTab() {
  const { business } = useStores();
  return (
    <Section
      title="Faturamento"
      explanation={`Quanto entrou e quantos pedidos saíram em cada mês.${business.isPast ? '' : ' Cada campo é salvo quando você sai dele.'}`}
      total={totalOf(business)}
    >
      <RemoteDataView
        data={business.revenue}
        onRetry={() => business.reader.retry()}
        loading="Carregando faturamento..."
        failure="Erro ao carregar faturamento"
      >
        {(figures) => <Year figures={figures} />}
      </RemoteDataView>
    </Section>
  );
});

function totalOf({ revenue }: BusinessStore) {
  const label = 'Faturamento anual';
  if (revenue.kind !== 'known') return { label, value: '–' };
  const { annual } = revenue.value.revenue;
  return { label, value: formatMoney(annual), note: annual > 0 ? 'média mensal × 12' : undefined };
}

function Year({ figures }: { readonly figures: RevenueData }) {
  return (
    <div className={`${styles['year']} stack from-top shrinks gap-24`}>
      <div className={`${styles['figures']} shrinks`}>
        <RevenueFigures figures={figures} />
      </div>
      <div className={`${styles['months']} stack from-top shrinks gap-24`}>
        <ListTools>
          <SalesLink />
          <DownloadButton table="faturamento" />
        </ListTools>
        <ol className={`${styles['cards']} stack gap-12 list`} aria-label="Meses">
          {MONTHS.map((name, index) => (
            <MonthCard key={name} month={index + 1} name={name} />
          ))}
        </ol>
        <ChannelsPart />
        <p className={`${styles['note']} faint text-15`}>
          Cada mês é uma vaga só: quando o próximo janeiro chegar, ele toma o lugar deste. O que estava antes continua
          guardado no histórico.
        </p>
      </div>
      <div className={`${styles['chart']} shrinks`}>
        <RevenueChart />
      </div>
    </div>
  );
}
