import { unitOf } from '../business/recipe/components.ts';
import type { RecipeLine } from '../business/recipe/line.ts';
import { linesIn, priceIn } from '../business/channel/channels.ts';
import { lacksPrice } from '../business/ingredient/price.ts';
import type { Dish } from '../business/state.ts';
import { divideRounded, SCALE } from '../decimal.ts';
import type { Fraction } from '../fraction.ts';
import { costOfLine, hasDirectPrice, type LineWithUnitCost, roundedTotal, displayedCost } from './cost.ts';
import type { CostedComponent, Costing } from './costing.ts';
import {
  type ChannelFigures,
  type ChannelRates,
  type ComputedDish,
  type SharedCosts,
  type LineFigures,
  portionShare,
  resultOf,
} from './dish-result.ts';
import { productSum } from './product-sum.ts';

const SCALE_N = BigInt(SCALE);

interface CostedLines {
  readonly lines: readonly LineFigures[];
  /** Quantity × price of the lines that are plain integers, in 10⁻⁸ of a real. */
  readonly products: bigint;
  /** The other lines, whose unit cost is a fraction: with a pack, a yield, another unit, or a preparation. */
  readonly convertedLines: readonly LineWithUnitCost[];
}

function costedLines(recipe: readonly RecipeLine[], costing: Costing): CostedLines {
  const products = productSum();
  const convertedLines: LineWithUnitCost[] = [];
  const lines = recipe.map(({ ingredientId, quantity, ownUnit }): LineFigures => {
    const component = costing.component(ingredientId);
    const isIngredient = component !== undefined && 'unitPrice' in component;
    if (isIngredient && (ownUnit === null || ownUnit === component.unit) && hasDirectPrice(component)) {
      const { name, unit, unitPrice } = component;
      const cost = products.add(quantity, unitPrice);
      return { ingredientId, ingredientName: name, unit, componentUnit: unit, unitPrice, quantity, cost };
    }
    const row = isIngredient ? component : component?.preparation;
    const componentUnit = row ? unitOf(row) : '';
    const unit = ownUnit ?? componentUnit;
    const unitCost = costing.costOfOne(ingredientId, unit);
    const lineWithUnitCost = { quantity, unitCost };
    convertedLines.push(lineWithUnitCost);
    return {
      ingredientId,
      ingredientName: row?.name ?? '',
      unit,
      componentUnit,
      unitPrice: isIngredient ? component.unitPrice : displayedCost(component?.unitCost ?? unitCost),
      quantity,
      cost: costOfLine(lineWithUnitCost),
    };
  });
  return { lines, products: products.total(), convertedLines };
}

/**
 * Tells whether a line costs nothing because a price is missing. A preparation does if any price below it is
 * missing.
 */
export function lacksLinePrice({ ingredientId, unitPrice, cost }: UnpricedLine, costing: Costing): boolean {
  return unitPrice === 0 && cost === 0 && lacksAnyPrice(costing.component(ingredientId), new Set());
}

type UnpricedLine = Pick<LineFigures, 'ingredientId' | 'unitPrice' | 'cost'>;

function lacksAnyPrice(component: CostedComponent, seen: Set<CostedComponent>): boolean {
  if (seen.has(component)) return false;
  seen.add(component);
  if (!component) return true;
  if (!('preparation' in component)) return lacksPrice(component);
  return component.components.length === 0 || component.components.some((each) => lacksAnyPrice(each, seen));
}

/** The component and the cost of each line of a recipe. */
export const lineFigures = (recipe: readonly RecipeLine[], costing: Costing): readonly LineFigures[] =>
  costedLines(recipe, costing).lines;

/** Figures of one portion of a dish, with the unbounded integers that enter the means over all dishes. */
export function dishFigures(dish: Dish, costing: Costing, sharedCosts: SharedCosts): ComputedDish {
  const allLines = costedLines(dish.lines, costing);
  const share = portionShare(dish, sharedCosts);
  let cmvOfAll: bigint | undefined;
  const cmvIn = (channel: ChannelRates | undefined): bigint => {
    const lines = linesIn(dish.lines, channel?.id);
    if (lines !== dish.lines) return cmvOf(costedLines(lines, costing), share);
    return (cmvOfAll ??= cmvOf(allLines, share));
  };
  const [main, ...others] = sharedCosts.channels;
  const cmv = cmvIn(main);
  const { figures, unbounded } = resultOf(dish.salePrice, cmv, sharedCosts);
  const channels = main
    ? [
        { channelId: main.id, price: dish.salePrice, ...figures },
        ...others.map((each) => channelFiguresOf(each, dish, cmvIn(each), sharedCosts)),
      ]
    : NO_CHANNELS;
  return { figures: { lines: allLines.lines, ...figures, channels }, unbounded };
}

const NO_CHANNELS: readonly ChannelFigures[] = [];

function channelFiguresOf(channel: ChannelRates, dish: Dish, cmv: bigint, sharedCosts: SharedCosts): ChannelFigures {
  const price = priceIn(dish, channel);
  const { variablePercentage } = channel;
  return { channelId: channel.id, price, ...resultOf(price, cmv, { ...sharedCosts, variablePercentage }).figures };
}

/**
 * The CMV of a portion, with the lines that count in a channel; without a channel, the lines that count everywhere.
 * Rounded to ten-thousandths, but not limited to safe integers.
 */
export const unboundedCmv = (
  dish: Dish,
  costing: Costing,
  sharedCosts: Pick<SharedCosts, 'productionLoss'>,
  channelId: string | undefined,
): bigint => cmvOf(costedLines(linesIn(dish.lines, channelId), costing), portionShare(dish, sharedCosts));

// The CMV is computed from unrounded lines: three lines of R$ 0,00005 make R$ 0,0002 of CMV, not 0,0003.
const cmvOf = ({ products, convertedLines }: CostedLines, share: Fraction): bigint =>
  convertedLines.length === 0
    ? divideRounded(products * share.n, SCALE_N * share.d)
    : roundedTotal(convertedLines, products, share);
