import { sortMainFirst } from '#domain/business/channel/channels.ts';
import type { Scope } from '#domain/business/channel/scope.ts';
import type { Business, Channel, Dish } from '#domain/business/state.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { unitsOf } from '#domain/figures/cost.ts';
import { type CostedPreparation, createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { multiplyAmount, factorFraction } from '#domain/figures/needed-preparations.ts';
import { marginText } from '#domain/figures/displayed-dish.ts';
import { money, percentage, quantity } from '#domain/format.ts';
import { batchText } from '../fields/batch.ts';
import { unitCostText } from '../fields/cost-text.ts';
import { onlyIn } from '../fields/channels-of.ts';
import { shareOf } from '../entry/share.ts';
import { dishSums, portionsText } from '../recipes/recipe-sums.ts';
import {
  linesTimes,
  type PrintedChannel,
  type PrintedFigure,
  printedLines,
  printedParts,
  type PrintedRecipe,
} from './printed.ts';

/** @param portions the number of portions on the sheet */
export function printedDish(
  dish: Dish,
  figures: DishFigures,
  { state, portions }: { readonly state: Business; readonly portions: number },
): PrintedRecipe {
  const times = { n: BigInt(portions), d: BigInt(dish.portions ?? 1) };
  const lines = linesTimes(figures.lines, times);
  const named = (name: string, scope: Scope = null): string =>
    [name, onlyIn(sortMainFirst(state), scope)].filter((part) => part !== undefined).join(', ');
  const many = portions === 1 && dish.portions === null ? null : portions;
  return {
    kind: 'Ficha técnica',
    name: dish.name,
    yields: many === null ? '1 porção vendida' : portionsText(portions),
    lines: printedLines(lines, state).map((line, i) => ({ ...line, name: named(line.name, dish.lines[i]?.channels) })),
    sums: dishSums({ ...dish, portions: many }, { lines, cmv: figures.cmv }, state),
    figures: figuresOf(dish, figures),
    channels: channelsOf(figures, sortMainFirst(state)),
    method: dish.method,
    parts: printedParts(dish.lines, times, state),
  };
}

/** The channels side by side, the main one first; with a single channel the dish's figures are enough. */
function channelsOf(figures: DishFigures, channels: readonly Channel[]): readonly PrintedChannel[] {
  if (channels.length < 2) return [];
  return channels.flatMap(({ id, name }) => {
    const there = figures.channels.find(({ channelId }) => channelId === id);
    if (!there) return [];
    const { price, cmv, variableCostValue, contributionMargin } = there;
    const cells = [price, cmv, variableCostValue, contributionMargin].map(money);
    return [{ channelId: id, name, cells: price > 0 ? cells : undefined }];
  });
}

function figuresOf({ salePrice }: Dish, figures: DishFigures): readonly PrintedFigure[] {
  if (salePrice === 0) return [['Preço de venda', 'Não definido']];
  return [
    ['Preço de venda', money(salePrice)],
    ['CMV', money(figures.cmv), percentage(figures.cmvPercentage)],
    ['Custos variáveis', money(figures.variableCostValue), percentage(figures.variableCostPercentage)],
    ['Margem de contribuição', money(figures.contributionMargin), marginText(figures.contributionMarginPercentage)],
    ['Custos fixos', money(figures.fixedCostValue), percentage(figures.fixedCostPercentage)],
    ['Resultado final', money(figures.netProfit), percentage(shareOf(figures.netProfit, salePrice))],
  ];
}

/** @param batches the number of batches on the sheet: 1,5 */
export function printedPreparation(
  { preparation, batch }: CostedPreparation,
  { state, batches }: { readonly state: Business; readonly batches: TenThousandths },
): PrintedRecipe {
  const costing = createCosting(state);
  const times = factorFraction(batches);
  const made = batchText({
    quantity: multiplyAmount(preparation.yieldQuantity, times),
    unit: preparation.yieldUnit,
  });
  return {
    kind: 'Preparo',
    name: preparation.name,
    yields: batches === SCALE ? made : `${made}, ${batchesText(batches)}`,
    lines: printedLines(linesTimes(lineFigures(preparation.lines, costing), times), state),
    sums: [
      {
        name: batches === SCALE ? 'A receita custa' : `${capital(batchesText(batches))} custam`,
        value: money(multiplyAmount(unitsOf(batch), times)),
      },
      { name: 'Custo', value: unitCostText(preparation, costing), isTotal: true },
    ],
    figures: [],
    channels: [],
    method: preparation.method,
    parts: printedParts(preparation.lines, times, state),
  };
}

/** '2,5 receitas' */
const batchesText = (batches: TenThousandths): string =>
  `${quantity(batches)} ${batches <= SCALE ? 'receita' : 'receitas'}`;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
