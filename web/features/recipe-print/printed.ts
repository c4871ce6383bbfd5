import { type Component, componentOf } from '#domain/business/recipe/components.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { type Costing, createCosting } from '#domain/figures/costing.ts';
import { lacksLinePrice, lineFigures } from '#domain/figures/dish-figures.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { neededPreparations, multiplyAmount } from '#domain/figures/needed-preparations.ts';
import { formatMoney, formatQuantity } from '#domain/format.ts';
import type { Fraction } from '#domain/fraction.ts';
import { componentPriceText, usableShareText } from '../recipes/line-price.ts';
import type { RecipeTotal } from '../recipes/recipe-totals.ts';
import { roundForScale } from '../fields/round-for-scale.ts';

/** One printed line of a recipe. */
export interface PrintedLine {
  readonly ingredientId: string;
  readonly name: string;
  readonly quantity: string;
  /** The price of one unit; undefined where the sheet shows no money. */
  readonly price?: string;
  readonly cost?: string;
}

/** The recipe of a preparation that the sheet needs, in the quantities of the sheet. */
export interface PrintedNestedRecipe {
  readonly name: string;
  /** The quantity that the sheet needs: '700 g'. */
  readonly quantity: string;
  readonly lines: readonly PrintedLine[];
  readonly method: string | null;
}

/** A figure of a dish, with its share of the sale price. */
export type PrintedFigure = readonly [name: string, value: string, share?: string];

/** The headings of the cells of a `PrintedChannel`. */
export const CHANNEL_COLUMNS = ['Preço', 'CMV', 'Taxas', 'Margem'];

/** A dish in one of several channels. */
export interface PrintedChannel {
  readonly channelId: string;
  readonly name: string;
  /** Price, CMV, rates and margin; undefined where the dish is not sold. */
  readonly cells: readonly string[] | undefined;
}

/** A printable dish or preparation for the chosen number of portions or batches. */
export interface PrintedRecipe {
  readonly kind: string;
  readonly name: string;
  /** The yield as text: '5 porções'. */
  readonly yieldText: string;
  readonly lines: readonly PrintedLine[];
  /** The totals below the costs of the lines. */
  readonly totals: readonly RecipeTotal[];
  readonly figures: readonly PrintedFigure[];
  /** The margins by channel; empty while the business has only one. */
  readonly channels: readonly PrintedChannel[];
  readonly method: string | null;
  /** The preparations that have to be made first. */
  readonly nestedRecipes: readonly PrintedNestedRecipe[];
}

/** Removes all amounts of money, for the kitchen, so that neither paper nor message can show any. */
export const withoutMoney = (recipe: PrintedRecipe): PrintedRecipe => ({
  ...recipe,
  lines: recipe.lines.map(({ ingredientId, name, quantity: amount }) => ({ ingredientId, name, quantity: amount })),
  totals: [],
  figures: [],
  channels: [],
});

type Components = Pick<Business, 'ingredients' | 'preparations'>;

/** The lines with their quantities and costs multiplied. */
export const scaledLines = (lines: readonly LineFigures[], factor: Fraction): readonly LineFigures[] =>
  lines.map((line) => ({
    ...line,
    quantity: multiplyAmount(line.quantity, factor),
    cost: multiplyAmount(line.cost, factor),
  }));

export function printedLines(lines: readonly LineFigures[], components: Components): readonly PrintedLine[] {
  const costing = createCosting(components);
  return lines.map((line) => {
    const component = componentOf(components, line.ingredientId);
    return {
      ingredientId: line.ingredientId,
      name: line.ingredientName,
      quantity: `${formatQuantity(line.quantity)} ${line.unit}`,
      price: lacksLinePrice(line, costing) || !component ? 'falta' : priceText(component, costing),
      cost: formatMoney(line.cost),
    };
  });
}

/** The price that gives the cost when multiplied by the quantity: 'R$ 4,99 / kg ÷ 80%'. */
function priceText(component: Component, costing: Costing): string {
  const usableShare = usableShareText(component);
  return `${componentPriceText(component, costing)}${usableShare === undefined ? '' : ` ÷ ${usableShare}`}`;
}

/** The recipes of all preparations below these lines, in the needed quantities. */
export function printedNestedRecipes(
  lines: readonly RecipeLine[],
  factor: Fraction,
  components: Components,
): readonly PrintedNestedRecipe[] {
  const costing = createCosting(components);
  return neededPreparations([{ lines, times: factor }], components).map(
    ({ preparation, quantity: neededQuantity, times: batchFactor }) => ({
      name: preparation.name,
      quantity: roundForScale(neededQuantity, preparation.yieldUnit),
      lines: scaledLines(lineFigures(preparation.lines, costing), batchFactor).map((line) => ({
        ingredientId: line.ingredientId,
        name: line.ingredientName,
        quantity: roundForScale(line.quantity, line.unit),
      })),
      method: preparation.method,
    }),
  );
}

/** The current day in São Paulo: '31/03/2026'. */
export const todayText = (): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());

/** The foot of a sheet, with the day of its data. */
export const footerText = (isForKitchen: boolean): string =>
  isForKitchen ? `Prumo · ${todayText()}` : `Prumo · custos e preços do dia ${todayText()}`;
