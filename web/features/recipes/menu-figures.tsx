import { observer } from 'mobx-react-lite';
import { formatPercentage } from '#domain/format.ts';
import { type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { viewOfFigures } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { WeightedValue, SimpleMean } from '../mix/weighted-value.tsx';
import { cmvSentence, weightedMixOf, sentenceContextOf } from '../mix/sentences.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import styles from './recipes-tab.module.css';
import { UnpricedNote } from './unpriced-note.tsx';

const marginSentence = (margin: TenThousandths): string =>
  margin > 0 ? 'É o que fica para as contas e o lucro.' : 'Não fica nada para pagar as contas.';

/** The menu as a whole: plain means over all dishes. */
export const MenuFigures = observer(function MenuFigures() {
  const { business } = useStores();
  const { figures, state } = business;
  const weighted = weightedMixOf(business);
  const { cmvMedio, margemContribuicao } = figures.dashboard;
  const withoutPrice = [...state.dishes.values()].filter((dish) => dish.salePrice === 0).length;
  const mark = withoutPrice > 0 ? 'incompleto' : undefined;
  const hasDishes = state.dishes.size > 0;
  return (
    <Panel>
      <div className={`${styles['means']} stack gap-16`}>
        <Figure
          label={<ExplainedTerm term="cmv" name="CMV médio" />}
          value={hasDishes ? formatPercentage(cmvMedio) : '–'}
          mark={mark}
          sentence={hasDishes ? cmvSentence(viewOfFigures(figures), sentenceContextOf(business)) : undefined}
          kind={weighted && <SimpleMean />}
          alternative={
            weighted && (
              <WeightedValue value={formatPercentage(requireTenThousandths(weighted.mix.cmv))} isOld={weighted.isOld} />
            )
          }
        />
        <Figure
          label={<ExplainedTerm term="margin" name="Margem de contribuição média" />}
          value={hasDishes ? formatPercentage(margemContribuicao) : '–'}
          mark={mark}
          sentence={
            hasDishes
              ? marginSentence(weighted ? requireTenThousandths(weighted.mix.contribution_margin) : margemContribuicao)
              : undefined
          }
          kind={weighted && <SimpleMean />}
          alternative={
            weighted && (
              <WeightedValue
                value={formatPercentage(requireTenThousandths(weighted.mix.contribution_margin))}
                isOld={weighted.isOld}
              />
            )
          }
        />
      </div>
      <UnpricedNote />
    </Panel>
  );
});
