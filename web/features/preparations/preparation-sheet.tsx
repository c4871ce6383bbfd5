import { observer } from 'mobx-react-lite';
import { displayedCost } from '#domain/figures/cost.ts';
import type { CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import { formatMoney } from '#domain/format.ts';
import { recipeYieldOf, recipeYieldText } from '../fields/recipe-yield.ts';
import { missingCostOf, unitCostText } from '../fields/cost-text.ts';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import { HistoryLink } from '../navigation/links.tsx';
import { RecipeLines } from '../recipes/recipe-lines.tsx';
import { RecipeSheet } from '../recipes/recipe-sheet.tsx';
import type { RecipesView } from '../recipes/recipes-view.ts';
import { StatusMessage } from '../recipes/recipe-card.tsx';
import { PreparationDetails } from './preparation-details.tsx';

interface PreparationSheetProps {
  readonly costed: CostedPreparation;
  readonly costing: Costing;
  readonly cardKey: string;
  readonly view: RecipesView;
}

/** The opened card: the lines, the yield and the method. */
export const PreparationSheet = observer(function PreparationSheet(props: PreparationSheetProps) {
  const { costed, costing, cardKey, view } = props;
  const { preparation } = costed;
  const owner: RecipeOwner = { ...preparation, kind: 'preparation' };
  const batch = displayedCost(costed.wholeRecipeCost);
  const lack = missingCostOf(costed);
  return (
    <RecipeSheet owner={owner} cardKey={cardKey} view={view}>
      <RecipeLines
        owner={owner}
        lines={lineFigures(preparation.lines, costing)}
        totalOf={() => batch}
        totals={[
          { name: 'A receita custa', value: formatMoney(batch) },
          { name: 'Rende', value: recipeYieldText(recipeYieldOf(preparation)) },
          { name: 'Custo', value: unitCostText(preparation, costing), isGrandTotal: true },
        ]}
      >
        {lack && (
          <StatusMessage role="status" tone={preparation.lines.length === 0 ? 'plain' : 'bad'}>
            {lack.sentence}
          </StatusMessage>
        )}
      </RecipeLines>
      <PreparationDetails preparation={preparation} />
      <HistoryLink subject={`preparation:${preparation.id}`}>
        Histórico do custo<span className="visually-hidden"> de {preparation.name}</span>
      </HistoryLink>
    </RecipeSheet>
  );
});
