import { observer } from 'mobx-react-lite';
import type { Units } from '#domain/decimal.ts';
import { money, percentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Explained } from '../glossary/explained.tsx';
import styles from './business-summary.module.css';

const marginSentence = (margin: Units): string =>
  margin > 0 ? 'Fica de cada venda para pagar as contas da casa.' : 'Não sobra nada para pagar as contas da casa.';

/** Average ticket and contribution margin. */
export const BusinessSummary = observer(function BusinessSummary() {
  const { dashboard, state } = useStores().business;
  const { ticketMedio, margemContribuicao } = dashboard.figures;
  return (
    <Panel title="Resumo do negócio">
      <div className={styles['figures']}>
        <Figure
          label={<Explained term="ticket" name="Ticket médio" />}
          value={money(ticketMedio)}
          sentence={ticketMedio === 0 ? 'Informe faturamento e pedidos de um mês.' : 'É o que entra em cada pedido.'}
        />
        <Figure
          label={<Explained term="margin" name="Margem de contribuição" />}
          value={percentage(margemContribuicao)}
          tone={margemContribuicao < 0 ? 'bad' : 'plain'}
          sentence={
            state.dishes.size === 0 ? 'Monte a ficha de um prato para saber.' : marginSentence(margemContribuicao)
          }
        />
      </div>
    </Panel>
  );
});
