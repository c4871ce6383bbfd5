import { observer } from 'mobx-react-lite';
import { unitsOf } from '#domain/figures/cost.ts';
import type { CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import { money } from '#domain/format.ts';
import { RowList } from '../entry/row-list.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { PasteRecipe } from '../pasted-recipe/paste-recipe.tsx';
import { AddLine } from '../recipes/add-line.tsx';
import { LineRow } from '../recipes/line-row.tsx';
import { batchOf, batchText } from '../fields/batch.ts';
import { lackOf, unitCostText } from '../fields/cost-text.ts';
import styles from './preparation-lines.module.css';

interface PreparationLinesProps {
  readonly costed: CostedPreparation;
  readonly costing: Costing;
}

/** What goes into a preparation, and what that makes of its cost. */
export const PreparationLines = observer(function PreparationLines({ costed, costing }: PreparationLinesProps) {
  const { preparation } = costed;
  const { name } = preparation;
  const owner = { ...preparation, kind: 'preparation' } as const;
  const lines = lineFigures(preparation.lines, costing);
  const batch = unitsOf(costed.batch);
  const lack = lackOf(costed);
  return (
    <section className={styles['lines']} aria-label={`Receita de ${name}`}>
      <h3 className={styles['title']}>Receita</h3>
      {lines.length > 0 && (
        <>
          <RowList label={`Receita de ${name}`}>
            {lines.map((line) => (
              <LineRow key={line.ingredientId} owner={owner} line={line} total={batch} />
            ))}
          </RowList>
          <dl className={styles['sum']}>
            <div>
              <dt>A receita custa</dt>
              <dd className="numeral">{money(batch)}</dd>
            </div>
            <div>
              <dt>Rende</dt>
              <dd className="numeral">{batchText(batchOf(preparation))}</dd>
            </div>
            <div className={styles['total']}>
              <dt>Custo</dt>
              <dd className="numeral">{unitCostText(preparation, costing)}</dd>
            </div>
          </dl>
        </>
      )}
      {lack && (
        <p role="status" className={`${styles['lack']} ${lines.length === 0 ? '' : styles['isWarning']}`}>
          {lack.sentence}
        </p>
      )}
      <OnlyNow>
        <AddLine owner={owner} />
        <PasteRecipe owner={owner} />
      </OnlyNow>
    </section>
  );
});
