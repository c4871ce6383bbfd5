import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Units } from '#domain/decimal.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { RowList } from '../entry/row-list.tsx';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import { Explained } from '../glossary/explained.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { PasteRecipe } from '../pasted-recipe/paste-recipe.tsx';
import { AddLine } from './add-line.tsx';
import { LineRow } from './line-row.tsx';
import styles from './recipe-sheet.module.css';
import type { RecipeSum } from './recipe-sums.ts';

const TITLES = { dish: 'Ingredientes', preparation: 'Receita' } as const;

interface RecipeLinesProps {
  readonly owner: RecipeOwner;
  readonly lines: readonly LineFigures[];
  /** Of all lines that the cost of this one counts among; 0 where it is none of them. */
  readonly totalOf: (line: number) => Units;
  readonly sums: readonly RecipeSum[];
  /** What the cost lacks. */
  readonly children?: ReactNode;
}

/** What goes into a recipe, and what that costs. */
export const RecipeLines = observer(function RecipeLines(props: RecipeLinesProps) {
  const { owner, lines, totalOf, sums, children } = props;
  const title = TITLES[owner.kind];
  const label = `${title} de ${owner.name}`;
  return (
    <section className={`${styles['part']} ${styles['lines']}`} aria-label={label}>
      <h3 className={styles['title']}>{title}</h3>
      {lines.length > 0 && (
        <>
          <RowList label={label}>
            {lines.map((line, i) => (
              <LineRow key={line.ingredientId} owner={owner} line={line} total={totalOf(i)} />
            ))}
          </RowList>
          <dl className={styles['sums']}>
            {sums.map(({ name, value, isTotal, term }) => (
              <div key={name} className={isTotal ? styles['total'] : ''} data-explained={term}>
                <dt>{term ? <Explained term={term} name={name} /> : name}</dt>
                <dd className="numeral">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {children}
      <OnlyNow>
        <AddLine owner={owner} />
        <PasteRecipe owner={owner} />
      </OnlyNow>
    </section>
  );
});
