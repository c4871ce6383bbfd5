import type { Dish } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import { type DishFigures, marginRating, marginText } from '#domain/figures/dish-result.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import type { Costing } from '#domain/figures/costing.ts';
import { lacksLinePrice } from '#domain/figures/dish-figures.ts';
import { formatMoney } from '#domain/format.ts';

/** The state of a dish: a word for its card and a sentence for its analysis. Missing is not zero. */
export interface DishStatus {
  readonly tone: 'good' | 'plain' | 'bad';
  readonly word: string;
  readonly sentence: string;
}

/** Rates a dish: first by what is missing in it, then by its contribution margin. */
export function dishStatusOf(dish: Dish, figures: DishFigures, costing: Costing): DishStatus {
  if (dish.lines.length === 0)
    return {
      tone: 'plain',
      word: 'Sem ingredientes',
      sentence: 'Coloque os ingredientes para saber quanto o prato custa.',
    };
  if (dish.salePrice === 0)
    return { tone: 'plain', word: 'Falta o preço', sentence: 'Defina o preço de venda para saber quanto sobra.' };
  const missingPrices = missingPricesText(figures, costing);
  if (missingPrices !== undefined)
    return { tone: 'bad', word: 'Incompleto', sentence: `${missingPrices}: o custo real é maior do que o mostrado.` };
  const margin = marginText(figures.contributionMarginPercentage);
  const rating = marginRating(figures.contributionMarginPercentage);
  switch (rating) {
    case 'low':
      return {
        tone: 'bad',
        word: 'Margem baixa',
        sentence: `Margem de ${margin}, abaixo de 30%: fica pouco para pagar as contas.`,
      };
    case 'acceptable':
      return { tone: 'plain', word: 'Margem aceitável', sentence: `Margem de ${margin}, entre 30% e 50%: aceitável.` };
    case 'excellent':
      return { tone: 'good', word: 'Margem excelente', sentence: `Margem de ${margin}, de 50% para cima: excelente.` };
    default:
      return rating satisfies never;
  }
}

/** Counts the lines without a price: 'Falta o preço de 2 insumos'; undefined where all have one. */
export function missingPricesText({ lines }: DishFigures, costing: Costing): string | undefined {
  const unpriced = lines.filter((line) => lacksLinePrice(line, costing)).length;
  return unpriced === 0 ? undefined : `Falta o preço de ${unpriced === 1 ? '1 insumo' : `${unpriced} insumos`}`;
}

/** Half a cent: less of a loss would read as R$ 0,00. */
const HALF_CENT = SCALE / 200;

/** The warning of a dish that loses money; undefined while it does not. */
export function lossWarning(dish: Dish, { netProfit }: DishFigures): string | undefined {
  if (dish.salePrice === 0 || netProfit >= 0) return undefined;
  const amountText = -netProfit < HALF_CENT ? 'menos de um centavo' : formatMoney(-netProfit);
  return `Prejuízo: cada venda deste prato tira ${amountText} do seu bolso.`;
}

/**
 * Tells whether the dish has a margin below 30 % or loses money on every sale. A dish without a price is incomplete
 * instead.
 */
export function isAtRisk(dish: Dish, { dishes }: BusinessFigures): boolean {
  const figures = dishes.get(dish.id);
  if (!figures || dish.salePrice === 0) return false;
  return figures.netProfit < 0 || marginRating(figures.contributionMarginPercentage) === 'low';
}
