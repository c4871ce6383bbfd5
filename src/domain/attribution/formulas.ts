import { HUNDRED_PERCENT } from '../decimal.ts';
import { isInScope } from '../business/channel/fields.ts';
import type { Business, Dish } from '../business/state.ts';
import { sharedCostsOf } from '../figures/business-figures.ts';
import { roundIfCertain } from '../figures/cost.ts';
import { type Costing, createCosting } from '../figures/costing.ts';
import { unboundedCmv } from '../figures/dish-figures.ts';
import { portionShare } from '../figures/dish-result.ts';
import { once } from '../once.ts';
import {
  causeKey,
  channelPriceKey,
  lossesOf,
  MENU,
  MIX_MONTHS,
  presenceCauseKey,
  PRODUCTION_LOSS,
  REVENUE,
} from './causes.ts';
import { type Formula, formula, type FormulaNode, type Slope, type Term } from './formula.ts';
import { type Menu, menuMean } from './menu-mean.ts';
import { RecipeCosts } from './recipe-costs.ts';
import type { SalesTable } from './sales-table.ts';
import type { BeforeAfter, ComparedCostings } from './compare-costings.ts';

/** The share of each cause in a figure without its roundings, in ten-thousandths. */
export type Shares = ReadonlyMap<string, number>;

/** A formula between two states, with the numbers that several figures use. */
interface ChangeFormula extends Formula {
  readonly states: BeforeAfter<Business>;
  readonly causes: ReadonlySet<string>;
  readonly losses: BeforeAfter<bigint>;
  readonly recipes: RecipeCosts;
  readonly costings: BeforeAfter<() => Costing>;
  /** A number that has one value before its cause and another one after it. */
  readonly between: (cause: string, numbers: BeforeAfter<number>) => FormulaNode;
}

function createChangeFormula(comparison: ComparedCostings, keys: readonly string[]): ChangeFormula {
  const causes = new Set(keys);
  const base = formula(keys);
  const between = (cause: string, [old, now]: BeforeAfter<number>): FormulaNode =>
    base.change(cause, base.constant(old), base.constant(now));
  const { states } = comparison;
  return {
    ...base,
    states,
    causes,
    losses: lossesOf(states),
    recipes: new RecipeCosts(comparison, causes, base),
    costings: both(states, (state) => once(() => createCosting(state))),
    between,
  };
}

const both = <From, To>([old, now]: BeforeAfter<From>, to: (each: From) => To): BeforeAfter<To> => [to(old), to(now)];
const inverse = (amount: number): number => (amount === 0 ? 0 : 1 / amount);

/** Floating-point sums depend on the order, so the ids are sorted. */
const idsOf = (...rows: readonly ReadonlyMap<string, unknown>[]): readonly string[] =>
  [...new Set(rows.flatMap((each) => [...each.keys()]))].toSorted();

/**
 * The estimated profit: 100 % × (1 − Σ variable percentages − Σ fixed costs ÷ average revenue) − the mean over all
 * dishes of 100 % × cost of a portion ÷ sale price.
 */
export function profitShares(comparison: ComparedCostings, keys: readonly string[]): Shares {
  const builder = createChangeFormula(comparison, keys);
  const mean = builder.sum(costShareTerms(builder));
  return builder.shares(
    builder.sum([
      [netSalesShare(builder), HUNDRED_PERCENT],
      [mean, -HUNDRED_PERCENT],
    ]),
  );
}

/**
 * The result of one dish: sale price × (1 − Σ variable percentages − Σ fixed costs ÷ average revenue) − cost of a
 * portion; 0 while the dish does not exist or has no price.
 */
export function dishShares(dishId: string, comparison: ComparedCostings, keys: readonly string[]): Shares {
  const builder = createChangeFormula(comparison, keys);
  const dish = dishPairs(builder).find(({ id }) => id === dishId);
  if (!dish) return new Map();
  const cost = builder.product(costOfPortion(builder, dish), salePrice(builder, dish, Math.sign));
  const left = builder.product(salePrice(builder, dish), netSalesShare(builder));
  const result = builder.sum([
    [left, 1],
    [cost, -1],
  ]);
  return builder.shares(builder.product(dish.isThere, result));
}

