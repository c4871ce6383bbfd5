import { observer } from 'mobx-react-lite';
import { money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { Section } from '#web/ui/section.tsx';
import { MonthCard } from './month-card.tsx';
import { MONTHS } from './months.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { RevenueFigures } from './revenue-figures.tsx';
import styles from './revenue-tab.module.css';

/** Faturamento: what came in, month by month. */
export const RevenueTab = observer(function RevenueTab() {
  const { business } = useStores();
  return (
    <Section
      title="Faturamento"
      explanation="Quanto entrou e quantos pedidos saíram em cada mês. Cada campo é salvo quando você sai dele."
      total={business.status === 'loaded' ? totalOf(business.figures.revenue) : undefined}
    >
      <Async of={business} loading="Carregando faturamento..." failure="Erro ao carregar faturamento">
        {() => <Year />}
      </Async>
    </Section>
  );
});

const totalOf = ({ annual }: { readonly annual: number }) => ({
  label: 'Faturamento anual',
  value: money(annual),
  note: annual > 0 ? 'média mensal × 12' : undefined,
});

const Year = () => (
  <div className={styles['year']}>
    <div className={styles['figures']}>
      <RevenueFigures />
    </div>
    <div className={styles['months']}>
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
