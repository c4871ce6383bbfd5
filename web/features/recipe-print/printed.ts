import { type Component, componentOf } from '#domain/business/recipe/components.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { type Costing, createCosting } from '#domain/figures/costing.ts';
import { isUnpriced, lineFigures } from '#domain/figures/dish-figures.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { neededPreparations, timesAmount } from '#domain/figures/needed-preparations.ts';
import { SCALE, type Units } from '#domain/decimal.ts';
import { decimalPlaces, money, quantity } from '#domain/format.ts';
import { measureOf } from '#domain/units/measure.ts';
import type { Fraction } from '#domain/fraction.ts';
import { componentPriceText, yieldText } from '../recipes/line-price.ts';
import type { RecipeSum } from '../recipes/recipe-sums.ts';

/** One line of a recipe on paper. */
export interface PrintedLine {
  readonly ingredientId: string;
  readonly name: string;
  readonly quantity: string;
  /** None of both where the line is never shown with money. */
  readonly price?: string;
  readonly cost?: string;
}

/** A preparation that the recipe needs: its own recipe, in the quantities of this sheet. */
export interface PrintedPart {
  readonly name: string;
  /** '700 g' */
  readonly needed: string;
  readonly lines: readonly PrintedLine[];
  readonly method: string | null;
}

export type PrintedFigure = readonly [name: string, value: string, share?: string];

/** Over the cells of a `PrintedChannel`. */
export const CHANNEL_COLUMNS = ['Preço', 'CMV', 'Taxas', 'Margem'];

/** A dish in one of the channels that there are to tell apart. */
export interface PrintedChannel {
  readonly channelId: string;
  readonly name: string;
  /** Price, CMV, rates and what is left; undefined where it is not sold. */
  readonly cells: readonly string[] | undefined;
}

/** A dish or a preparation as it is printed, for as many of it as are wanted. */
export interface PrintedRecipe {
  readonly kind: string;
  readonly name: string;
  /** 'Rendimento: 5 porções' */
  readonly yields: string;
  readonly lines: readonly PrintedLine[];
  /** Below the costs of the lines. */
  readonly sums: readonly RecipeSum[];
  readonly figures: readonly PrintedFigure[];
  /** None while there are no two of them. */
  readonly channels: readonly PrintedChannel[];
  readonly method: string | null;
  /** For the kitchen: whoever makes it needs to know how its preparations are made. */
  readonly parts: readonly PrintedPart[];
}

/** For the kitchen: quantities and how it is made. What has no money in it can show none, on paper or in a message. */
export const withoutMoney = (recipe: PrintedRecipe): PrintedRecipe => ({
  ...recipe,
  lines: recipe.lines.map(({ ingredientId, name, quantity: amount }) => ({ ingredientId, name, quantity: amount })),
  sums: [],
  figures: [],
  channels: [],
});

type Kitchen = Pick<Business, 'ingredients' | 'preparations'>;

/** Lines as they are, so many times as much. */
export const linesTimes = (lines: readonly LineFigures[], times: Fraction): readonly LineFigures[] =>
  lines.map((line) => ({ ...line, quantity: timesAmount(line.quantity, times), cost: timesAmount(line.cost, times) }));

export function printedLines(lines: readonly LineFigures[], kitchen: Kitchen): readonly PrintedLine[] {
  const costing = createCosting(kitchen);
  return lines.map((line) => {
    const component = componentOf(kitchen, line.ingredientId);
    return {
      ingredientId: line.ingredientId,
      name: line.ingredientName,
      quantity: `${quantity(line.quantity)} ${line.unit}`,
      price: isUnpriced(line, costing) || !component ? 'falta' : priceText(component, costing),
      cost: money(line.cost),
    };
  });
}

/** 'R$ 4,99 / kg ÷ 80%': who multiplies it by the quantity finds the cost. */
function priceText(component: Component, costing: Costing): string {
  const used = yieldText(component);
  return `${componentPriceText(component, costing)}${used === undefined ? '' : ` ÷ ${used}`}`;
}

/** The recipes of all preparations below these lines, in the quantities that are needed of them. */
export function printedParts(lines: readonly RecipeLine[], times: Fraction, kitchen: Kitchen): readonly PrintedPart[] {
  const costing = createCosting(kitchen);
  return neededPreparations(lines, times, kitchen).map(({ preparation, quantity: needed, times: often }) => ({
    name: preparation.name,
    needed: weighable(needed, preparation.yieldUnit),
    lines: linesTimes(lineFigures(preparation.lines, costing), often).map((line) => ({
      ingredientId: line.ingredientId,
      name: line.ingredientName,
      quantity: weighable(line.quantity, line.unit),
    })),
    method: preparation.method,
  }));
}

/** Less than one of these is said in what the scale shows. */
const SMALLER: Readonly<Record<string, string>> = { kg: 'g', l: 'ml' };
const PER_ONE = 1_000;

/**
 * A quantity that was computed, as a kitchen weighs it: three digits, grams below a kilo. 0,107142 kg is '107 g',
 * 12,8571 g is '12,9 g', 1.234,5 g is '1.235 g'.
 */
export function weighable(quantity: Units, unit: string): string {
  const smaller = quantity < SCALE ? SMALLER[measureOf(unit).canonical] : undefined;
  return smaller === undefined ? `${rounded(quantity)} ${unit}` : `${rounded(quantity * PER_ONE)} ${smaller}`;
}

function rounded(quantity: Units): string {
  const decimals = quantity >= 100 * SCALE ? 0 : quantity >= 10 * SCALE ? 1 : quantity >= SCALE ? 2 : 3;
  const text = decimalPlaces(quantity, decimals);
  return decimals === 0 ? text : text.replace(/,?0+$/, '');
}

export const today = (): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());

/** Below a sheet: of when it is. */
export const footOf = (isForKitchen: boolean): string =>
  isForKitchen ? `Prumo · ${today()}` : `Prumo · custos e preços do dia ${today()}`;
