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
import { MONTHS } from '#contract/instants.ts';
import { RevenueChart } from './revenue-chart.tsx';
import styles from './revenue.module.css';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { Figure } from '#web/ui/figure.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';

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

/** The figures that follow from the months. */
type RevenueData = Pick<BusinessFigures, 'revenue' | 'dashboard'>;

/** The year's revenue, orders and average ticket. */
function RevenueFigures({ figures: { dashboard, revenue } }: { readonly figures: RevenueData }) {
  const hasRevenue = revenue.monthsFilled > 0;
  return (
    <div className={`${styles['total']} stack gap-24 pad-block-20 pad-inline-20 card`}>
      <Figure
        label={<ExplainedTerm term="revenue" name="Média por mês" />}
        value={hasRevenue ? formatMoney(dashboard.faturamentoMedio) : '–'}
        sentence={hasRevenue ? 'Só os meses preenchidos contam.' : 'Preencha um mês para ver.'}
      />
      <Figure
        label="Meses preenchidos"
        value={`${revenue.monthsFilled} de 12`}
        sentence={monthsSentence(revenue.monthsFilled)}
      />
      <Figure
        label={<ExplainedTerm term="ticket" name="Ticket médio" />}
        value={dashboard.ticketMedio > 0 ? formatMoney(dashboard.ticketMedio) : '–'}
        sentence={dashboard.ticketMedio > 0 ? 'É o que cada pedido traz.' : 'Falta o número de pedidos.'}
      />
    </div>
  );
}

function monthsSentence(filledMonths: number): string {
  if (filledMonths === 0) return 'Comece pelo mês passado.';
  return filledMonths === 12 ? 'O ano inteiro.' : 'Quanto mais meses, mais firme a média.';
}