/** The result in reais of a mean month: quantity sold × (price − cost) − Σ their variable costs − Σ fixed costs. */
export function resultShares(comparison: ComparedCostings, keys: readonly string[], sold: SalesTable): Shares {
  const builder = createChangeFormula(comparison, keys);
  const channels = idsOf(...sold.dishes.values());
  const netShares = new Map(
    channels.map((id) => [id, builder.sum([[variableCosts(builder, id), -1 / HUNDRED_PERCENT]], 1)]),
  );
  const results = dishPairs(builder).map((dish): Term => {
    const costs = new Map<string, FormulaNode>();
    const terms = Array.from(sold.dishes.get(dish.id) ?? [], ([channelId, corners]): readonly Term[] => {
      const amount = (name: 'atPrice' | 'given' | 'revenue'): FormulaNode => {
        const [old, now] = both(corners, (windows) =>
          builder.between(
            MIX_MONTHS,
            both(windows, (each) => Number(each[name])),
          ),
        );
        return builder.change(causeKey('dish_sales', dish.id), old, now);
      };
      const atPrice = amount('atPrice');
      const priced = (of: (price: number) => number) => builder.product(atPrice, priceIn(builder, dish, channelId, of));
      const revenue = builder.sum([
        [priced((price) => price), 1],
        [amount('revenue'), 1],
      ]);
      const many = builder.sum([
        [priced(Math.sign), 1],
        [amount('given'), 1],
      ]);
      const lines = linesOf(dish, channelId);
      const cost = costs.get(lines) ?? displayedConstantCost(builder, dish, channelId);
      costs.set(lines, cost);
      return [
        [builder.product(revenue, netShares.get(channelId) ?? 0), 1],
        [builder.product(many, cost), -1],
      ];
    });
    return [builder.product(dish.isThere, builder.sum(terms.flat())), 1 / Number(sold.divisor)];
  });
  return builder.shares(builder.sum([...results, [fixedCosts(builder), -1]]));
}

interface DishPair {
  readonly id: string;
  /** The same row twice where only one state has the dish. */
  readonly rows: BeforeAfter<Dish>;
  readonly isKept: boolean;
  /** 1 while the dish is on the menu. */
  readonly isThere: FormulaNode;
}

function dishPairs({ states: [before, after], causes, between }: ChangeFormula): readonly DishPair[] {
  return idsOf(before.dishes, after.dishes).flatMap((id) => {
    const [old, now] = [before.dishes.get(id), after.dishes.get(id)];
    const [first, last] = [old ?? now, now ?? old];
    if (!first || !last) return [];
    const isThere = between(presenceCauseKey(id, causes), [old ? 1 : 0, now ? 1 : 0]);
    return [{ id, rows: [first, last], isKept: old !== undefined && now !== undefined, isThere }];
  });
}

function costOfPortion(builder: ChangeFormula, { id, rows }: DishPair, channelId?: string): FormulaNode {
  const [old, now] = both(rows, (row) =>
    builder.between(
      PRODUCTION_LOSS,
      both(builder.losses, (loss) => {
        const { n, d } = portionShare(row, { productionLoss: loss });
        return Number(n) / Number(d);
      }),
    ),
  );
  return builder.product(
    builder.recipes.ofDish(id, channelId),
    builder.change(causeKey('dish_portions', id), old, now),
  );
}

const salePrice = (
  builder: ChangeFormula,
  { id, rows }: DishPair,
  of: (price: number) => number = Number,
): FormulaNode =>
  builder.between(
    causeKey('dish_price', id),
    both(rows, (row) => of(row.salePrice)),
  );

/** The price in a channel, which is set in both states or in none: see `normalizeForSales`. */
function priceIn(
  builder: ChangeFormula,
  { id, rows }: DishPair,
  channelId: string,
  of: (price: number) => number,
): FormulaNode {
  const isOwn = rows[1].prices?.[channelId] !== undefined;
  return builder.between(
    isOwn ? channelPriceKey(id, channelId) : causeKey('dish_price', id),
    both(rows, (row) => of(row.prices?.[channelId] ?? row.salePrice)),
  );
}

/** A key of the lines of a dish that count in a channel: channels with the same lines have the same cost. */
const linesOf = ({ rows }: DishPair, channelId: string): string =>
  both(rows, ({ lines }) => lines.map(({ channels }) => Number(isInScope(channels, channelId))).join('')).join(' ');

