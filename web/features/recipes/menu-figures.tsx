import { observer } from 'mobx-react-lite';
import { count, percentage } from '#domain/format.ts';
import type { Units } from '#domain/decimal.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { A_HUNDRED, ofHundred } from '../entry/of-hundred.ts';
import { Explained } from '../glossary/explained.tsx';
import styles from './menu-figures.module.css';

const marginSentence = (margin: Units): string =>
  margin > 0 ? 'É o que sobra para as contas e o lucro.' : 'Não sobra nada para pagar as contas.';

/** The menu as a whole: plain means over all dishes. */
export const MenuFigures = observer(function MenuFigures() {
  const { figures, state } = useStores().business;
  const { cmvMedio, margemContribuicao } = figures.dashboard;
  const withoutPrice = [...state.dishes.values()].filter((dish) => dish.salePrice === 0).length;
  const mark = withoutPrice > 0 ? 'incompleto' : undefined;
  const hasDishes = state.dishes.size > 0;
  return (
    <Panel>
      <div className={styles['figures']}>
        <Figure
          label={<Explained term="cmv" name="CMV médio" />}
          value={hasDishes ? percentage(cmvMedio) : '–'}
          mark={mark}
          sentence={hasDishes ? `De cada ${A_HUNDRED} vendidos, ${ofHundred(cmvMedio)} viram ingrediente.` : undefined}
        />
        <Figure
          label={<Explained term="margin" name="Margem de contribuição média" />}
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
