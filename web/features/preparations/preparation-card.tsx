import { observer } from 'mobx-react-lite';
import { displayedCost } from '#domain/figures/cost.ts';
import type { CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { formatMoney } from '#domain/format.ts';
import { type Uses, usesText } from '../fields/uses.ts';
import { RecipeCard } from '../recipes/recipe-card.tsx';
import styles from '../recipes/recipe-card.module.css';
import type { RecipesView } from '../recipes/recipes-view.ts';
import { recipeYieldOf, recipeYieldText } from '../fields/recipe-yield.ts';
import { missingCostOf, unitCostText } from '../fields/cost-text.ts';
import { PreparationSheet } from './preparation-sheet.tsx';

interface PreparationCardProps {
  readonly cardKey: string;
  readonly costed: CostedPreparation;
  readonly costing: Costing;
  /** The uses, where they are loaded. */
  readonly uses: Uses | undefined;
  readonly view: RecipesView;
}

/** A preparation as a row with yield and cost; opened, its recipe. */
export const PreparationCard = observer(function PreparationCard(props: PreparationCardProps) {
  const { cardKey, costed, costing, uses, view } = props;
  const { preparation } = costed;
  const details = [`rende ${recipeYieldText(recipeYieldOf(preparation))}`, uses && usesText(uses)].filter(
    (part) => typeof part === 'string',
  );
  return (
    <RecipeCard
      kind="preparation"
      cardKey={cardKey}
      view={view}
      head={
        <>
          <span className={`${styles['words']} stack shrinks`}>
            <span className="weight-560 breaks">{preparation.name}</span>
            <span className="faint text-14 tabular">{details.join(' · ')}</span>
          </span>
          <Cost costed={costed} costing={costing} />
        </>
      }
      renderSheet={() => <PreparationSheet costed={costed} costing={costing} cardKey={cardKey} view={view} />}
    />
  );
});

/** The cost of one unit, and below it the cost of the recipe or what is missing for it. */
function Cost({ costed, costing }: Pick<PreparationCardProps, 'costed' | 'costing'>) {
  const lack = missingCostOf(costed);
  const hasRecipe = costed.preparation.lines.length > 0;
  return (
    <span className="stack rigid from-right push-right fits text-end">
      {hasRecipe && <span className="numeral weight-600">{unitCostText(costed.preparation, costing)}</span>}
      <span className={`text-14 tabular ${lack ? 'tomato' : 'faint'}`}>
        {lack?.shortText ?? `receita ${formatMoney(displayedCost(costed.wholeRecipeCost))}`}
      </span>
    </span>
  );
}
