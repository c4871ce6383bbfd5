import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useLayoutEffect, useRef } from 'react';
import { unitsOf } from '#domain/figures/cost.ts';
import type { CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { money } from '#domain/format.ts';
import { type Uses, usesText } from '../fields/uses.ts';
import type { RecipesView } from '../recipes/recipes-view.ts';
import { batchOf, batchText } from '../fields/batch.ts';
import { lackOf, unitCostText } from '../fields/cost-text.ts';
import styles from './preparation-card.module.css';
import { PreparationSheet } from './preparation-sheet.tsx';

interface PreparationCardProps {
  readonly cardKey: string;
  readonly costed: CostedPreparation;
  readonly costing: Costing;
  /** Where it is used, where that is known. */
  readonly uses: Uses | undefined;
  readonly view: RecipesView;
}

/** A preparation in a line: what it yields and costs; opened, its recipe. */
export const PreparationCard = observer(function PreparationCard(props: PreparationCardProps) {
  const { cardKey, costed, costing, uses, view } = props;
  const { preparation } = costed;
  const sheetId = useId();
  const card = useRef<HTMLLIElement>(null);
  const isNew = view.made === cardKey;
  useLayoutEffect(() => {
    if (isNew) view.show(cardKey, card.current);
  }, [isNew, view, cardKey]);
  const isOpen = view.expanded.has(cardKey);
  const detail = [`rende ${batchText(batchOf(preparation))}`, uses && usesText(uses)].filter(
    (part) => typeof part === 'string',
  );
  return (
    <li ref={card} className={styles['card']} data-row={cardKey}>
      <h2 className={styles['heading']}>
        <button
          type="button"
          className={styles['toggle']}
          data-row-open
          aria-expanded={isOpen}
          aria-controls={sheetId}
          onClick={() => view.toggle(cardKey)}
        >
          <span className={styles['words']}>
            <span className={styles['name']}>{preparation.name}</span>
            <span className={styles['detail']}>{detail.join(' · ')}</span>
          </span>
          <Cost costed={costed} costing={costing} />
          <ChevronDown size={20} aria-hidden className={styles['chevron'] ?? ''} />
        </button>
      </h2>
      <div id={sheetId}>
        {isOpen && (
          <PreparationSheet costed={costed} costing={costing} cardKey={cardKey} onCopied={(id) => view.open(id)} />
        )}
      </div>
    </li>
  );
});

/** Of one unit, and below it of the whole recipe or what is missing for it. */
function Cost({ costed, costing }: Pick<PreparationCardProps, 'costed' | 'costing'>) {
  const lack = lackOf(costed);
  const hasRecipe = costed.preparation.lines.length > 0;
  return (
    <span className={styles['numbers']}>
      {hasRecipe && <span className={`numeral ${styles['value']}`}>{unitCostText(costed.preparation, costing)}</span>}
      <span className={`${styles['detail']} ${lack ? styles['isLacking'] : ''}`}>
        {lack?.words ?? `receita ${money(unitsOf(costed.batch))}`}
      </span>
    </span>
  );
}
