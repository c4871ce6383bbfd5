import { type Component, componentOf } from '#domain/business/recipe/components.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { type Costing, createCosting } from '#domain/figures/costing.ts';
import { lacksLinePrice, lineFigures } from '#domain/figures/dish-figures.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { neededPreparations, multiplyAmount } from '#domain/figures/needed-preparations.ts';
import { money, quantity } from '#domain/format.ts';
import type { Fraction } from '#domain/fraction.ts';
import { componentPriceText, yieldText } from '../recipes/line-price.ts';
import type { RecipeSum } from '../recipes/recipe-sums.ts';
import { roundForScale } from '../fields/round-for-scale.ts';

/** One printed line of a recipe. */
export interface PrintedLine {
  readonly ingredientId: string;
  readonly name: string;
  readonly quantity: string;
  /** Undefined where the sheet shows no money. */
  readonly price?: string;
  readonly cost?: string;
}

/** The recipe of a preparation that the sheet needs, in the quantities of the sheet. */
export interface PrintedPart {
  readonly name: string;
  /** '700 g' */
  readonly needed: string;
  readonly lines: readonly PrintedLine[];
  readonly method: string | null;
}

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
  /** 'Rendimento: 5 porções' */
  readonly yields: string;
  readonly lines: readonly PrintedLine[];
  /** Shown below the costs of the lines. */
  readonly sums: readonly RecipeSum[];
  readonly figures: readonly PrintedFigure[];
  /** Empty while the business has only one channel. */
  readonly channels: readonly PrintedChannel[];
  readonly method: string | null;
  /** The preparations that have to be made first. */
  readonly parts: readonly PrintedPart[];
}

/** The recipe for the kitchen, without money, so that neither paper nor message can show any. */
export const withoutMoney = (recipe: PrintedRecipe): PrintedRecipe => ({
  ...recipe,
  lines: recipe.lines.map(({ ingredientId, name, quantity: amount }) => ({ ingredientId, name, quantity: amount })),
  sums: [],
  figures: [],
  channels: [],
});

type Components = Pick<Business, 'ingredients' | 'preparations'>;

/** The lines with their quantities and costs multiplied. */
export const linesTimes = (lines: readonly LineFigures[], times: Fraction): readonly LineFigures[] =>
  lines.map((line) => ({
    ...line,
    quantity: multiplyAmount(line.quantity, times),
    cost: multiplyAmount(line.cost, times),
  }));

export function printedLines(lines: readonly LineFigures[], components: Components): readonly PrintedLine[] {
  const costing = createCosting(components);
  return lines.map((line) => {
    const component = componentOf(components, line.ingredientId);
    return {
      ingredientId: line.ingredientId,
      name: line.ingredientName,
      quantity: `${quantity(line.quantity)} ${line.unit}`,
      price: lacksLinePrice(line, costing) || !component ? 'falta' : priceText(component, costing),
      cost: money(line.cost),
    };
  });
}

/** 'R$ 4,99 / kg ÷ 80%': multiplied by the quantity it gives the cost. */
function priceText(component: Component, costing: Costing): string {
  const used = yieldText(component);
  return `${componentPriceText(component, costing)}${used === undefined ? '' : ` ÷ ${used}`}`;
}

/** The recipes of all preparations below these lines, in the needed quantities. */
export function printedParts(
  lines: readonly RecipeLine[],
  times: Fraction,
  components: Components,
): readonly PrintedPart[] {
  const costing = createCosting(components);
  return neededPreparations([{ lines, times }], components).map(({ preparation, quantity: needed, times: often }) => ({
    name: preparation.name,
    needed: roundForScale(needed, preparation.yieldUnit),
    lines: linesTimes(lineFigures(preparation.lines, costing), often).map((line) => ({
      ingredientId: line.ingredientId,
      name: line.ingredientName,
      quantity: roundForScale(line.quantity, line.unit),
    })),
    method: preparation.method,
  }));
}

export const today = (): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());

/** The foot of a sheet, with the day of its data. */
export const footOf = (isForKitchen: boolean): string =>
  isForKitchen ? `Prumo · ${today()}` : `Prumo · custos e preços do dia ${today()}`;
