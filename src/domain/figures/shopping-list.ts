import { linesIn, mainChannelOf } from '../business/channel/channels.ts';
import { exactPackPrice, exactUnitPrice } from '../business/ingredient/price.ts';
import type { Business, Ingredient } from '../business/state.ts';
import { toSafeNumber, SCALE, type TenThousandths, HUNDRED_PERCENT_N } from '../decimal.ts';
import { type Fraction, rounded, roundFractionUp, sumOf } from '../fraction.ts';
import { ratioOf } from '../units/conversions.ts';
import { sharedCostsOf } from './business-figures.ts';
import { portionShare } from './dish-result.ts';
import { lineNeed, type NeededPreparation, neededPreparations, type RepeatedRecipe } from './needed-preparations.ts';

const SCALE_N = BigInt(SCALE);

/** A number of portions of a dish as sold in a channel; by default in the main channel. */
export interface PlannedDish {
  readonly dishId: string;
  readonly channelId?: string | undefined;
  /** A whole number of portions. */
  readonly quantity: number;
}

export interface NeededIngredient {
  readonly ingredient: Ingredient;
  /** The exact quantity to buy, in ten-thousandths of its unit, before cleaning. */
  readonly need: Fraction;
}

/** The needs of dishes, through all preparations. */
export interface Needs {
  /** Each preparation comes before its own components. */
  readonly preparations: readonly NeededPreparation[];
  /** Ingredients in the order of the business. */
  readonly ingredients: readonly NeededIngredient[];
}

/**
 * The quantities behind the CMV: Σ quantity × lines × (100 + loss) ÷ yield ÷ portions, so that Σ need × exact price is
 * Σ quantity × CMV before it is rounded. 40 pizzas with 180 g of cheese and 10 % of loss need 7,92 kg.
 */
export function needsOf(planned: readonly PlannedDish[], business: Business): Needs {
  const dishes = repeatedRecipes(planned, business);
  const preparations = neededPreparations(dishes, business);
  const made = preparations.map(({ preparation, times }) => ({ lines: preparation.lines, times }));
  const amounts = new Map<string, Fraction[]>();
  for (const { lines, times } of [...dishes, ...made])
    for (const line of lines) {
      const ingredient = business.ingredients.get(line.ingredientId);
      const amount = ingredient && lineNeed(line, times, ingredient);
      if (!amount) continue;
      const former = amounts.get(ingredient.id);
      if (former) former.push(amount);
      else amounts.set(ingredient.id, [amount]);
    }
  const ingredients = [...business.ingredients.values()].flatMap((ingredient) => {
    const used = sumOf(amounts.get(ingredient.id) ?? []);
    return used.n === 0n ? [] : [{ ingredient, need: beforeCleaning(used, ingredient) }];
  });
  return { preparations, ingredients };
}

/** The planned dishes as recipes, loss included. A deleted dish needs nothing. */
function repeatedRecipes(planned: readonly PlannedDish[], business: Business): readonly RepeatedRecipe[] {
  const main = mainChannelOf(business)?.id;
  const sharedCosts = sharedCostsOf(business);
  return planned.flatMap(({ dishId, channelId = main, quantity }) => {
    const dish = business.dishes.get(dishId);
    if (!dish || quantity === 0) return [];
    const { n, d } = portionShare(dish, sharedCosts);
    return [{ lines: linesIn(dish.lines, channelId), times: { n: n * BigInt(quantity), d } }];
  });
}

/** The quantity before cleaning: 800 g of an onion with a yield of 80 % need 1 kg. */
const beforeCleaning = ({ n, d }: Fraction, { yieldPercentage }: Ingredient): Fraction =>
  yieldPercentage === null ? { n, d } : { n: n * HUNDRED_PERCENT_N, d: d * BigInt(yieldPercentage) };

/** The purchase of an ingredient. Quantities in its unit. */
export interface ShoppingItem {
  readonly ingredient: Ingredient;
  readonly need: TenThousandths;
  /** The need minus the stock at home, not below zero. */
  readonly missing: TenThousandths;
  /** The number of whole packs; undefined where there is no pack, or its unit does not convert. */
  readonly packs: number | undefined;
  /** The quantity in the packs, or the missing quantity where there are none. */
  readonly bought: TenThousandths;
  /** The cost of the packs, or of the missing quantity where there are none. */
  readonly cost: TenThousandths;
}

/** Computes what to buy: of 5 kg needed with 500 g at home, 4,5 kg, so three packs of 2 kg, at the price of three. */
export function shoppingItem({ ingredient, need }: NeededIngredient, atHome: TenThousandths): ShoppingItem {
  const { pack, unit, conversions } = ingredient;
  const left = sumOf([need, { n: -BigInt(atHome), d: 1n }]);
  const missing = left.n > 0n ? left : { n: 0n, d: 1n };
  const item = { ingredient, need: toSafeNumber(rounded(need)), missing: toSafeNumber(rounded(missing)) };
  const ratio = pack && ratioOf(pack.unit, unit, conversions);
  if (pack && ratio) {
    const packs = roundFractionUp({ n: missing.n * ratio.d, d: missing.d * BigInt(pack.quantity) * ratio.n });
    const { n, d } = exactPackPrice(ingredient, pack);
    const bought = rounded({ n: packs * BigInt(pack.quantity) * ratio.n, d: ratio.d });
    return {
      ...item,
      packs: toSafeNumber(packs),
      bought: toSafeNumber(bought),
      cost: toSafeNumber(rounded({ n: packs * n, d })),
    };
  }
  const { n, d } = exactUnitPrice(ingredient);
  const cost = rounded({ n: missing.n * n, d: missing.d * d * SCALE_N });
  return { ...item, packs: undefined, bought: item.missing, cost: toSafeNumber(cost) };
}
