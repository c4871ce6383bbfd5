import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SimpleMean } from '../mix/weighted-value.tsx';
import { weightedMixOf } from '../mix/sentences.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { UnpricedNote } from '../recipes/unpriced-note.tsx';
import styles from './break-even.module.css';

/** The three figures of the break-even point and their calculation. */
export const BreakEvenEquation = observer(function BreakEvenEquation({ view }: { readonly view: DashboardView }) {
  const weightedMix = weightedMixOf(useStores().business);
  const { custosFixos, margemContribuicao, ticketMedio } = view.figures;
  return (
    <Panel title="De onde vem essa conta">
      <div className={`${styles['figures']} stack gap-24`}>
        <Figure
          label={<ExplainedTerm term="fixed" name="Custos fixos" />}
          value={formatMoney(custosFixos)}
          sentence="O que a casa custa por mês, vendendo ou não."
        />
        <Operation sign="÷">
          <Figure
            label={<ExplainedTerm term="margin" name="Margem de contribuição" />}
            value={formatPercentage(margemContribuicao)}
            tone={margemContribuicao < 0 ? 'bad' : 'plain'}
            kind={weightedMix && <SimpleMean />}
            sentence="Fica de cada venda para pagar os custos fixos. Um dividido pelo outro dá o faturamento necessário."
          />
        </Operation>
        <Operation sign="÷">
          <Figure
            label={<ExplainedTerm term="ticket" name="Ticket médio" />}
            value={ticketMedio > 0 ? formatMoney(ticketMedio) : '–'}
            sentence={
              ticketMedio > 0
                ? 'Dividindo o faturamento necessário por ele, dá o número de vendas.'
                : 'Informe faturamento e pedidos de um mês: por ele se sabe o número de vendas.'
            }
          />
        </Operation>
      </div>
      <UnpricedNote />
    </Panel>
  );
});

const Operation = ({ sign, children }: { readonly sign: string; readonly children: ReactNode }) => (
  <div className={`${styles['operation']} relative line-above`}>
    <span className={`${styles['sign']} stack absolute centred edge circle on-surface soft text-18`} aria-hidden="true">
      {sign}
    </span>
    {children}
  </div>
);
