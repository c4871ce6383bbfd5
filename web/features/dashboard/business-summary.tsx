import { observer } from 'mobx-react-lite';
import { type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import type { Gap } from '#domain/figures/gaps.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import type { RemoteData } from '#web/stores/data-loader.ts';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { WeightedValue, SimpleMean } from '../mix/weighted-value.tsx';
import styles from './dashboard-tab.module.css';
import { weightedMixOf } from '../mix/sentences.ts';

const marginSentence = (margin: TenThousandths): string =>
  margin > 0 ? 'Fica de cada venda para pagar as contas da casa.' : 'Não fica nada para pagar as contas da casa.';

/** A margin other than zero proves that there are dishes; for a zero margin the gaps must be loaded to tell. */
function sentenceOf(margin: TenThousandths, gaps: RemoteData<readonly Gap[]>): string | undefined {
  if (margin !== 0) return marginSentence(margin);
  if (gaps.kind !== 'known') return undefined;
  const hasDishes = gaps.value.every(({ kind }) => kind !== 'no_dishes');
  return hasDishes ? marginSentence(margin) : 'Monte a ficha de um prato para saber.';
}

/** The average ticket and the contribution margin. */
export const BusinessSummary = observer(function BusinessSummary({ view }: { readonly view: DashboardView }) {
  const { business } = useStores();
  const { gaps } = business;
  const weightedMix = weightedMixOf(business);
  const { ticketMedio, margemContribuicao } = view.figures;
  return (
    <Panel title="Resumo do negócio">
      <div className={`${styles['figures']} flex wrap gap-24`}>
        <Figure
          label={<ExplainedTerm term="ticket" name="Ticket médio" />}
          value={formatMoney(ticketMedio)}
          sentence={ticketMedio === 0 ? 'Informe faturamento e pedidos de um mês.' : 'É o que entra em cada pedido.'}
        />
        <Figure
          label={<ExplainedTerm term="margin" name="Margem de contribuição" />}
          value={formatPercentage(margemContribuicao)}
          tone={margemContribuicao < 0 ? 'bad' : 'plain'}
          sentence={
            weightedMix
              ? marginSentence(requireTenThousandths(weightedMix.mix.contribution_margin))
              : sentenceOf(margemContribuicao, gaps)
          }
          kind={weightedMix && <SimpleMean />}
          alternative={
            weightedMix && (
              <WeightedValue
                value={formatPercentage(requireTenThousandths(weightedMix.mix.contribution_margin))}
                isOld={weightedMix.isOld}
              />
            )
          }
        />
      </div>
    </Panel>
  );
});
