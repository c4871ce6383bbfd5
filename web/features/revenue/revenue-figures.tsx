import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { formatMoney } from '#domain/format.ts';
import { Figure } from '#web/ui/figure.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import styles from './revenue.module.css';

/** The figures that follow from the months. */
export type RevenueData = Pick<BusinessFigures, 'revenue' | 'dashboard'>;

/** The year's revenue, orders and average ticket. */
export function RevenueFigures({ figures: { dashboard, revenue } }: { readonly figures: RevenueData }) {
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
