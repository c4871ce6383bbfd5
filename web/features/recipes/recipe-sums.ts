import { mainChannelOf } from '#domain/business/channel/channels.ts';
import { countsIn } from '#domain/business/channel/scope.ts';
import type { Business, Channel, Dish } from '#domain/business/state.ts';
import { batchSteps, ingredientsIn } from '#domain/figures/batch-steps.ts';
import type { Units } from '#domain/decimal.ts';
import { DEFAULT_LOSS, type DishFigures } from '#domain/figures/dish-result.ts';
import { typedNumeral } from '#domain/numerals.ts';
import { count, money } from '#domain/format.ts';
import { inChannel } from '../fields/channels-of.ts';
import type { TermName } from '../glossary/glossary.ts';

/** A line below those of a recipe: what the costs come to. */
export interface RecipeSum {
  readonly name: string;
  readonly value: string;
  readonly isTotal?: true;
  /** Under which the glossary explains it. */
  readonly term?: TermName;
}

/** From the sum of the ingredients to the CMV. @param figures of the dish, for so many portions as it has */
export function dishSums(
  dish: Dish,
  { lines, cmv }: Pick<DishFigures, 'lines' | 'cmv'>,
  state: Business,
): readonly RecipeSum[] {
  const { settings } = state;
  const main = mainChannelOf(state);
  const ingredients = ingredientsIn(main?.id, lines, dish.lines);
  const { loss, batch } = batchSteps(dish, { ingredients, cmv, settings });
  const { portions } = dish;
  return [
    { name: ingredientsText(dish, main), value: money(ingredients) },
    {
      name: `Perda na produção, ${lossText(dish.loss ?? settings.productionLoss ?? DEFAULT_LOSS)}`,
      value: money(loss),
    },
    ...(portions === null ? [] : [{ name: `Receita inteira, para ${portionsText(portions)}`, value: money(batch) }]),
    { name: portions === null ? 'CMV total' : 'CMV de uma porção', value: money(cmv), isTotal: true, term: 'cmv' },
  ];
}

export const portionsText = (portions: number): string => `${count(portions)} ${portions === 1 ? 'porção' : 'porções'}`;

/** What the sum of a dish's ingredients is called: of the main channel, where not all of them go into it. */
const ingredientsText = ({ lines }: Pick<Dish, 'lines'>, main: Channel | undefined): string =>
  main === undefined || lines.every(({ channels }) => countsIn(channels, main.id))
    ? 'Soma dos ingredientes'
    : `Soma dos ingredientes ${inChannel(main)}`;

/** As it was typed: '2,5%'. */
export const lossText = (loss: Units): string => `${typedNumeral(loss)}%`;