/** The displayed cost of a portion, where no cause changes the cost. */
function displayedConstantCost(builder: ChangeFormula, dish: DishPair, channelId: string): FormulaNode {
  const cost = costOfPortion(builder, dish, channelId);
  const value = builder.constantOf(cost);
  if (value === undefined) return cost;
  const stateIndex = builder.states[1].dishes.has(dish.id) ? 1 : 0;
  const exact = () =>
    unboundedCmv(
      dish.rows[stateIndex],
      builder.costings[stateIndex](),
      { productionLoss: builder.losses[stateIndex] },
      channelId,
    );
  return builder.constant(roundIfCertain(value) ?? Number(exact()));
}

function fixedCosts({ states, between, sum }: ChangeFormula): FormulaNode {
  const rows = both(states, (state) => state.fixedCosts);
  return sum(
    idsOf(...rows).map((id) => [
      between(
        causeKey('fixed_cost', id),
        both(rows, (costs) => costs.get(id)?.value ?? 0),
      ),
      1,
    ]),
  );
}

/** Uses the main channel by default. */
function variableCosts({ states, between, sum }: ChangeFormula, channelId?: string): FormulaNode {
  const rows = both(states, (state) => state.variableCosts);
  const rateOf = (cost: { readonly percentage: number; readonly channels: readonly string[] | null } | undefined) =>
    cost && (channelId === undefined || isInScope(cost.channels, channelId)) ? cost.percentage : 0;
  return sum(
    idsOf(...rows).map((id) => [
      between(
        causeKey('variable_cost', id),
        both(rows, (costs) => rateOf(costs.get(id))),
      ),
      1,
    ]),
  );
}

/** The share of revenue left after costs: 1 − Σ variable percentages − Σ fixed costs ÷ average revenue. */
function netSalesShare(builder: ChangeFormula): FormulaNode {
  const perRevenue = both(builder.states, (state) => inverse(Number(sharedCostsOf(state).averageRevenue)));
  const fixed = builder.product(fixedCosts(builder), builder.between(REVENUE, perRevenue));
  return builder.sum(
    [
      [variableCosts(builder), -1 / HUNDRED_PERCENT],
      [fixed, -1],
    ],
    1,
  );
}

/** The term of each dish in the mean of cost ÷ price over all dishes that exist. */
function costShareTerms(builder: ChangeFormula): readonly Term[] {
  const { states, causes, sum, product, change, table } = builder;
  const [before, after] = both(states, ({ dishes }) => dishes);
  const all = dishPairs(builder).map((dish) => ({
    ...dish,
    share: product(costOfPortion(builder, dish), salePrice(builder, dish, inverse)),
  }));
  if (causes.has(MENU)) {
    const [old, now] = both([before, after], (menu) =>
      sum(all.filter(({ id }) => menu.has(id)).map(({ share }): Term => [share, 1 / menu.size])),
    );
    return [[change(MENU, old, now), 1]];
  }
  const [came, went] = both([before, after], (other) => all.filter(({ id }) => !other.has(id)).map(({ id }) => id));
  const meanOf = (count: number, others: Pick<Menu, 'came' | 'went'>) => {
    const { values, addedSlopes, removedSlopes } = menuMean({ count, ...others });
    const slopes = [slopeOf(came, addedSlopes), slopeOf(went, removedSlopes)];
    return { node: table(values, slopes), addedSlopes, removedSlopes };
  };
  const many = { came: came.length, went: went.length };
  const means = {
    kept: meanOf(before.size, many),
    came: meanOf(before.size + 1, { ...many, came: many.came - 1 }),
    went: meanOf(before.size, { ...many, went: many.went - 1 }),
  };
  const kept = sum(all.filter(({ isKept }) => isKept).map(({ share }): Term => [share, 1]));
  const others = all.filter(({ isKept }) => !isKept);
  return [
    [product(kept, means.kept.node), 1],
    ...others.map(({ id, share, isThere }): Term => {
      const mean = before.has(id) ? means.went : means.came;
      // The slope of added or removed dishes in general includes this dish itself, which is subtracted here.
      const itself = slopeOf([id], before.has(id) ? mean.removedSlopes : mean.addedSlopes, -1);
      const meanBeside = sum([
        [mean.node, 1],
        [table([], [itself]), 1],
      ]);
      return [product(product(share, isThere), meanBeside), 1];
    }),
  ];
}

const slopeOf = (dishIds: readonly string[], by: readonly number[], times = 1): Slope => ({
  causes: dishIds.map((id) => causeKey('dish', id)),
  by: by.map((each) => times * each),
});
