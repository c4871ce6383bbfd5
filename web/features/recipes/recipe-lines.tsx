import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { TenThousandths } from '#domain/decimal.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { RowList } from '../entry/row-list.tsx';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { PresentOnly } from '../past/past-stores.tsx';
import { PasteRecipe } from '../pasted-recipe/paste-recipe.tsx';
import { AddLine } from './add-line.tsx';
import { LineRow } from './line-row.tsx';
import type { RecipeTotal } from './recipe-totals.ts';

const TITLES = { dish: 'Ingredientes', preparation: 'Receita' } as const;

interface RecipeLinesProps {
  readonly owner: RecipeOwner;
  readonly lines: readonly LineFigures[];
  /** The cost of all lines that this line is counted with; 0 where it is not counted. */
  readonly totalOf: (line: number) => TenThousandths;
  readonly totals: readonly RecipeTotal[];
  /** A note about what the cost lacks. */
  readonly children?: ReactNode;
}

/** The lines of a recipe and their sums. */
export const RecipeLines = observer(function RecipeLines(props: RecipeLinesProps) {
  const { owner, lines, totalOf, totals, children } = props;
  const title = TITLES[owner.kind];
  const label = `${title} de ${owner.name}`;
  return (
    <section className="stack one-column from-top shrinks gap-16" aria-label={label}>
      <h3 className="text-16 weight-600">{title}</h3>
      {lines.length > 0 && (
        <>
          <RowList label={label}>
            {lines.map((line, i) => (
              <LineRow key={line.ingredientId} owner={owner} line={line} total={totalOf(i)} />
            ))}
          </RowList>
          <dl className="stack gap-4 no-margin pad-inline-20 soft text-15">
            {totals.map(({ name, value, isGrandTotal, term }) => (
              <div
                key={name}
                className={`flex between gap-16 ${isGrandTotal ? 'mt-4 pt-8 line-above ink' : ''}`}
                data-explained={term}
              >
                <dt>{term ? <ExplainedTerm term={term} name={name} /> : name}</dt>
                <dd className={`numeral no-margin ${isGrandTotal ? 'weight-640' : ''}`}>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {children}
      <PresentOnly>
        <AddLine owner={owner} />
        <PasteRecipe owner={owner} />
      </PresentOnly>
    </section>
  );
});
