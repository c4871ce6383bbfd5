import { lacksPrice } from '#domain/business/ingredient/price.ts';
import type { Preparation } from '#domain/business/state.ts';
import { unitsOf } from '#domain/figures/cost.ts';
import type { CostedComponent, CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { count } from '#domain/format.ts';
import { isSameUnit } from '#domain/units/measure.ts';
import { displayedPrice, displayUnitOf } from './price-text.ts';

/** 'R$ 7,14 / kg', from the exact cost of a batch of 700 g for R$ 5,00. */
export function unitCostText({ id, yieldUnit }: Preparation, costing: Costing): string {
  const usual = displayUnitOf(yieldUnit);
  // The unit as the owner spells it: 'Kg', 'litro'.
  const unit = isSameUnit(usual, yieldUnit) ? yieldUnit : usual;
  return displayedPrice(unitsOf(costing.costOfOne(id, unit)), unit);
}

/** A reason why a cost is incomplete: a recipe or a price that is missing at any depth. A missing cost is not zero. */
interface Lack {
  /** 'falta preço em 2 insumos' */
  readonly words: string;
  /** The task in a sentence. */
  readonly sentence: string;
}

export function lackOf(costed: CostedPreparation): Lack | undefined {
  if (costed.preparation.lines.length === 0)
    return { words: 'falta a receita', sentence: 'Coloque o que vai na receita para saber quanto custa.' };
  const { prices, recipes } = missingBelow(costed);
  const [first, ...more] = recipes;
  const parts = [
    prices > 0 && `falta preço em ${count(prices)} ${prices === 1 ? 'insumo' : 'insumos'}`,
    first !== undefined && `falta a receita de ${first}${more.length > 0 ? ` e mais ${count(more.length)}` : ''}`,
  ].filter((part) => typeof part === 'string');
  const [words] = parts;
  if (words === undefined) return undefined;
  const text = parts.join(' e ');
  return {
    words,
    sentence: `${text.charAt(0).toUpperCase()}${text.slice(1)}: o custo real é maior do que o mostrado.`,
  };
}

/** The number of ingredients without a price and the names of preparations without a recipe. */
function missingBelow(costed: CostedPreparation): { readonly prices: number; readonly recipes: readonly string[] } {
  const seen = new Set<CostedComponent>();
  const recipes: string[] = [];
  let prices = 0;
  const look = (component: CostedComponent): void => {
    if (!component || seen.has(component)) return;
    seen.add(component);
    if (!('preparation' in component)) {
      if (lacksPrice(component)) prices += 1;
    } else if (component.preparation.lines.length === 0) recipes.push(component.preparation.name);
    else component.components.forEach(look);
  };
  look(costed);
  return { prices, recipes };
}
