import { sortMainFirst } from '#domain/business/channel/channels.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { Business, Channel, Dish } from '#domain/business/state.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { type CostedPreparation, createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import { type DishFigures, marginText } from '#domain/figures/dish-result.ts';
import { multiplyAmount, factorFraction } from '#domain/figures/needed-preparations.ts';
import { formatMoney, formatPercentage, formatQuantity } from '#domain/format.ts';
import { capitalize } from '#domain/text.ts';
import { recipeYieldText } from '../fields/recipe-yield.ts';
import { unitCostText } from '../fields/cost-text.ts';
import { onlyIn } from '../fields/channels-of.ts';
import { shareOf } from '../entry/share.ts';
import { dishTotals, portionsText } from '../recipes/recipe-totals.ts';
import {
  scaledLines,
  type PrintedChannel,
  type PrintedFigure,
  printedLines,
  printedNestedRecipes,
  type PrintedRecipe,
} from './printed.ts';

/** Builds the sheet of a dish. @param portions the number of portions on the sheet */
export function printedDish(
  dish: Dish,
  figures: DishFigures,
  { state, portions }: { readonly state: Business; readonly portions: number },
): PrintedRecipe {
  const factor = { n: BigInt(portions), d: BigInt(dish.portions ?? 1) };
  const lines = scaledLines(figures.lines, factor);
  const nameInChannels = (name: string, scope: Scope = null): string =>
    [name, onlyIn(sortMainFirst(state), scope)].filter((part) => part !== undefined).join(', ');
  const portionCount = portions === 1 && dish.portions === null ? null : portions;
  return {
    kind: 'Ficha técnica',
    name: dish.name,
    yieldText: portionCount === null ? '1 porção vendida' : portionsText(portions),
    lines: printedLines(lines, state).map((line, i) => ({
      ...line,
      name: nameInChannels(line.name, dish.lines[i]?.channels),
    })),
    totals: dishTotals({ ...dish, portions: portionCount }, { lines, cmv: figures.cmv }, state),
    figures: figuresOf(dish, figures),
    channels: channelsOf(figures, sortMainFirst(state)),
    method: dish.method,
    nestedRecipes: printedNestedRecipes(dish.lines, factor, state),
  };
}

/** The channels side by side, the main one first; with a single channel the dish's figures are enough. */
function channelsOf(figures: DishFigures, channels: readonly Channel[]): readonly PrintedChannel[] {
  if (channels.length < 2) return [];
  return channels.flatMap(({ id, name }) => {
    const channelFigures = figures.channels.find(({ channelId }) => channelId === id);
    if (!channelFigures) return [];
    const { price, cmv, variableCostValue, contributionMargin } = channelFigures;
    const cells = [price, cmv, variableCostValue, contributionMargin].map(formatMoney);
    return [{ channelId: id, name, cells: price > 0 ? cells : undefined }];
  });
}

function figuresOf({ salePrice }: Dish, figures: DishFigures): readonly PrintedFigure[] {
  if (salePrice === 0) return [['Preço de venda', 'Não definido']];
  return [
    ['Preço de venda', formatMoney(salePrice)],
    ['CMV', formatMoney(figures.cmv), formatPercentage(figures.cmvPercentage)],
    ['Custos variáveis', formatMoney(figures.variableCostValue), formatPercentage(figures.variableCostPercentage)],
    [
      'Margem de contribuição',
      formatMoney(figures.contributionMargin),
      marginText(figures.contributionMarginPercentage),
    ],
    ['Custos fixos', formatMoney(figures.fixedCostValue), formatPercentage(figures.fixedCostPercentage)],
    ['Resultado final', formatMoney(figures.netProfit), formatPercentage(shareOf(figures.netProfit, salePrice))],
  ];
}

/** Builds the sheet of a preparation. @param batches the number of batches on the sheet: 1,5 */
export function printedPreparation(
  { preparation, wholeRecipeCost }: CostedPreparation,
  { state, batches }: { readonly state: Business; readonly batches: TenThousandths },
): PrintedRecipe {
  const costing = createCosting(state);
  const factor = factorFraction(batches);
  const yieldedBatch = recipeYieldText({
    quantity: multiplyAmount(preparation.yieldQuantity, factor),
    unit: preparation.yieldUnit,
  });
  return {
    kind: 'Preparo',
    name: preparation.name,
    yieldText: batches === SCALE ? yieldedBatch : `${yieldedBatch}, ${batchesText(batches)}`,
    lines: printedLines(scaledLines(lineFigures(preparation.lines, costing), factor), state),
    totals: [
      {
        name: batches === SCALE ? 'A receita custa' : `${capitalize(batchesText(batches))} custam`,
        value: formatMoney(multiplyAmount(displayedCost(wholeRecipeCost), factor)),
      },
      { name: 'Custo', value: unitCostText(preparation, costing), isGrandTotal: true },
    ],
    figures: [],
    channels: [],
    method: preparation.method,
    nestedRecipes: printedNestedRecipes(preparation.lines, factor, state),
  };
}

/** The number of batches as text: '2,5 receitas'. */
const batchesText = (batches: TenThousandths): string =>
  `${formatQuantity(batches)} ${batches <= SCALE ? 'receita' : 'receitas'}`;
