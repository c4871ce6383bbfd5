import { lacksPrice } from '#domain/business/ingredient/price.ts';
import type { Preparation } from '#domain/business/state.ts';
import { unitsOf } from '#domain/figures/cost.ts';
import type { CostedComponent, CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { formatCount } from '#domain/format.ts';
import { displayUnitOf, isSameUnit } from '#domain/units/measure.ts';
import { priceWithUnit } from './price-text.ts';

/** The cost of a preparation per unit: 'R$ 7,14 / kg' for a batch of 700 g that costs R$ 5,00. */
export function unitCostText({ id, yieldUnit }: Preparation, costing: Costing): string {
  const displayUnit = displayUnitOf(yieldUnit);
  // The unit as the owner spells it: 'Kg', 'litro'.
  const unit = isSameUnit(displayUnit, yieldUnit) ? yieldUnit : displayUnit;
  return priceWithUnit(unitsOf(costing.costOfOne(id, unit)), unit);
}

/** A reason why a cost is incomplete: a recipe or a price that is missing at any depth. A missing cost is not zero. */
interface MissingCost {
  /** The reason in a few words: 'falta preço em 2 insumos'. */
  readonly shortText: string;
  /** The task in a sentence. */
  readonly sentence: string;
}

export function missingCostOf(costed: CostedPreparation): MissingCost | undefined {
  if (costed.preparation.lines.length === 0)
    return { shortText: 'falta a receita', sentence: 'Coloque o que vai na receita para saber quanto custa.' };
  const { prices, recipes } = missingBelow(costed);
  const [first, ...more] = recipes;
  const parts = [
    prices > 0 && `falta preço em ${formatCount(prices)} ${prices === 1 ? 'insumo' : 'insumos'}`,
    first !== undefined && `falta a receita de ${first}${more.length > 0 ? ` e mais ${formatCount(more.length)}` : ''}`,
  ].filter((part) => typeof part === 'string');
  const [shortText] = parts;
  if (shortText === undefined) return undefined;
  const text = parts.join(' e ');
  return {
    shortText,
    sentence: `${text.charAt(0).toUpperCase()}${text.slice(1)}: o custo real é maior do que o mostrado.`,
  };
}

/** The number of ingredients without a price and the names of preparations without a recipe. */
function missingBelow(costed: CostedPreparation): { readonly prices: number; readonly recipes: readonly string[] } {
  const seen = new Set<CostedComponent>();
  const recipes: string[] = [];
  let prices = 0;
  const visit = (component: CostedComponent): void => {
    if (!component || seen.has(component)) return;
    seen.add(component);
    if (!('preparation' in component)) {
      if (lacksPrice(component)) prices += 1;
    } else if (component.preparation.lines.length === 0) recipes.push(component.preparation.name);
    else component.components.forEach(visit);
  };
  visit(costed);
  return { prices, recipes };
}
