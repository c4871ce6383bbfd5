import { observer } from 'mobx-react-lite';
import type { Preparation } from '#domain/business/state.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import { formatMoney, formatQuantity } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { recipeYieldOf, recipeYieldText } from '../fields/recipe-yield.ts';
import { unitCostText } from '../fields/cost-text.ts';
import styles from './recipe-sheet.module.css';

/** The recipe of a preparation with its costs, folded below the line that uses it. */
export const NestedRecipe = observer(function NestedRecipe({ preparation }: { readonly preparation: Preparation }) {
  const { state } = useStores().business;
  const costing = createCosting(state);
  const costed = costing.preparation(preparation.id);
  if (!costed || preparation.lines.length === 0) return null;
  const { name } = preparation;
  return (
    <li className={`${styles['madeOf']} soft text-15`}>
      <details>
        <summary className="touch pad-block-10 basil pointer">
          O que vai em <span className="breaks">{name}</span>
        </summary>
        <ul className="list stack gap-6" aria-label={`O que vai em ${name}`}>
          {lineFigures(preparation.lines, costing).map((line) => (
            <li key={line.ingredientId} className="flex between gap-16 breaks">
              <span>
                {line.ingredientName}, {formatQuantity(line.quantity)} {line.unit}
              </span>
              <span className="numeral">{formatMoney(line.cost)}</span>
            </li>
          ))}
        </ul>
        <p className="mt-8">
          A receita custa {formatMoney(displayedCost(costed.wholeRecipeCost))} e rende{' '}
          {recipeYieldText(recipeYieldOf(preparation))}: {unitCostText(preparation, costing)}.
        </p>
      </details>
    </li>
  );
});
