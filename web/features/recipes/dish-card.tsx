import { Check, ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useLayoutEffect, useRef } from 'react';
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
import type { RecipesView } from './recipes-view.ts';

interface DishCardProps {
  readonly cardKey: string;
  readonly dish: Dish;
  readonly figures: DishFigures;
  readonly view: RecipesView;
}

/** A dish in four numbers; opened, its whole sheet. */
export const DishCard = observer(function DishCard({ cardKey, dish, figures, view }: DishCardProps) {
  const { business } = useStores();
  const sheetId = useId();
  const isOpen = view.expanded.has(cardKey);
  const isSaved = view.saved.has(cardKey);
  const toggle = useRef<HTMLButtonElement>(null);
  const wasAt = useRef<number>(undefined);
  // An open card takes the whole width, so one of the right column goes to a row of its own. The page goes along: what
  // was pressed stays under the pointer.
  useLayoutEffect(() => {
    if (wasAt.current === undefined || !toggle.current) return;
    const moved = toggle.current.getBoundingClientRect().top - wasAt.current;
    wasAt.current = undefined;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }, [isOpen]);
  const isNew = view.made === cardKey;
  useLayoutEffect(() => {
    if (isNew) view.show(cardKey, toggle.current);
  }, [isNew, view, cardKey]);
  const status = dishStatusOf(dish, figures, createCosting(business.state));
  return (
    <li className={`${styles['card']} ${isOpen ? styles['isOpen'] : ''}`} data-row={cardKey}>
      <h2 className={styles['heading']}>
        <button
          ref={toggle}
          type="button"
          className={styles['toggle']}
          data-row-open
          aria-expanded={isOpen}
          aria-controls={sheetId}
          onClick={() => {
            wasAt.current = toggle.current?.getBoundingClientRect().top;
            view.toggle(cardKey);
          }}
        >
          <span className={styles['name']}>{dish.name}</span>
          <span className={styles['marks']}>
            {isSaved && (
              <span className={styles['saved']}>
                <Check size={16} aria-hidden /> Salvo
              </span>
            )}
            <span className={`${styles['chip']} ${styles[status.tone]}`}>{status.word}</span>
            {lossOf(dish, figures) !== undefined && (
              <span className={`${styles['chip']} ${styles['bad']}`}>Prejuízo</span>
            )}
          </span>
          <ChevronDown size={20} aria-hidden className={styles['chevron'] ?? ''} />
        </button>
      </h2>
      <dl className={`${styles['numbers']} ${isSaved ? styles['compact'] : ''}`}>
        <Number name="CMV total" value={money(figures.cmv)} />
        <Number name="Preço de venda" value={dish.salePrice === 0 ? 'Não definido' : money(dish.salePrice)} />
        <Number
          name="Margem de contribuição"
          value={money(figures.contributionMargin)}
          detail={dish.salePrice === 0 ? undefined : marginText(figures.contributionMarginPercentage)}
        />
        <Number
          name="Resultado final"
          value={dish.salePrice === 0 ? 'Pendente' : money(figures.netProfit)}
          tone={dish.salePrice === 0 ? 'plain' : toneOf(figures.netProfit)}
        />
      </dl>
      <LeftInChannels figures={figures} />
      <div id={sheetId}>
        {isOpen && (
          <DishSheet
            dish={dish}
            figures={figures}
            cardKey={cardKey}
            onSaved={() => view.save(cardKey)}
            onCopied={(id) => view.open(id)}
          />
        )}
      </div>
    </li>
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
      <dd className={`numeral ${styles['value']} ${styles[`is-${tone}`]}`}>
        {value}
        {detail !== undefined && <span className={styles['detail']}> {detail}</span>}
      </dd>
    </div>
  );
}
