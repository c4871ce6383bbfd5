import { observer } from 'mobx-react-lite';
import { count, decimalPlaces, percentage } from '#domain/format.ts';
import type { Units } from '#domain/decimal.ts';
import { WHOLE } from '#domain/figures/business-figures.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Term } from '#web/ui/term.tsx';
import styles from './menu-figures.module.css';

/** Percent as reais of a hundred: 41,7 % → 'R$ 42'. */
const reais = (percent: Units): string => `R$\u00A0${decimalPlaces(percent, 0)}`;

const marginSentence = (margin: Units): string =>
  margin > 0 ? 'É o que sobra para as contas e o lucro.' : 'Não sobra nada para pagar as contas.';

/** The menu as a whole: plain means over all dishes. */
export const MenuFigures = observer(function MenuFigures() {
  const { figures, gaps, state } = useStores().business;
  const { cmvMedio, margemContribuicao } = figures.dashboard;
  const withoutPrice = gaps.find(({ kind }) => kind === 'dishes_without_price')?.count ?? 0;
  const mark = withoutPrice > 0 ? 'incompleto' : undefined;
  const hasDishes = state.dishes.size > 0;
  return (
    <Panel>
      <div className={styles['figures']}>
        <Figure
          label={
            <Term name="CMV médio">
              Custo da mercadoria vendida: quanto do preço vira ingrediente, já com 10% de perda na produção. É a média
              de todos os pratos.
            </Term>
          }
          value={hasDishes ? percentage(cmvMedio) : '–'}
          mark={mark}
          sentence={hasDishes ? `De cada ${reais(WHOLE)}, ${reais(cmvMedio)} viram ingrediente.` : undefined}
        />
        <Figure
          label={
            <Term name="Margem de contribuição média">
              O que sobra do preço depois dos ingredientes e dos custos variáveis. É com ela que se pagam os custos
              fixos.
            </Term>
          }
          value={hasDishes ? percentage(margemContribuicao) : '–'}
          mark={mark}
          sentence={hasDishes ? marginSentence(margemContribuicao) : undefined}
        />
      </div>
      {withoutPrice > 0 && (
        <p className={styles['note']}>
          {withoutPrice === 1
            ? 'Falta o preço de 1 prato, que conta como zero na média.'
            : `Falta o preço de ${count(withoutPrice)} pratos, que contam como zero na média.`}
        </p>
      )}
    </Panel>
  );
});
