import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { Dish } from '#domain/business/state.ts';
import { type DishFigures, marginText } from '#domain/figures/dish-result.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { formatMoney } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ChannelMargins } from '../channels/channel-margins.tsx';
import { DishSheet } from './dish-sheet.tsx';
import { lossWarning, dishStatusOf } from './dish-status.ts';
import { RecipeCard, StatusChip } from './recipe-card.tsx';
import styles from './recipe-card.module.css';
import type { RecipesView } from './recipes-view.ts';

interface DishCardProps {
  readonly cardKey: string;
  readonly dish: Dish;
  readonly figures: DishFigures;
  readonly view: RecipesView;
}

/** A dish with four figures; opened, its whole recipe. */
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
      <dl
        className={`${styles['numbers']} stack at-bottom gap-12 across-16 no-margin ${isSaved ? styles['compact'] : ''}`}
      >
        <CardFigure name="CMV total" value={formatMoney(figures.cmv)} />
        <CardFigure name="Preço de venda" value={isPriced ? formatMoney(dish.salePrice) : 'Não definido'} />
        <CardFigure
          name="Margem de contribuição"
          value={formatMoney(figures.contributionMargin)}
          detail={isPriced ? marginText(figures.contributionMarginPercentage) : undefined}
        />
        <CardFigure
          name="Resultado final"
          value={isPriced ? formatMoney(figures.netProfit) : 'Pendente'}
          tone={isPriced ? (figures.netProfit < 0 ? 'bad' : 'good') : 'plain'}
        />
      </dl>
      <ChannelMargins figures={figures} />
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
      <span className="shrinks breaks">{dish.name}</span>
      <span className={`${styles['marks']} row wrap gap-4 across-12`}>
        {isSaved && (
          <span className="inline-row gap-4 basil text-14 weight-560">
            <Check size={16} aria-hidden /> Salvo
          </span>
        )}
        <StatusChip tone={status.tone}>{status.word}</StatusChip>
        {lossWarning(dish, figures) !== undefined && <StatusChip tone="bad">Prejuízo</StatusChip>}
      </span>
    </>
  );
});

const TONES = { good: 'basil', plain: '', bad: 'tomato' } as const;

interface CardFigureProps {
  readonly name: string;
  readonly value: string;
  readonly detail?: string | undefined;
  readonly tone?: keyof typeof TONES;
}

function CardFigure({ name, value, detail, tone = 'plain' }: CardFigureProps) {
  return (
    <div className="shrinks">
      <dt className={`${styles['term']} faint text-13`}>{name}</dt>
      <dd className={`${styles['value']} tabular breaks no-margin weight-600 ${TONES[tone]}`}>
        {value}
        {detail !== undefined && <span className="faint text-14 weight-450"> {detail}</span>}
      </dd>
    </div>
  );
}
