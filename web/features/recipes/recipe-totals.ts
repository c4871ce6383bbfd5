import { mainChannelOf } from '#domain/business/channel/channels.ts';
import { isInScope } from '#domain/business/channel/fields.ts';
import type { Business, Channel, Dish } from '#domain/business/state.ts';
import { batchCosts, ingredientsCostIn } from '#domain/figures/batch-costs.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { DEFAULT_LOSS, type DishFigures } from '#domain/figures/dish-result.ts';
import { formatForInput } from '#domain/numerals.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { inChannel } from '../fields/channels-of.ts';
import type { TermName } from '../glossary/glossary.ts';

/** A sum below the lines of a recipe. */
export interface RecipeTotal {
  readonly name: string;
  readonly value: string;
  readonly isGrandTotal?: true;
  /** The glossary's term for it. */
  readonly term?: TermName;
}

/** The sums of a dish from its ingredients to its CMV. */
export function dishTotals(
  dish: Dish,
  { lines, cmv }: Pick<DishFigures, 'lines' | 'cmv'>,
  state: Business,
): readonly RecipeTotal[] {
  const { settings } = state;
  const main = mainChannelOf(state);
  const ingredients = ingredientsCostIn(main?.id, lines, dish.lines);
  const { loss, batch } = batchCosts(dish, { ingredients, cmv, settings });
  const { portions } = dish;
  return [
    { name: ingredientsText(dish, main), value: formatMoney(ingredients) },
    {
      name: `Perda na produção, ${lossText(dish.loss ?? settings.productionLoss ?? DEFAULT_LOSS)}`,
      value: formatMoney(loss),
    },
    ...(portions === null
      ? []
      : [{ name: `Receita inteira, para ${portionsText(portions)}`, value: formatMoney(batch) }]),
    {
      name: portions === null ? 'CMV total' : 'CMV de uma porção',
      value: formatMoney(cmv),
      isGrandTotal: true,
      term: 'cmv',
    },
  ];
}

/** The number of portions as text: '5 porções'. */
export const portionsText = (portions: number): string =>
  `${formatCount(portions)} ${portions === 1 ? 'porção' : 'porções'}`;

/** The label of the sum of ingredients; it names the main channel where some lines are not sold in it. */
const ingredientsText = ({ lines }: Pick<Dish, 'lines'>, main: Channel | undefined): string =>
  main === undefined || lines.every(({ channels }) => isInScope(channels, main.id))
    ? 'Soma dos ingredientes'
    : `Soma dos ingredientes ${inChannel(main)}`;

/** The loss as it was typed: '2,5%'. */
export const lossText = (loss: TenThousandths): string => `${formatForInput(loss)}%`;
