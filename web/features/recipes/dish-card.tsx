import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { Dish } from '#domain/business/state.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { marginText } from '#domain/figures/shown-dish.ts';
import { money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { LeftInChannels } from '../channels/left-in-channels.tsx';
import styles from './dish-card.module.css';
import { DishSheet } from './dish-sheet.tsx';
import { lossOf, dishStatusOf } from './dish-status.ts';
import { RecipeCard } from './recipe-card.tsx';
import sheet from './recipe-sheet.module.css';
import type { RecipesView } from './recipes-view.ts';

interface DishCardProps {
  readonly cardKey: string;
  readonly dish: Dish;
  readonly figures: DishFigures;
  readonly view: RecipesView;
}

/** A dish in four numbers; opened, its whole sheet. */
export const DishCard = observer(function DishCard({ cardKey, dish, figures, view }: DishCardProps) {
  const isSaved = view.saved.has(cardKey);
  const isPriced = dish.salePrice !== 0;
  return (
    <RecipeCard
      kind="dish"
      cardKey={cardKey}
      view={view}
      head={<Head dish={dish} figures={figures} isSaved={isSaved} />}
      renderSheet={() => <DishSheet dish={dish} figures={figures} cardKey={cardKey} view={view} />}
    >
      <dl className={`${styles['numbers']} ${isSaved ? styles['compact'] : ''}`}>
        <Number name="CMV total" value={money(figures.cmv)} />
        <Number name="Preço de venda" value={isPriced ? money(dish.salePrice) : 'Não definido'} />
        <Number
          name="Margem de contribuição"
          value={money(figures.contributionMargin)}
          detail={isPriced ? marginText(figures.contributionMarginPercentage) : undefined}
        />
        <Number
          name="Resultado final"
          value={isPriced ? money(figures.netProfit) : 'Pendente'}
          tone={isPriced ? toneOf(figures.netProfit) : 'plain'}
        />
      </dl>
      <LeftInChannels figures={figures} />
    </RecipeCard>
  );
});

interface HeadProps extends Pick<DishCardProps, 'dish' | 'figures'> {
  readonly isSaved: boolean;
}

const Head = observer(function Head({ dish, figures, isSaved }: HeadProps) {
  const status = dishStatusOf(dish, figures, createCosting(useStores().business.state));
  return (
    <>
      <span className={styles['name']}>{dish.name}</span>
      <span className={styles['marks']}>
        {isSaved && (
          <span className={styles['saved']}>
            <Check size={16} aria-hidden /> Salvo
          </span>
        )}
        <span className={`${styles['chip']} ${sheet[status.tone]}`}>{status.word}</span>
        {lossOf(dish, figures) !== undefined && <span className={`${styles['chip']} ${sheet['bad']}`}>Prejuízo</span>}
      </span>
    </>
  );
});

type Tone = 'good' | 'plain' | 'bad';

const toneOf = (netProfit: number): Tone => (netProfit < 0 ? 'bad' : 'good');

interface NumberProps {
  readonly name: string;
  readonly value: string;
  readonly detail?: string | undefined;
  readonly tone?: Tone;
}

function Number({ name, value, detail, tone = 'plain' }: NumberProps) {
  return (
    <div className={styles['number']}>
      <dt className={styles['term']}>{name}</dt>
      <dd className={`numeral ${styles['value']} ${styles[`is-${tone}`] ?? ''}`}>
        {value}
        {detail !== undefined && <span className={styles['detail']}> {detail}</span>}
      </dd>
    </div>
  );
}
