import { valuesOf } from '#domain/business/field-events.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { completeIngredientFields } from '#domain/business/ingredient/ingredient.ts';
import { dishValues } from '#domain/business/recipe/dish.ts';
import { preparationValues } from '#domain/business/recipe/preparation.ts';
import { variableCostValues } from '#domain/business/variable-cost/variable-cost.ts';
import { type Business, emptyBusiness, type RecipeLine } from '#domain/business/state.ts';
import { gapsOf } from '#domain/figures/gaps.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { referenceFigures, referenceLines } from '#tests/support/reference/figures.ts';
import { batchCost } from '#tests/support/reference/costs.ts';
import { referenceMix } from '#tests/support/reference/mix.ts';
import { inUnits, over, ratio, rounded } from '#tests/support/reference/ratio.ts';
import type { PurchaseRead, ReadName } from './owner-at-api.ts';
import {
  type PlainBusiness,
  type PlainChannel,
  type PlainLine,
  type PlainMonth,
  type PlainRecipe,
  type Row,
  textOf,
} from './plain-business.ts';
import {
  channelAnswer,
  sortMainFirst,
  mainOf,
  type PlainPrices,
  type PlainScope,
  priceIn,
  scopeOf,
} from './plain-channels.ts';
import { conversionsOf, unitOf } from './plain-recipes.ts';
import type { PackMeaning, Meaning } from './wire-values.ts';

/** The expected answers of the API about a plain business; the figures are those of the reference. */

export const wire = (units: unknown): number => Number(units) / 10_000;

const WIRE_AMOUNTS = new Set(['value', 'percentage', 'unit_price', 'sale_price', 'yield', 'yield_quantity', 'loss']);

const onWire = (name: string, means: Meaning): unknown => {
  if (name === 'prices') return allOnWire(means as PlainPrices);
  return WIRE_AMOUNTS.has(name) && means !== null ? wire(means) : means;
};

const allOnWire = (amounts: object) =>
  Object.fromEntries(Object.entries(amounts).map(([name, units]) => [name, wire(units)]));

const fieldsOnWire = ({ fields }: Row) =>
  Object.fromEntries(Object.entries(fields).map(([name, means]) => [name, onWire(name, means)]));

export const rowAnswer = (row: Row) => ({ id: row.id, ...fieldsOnWire(row), version: row.version });

const conversionsAnswer = (row: Row) =>
  conversionsOf(row).map(({ unit, quantity, equalsUnit }) => ({
    unit,
    quantity: wire(quantity),
    equals_unit: equalsUnit,
  }));

export function ingredientAnswer(row: Row) {
  const purchase = row.fields['purchase'] as PackMeaning | null;
  const bought = purchase && { ...purchase, price: wire(purchase.price), quantity: wire(purchase.quantity) };
  return {
    ...rowAnswer(row),
    purchase: bought,
    conversions: conversionsAnswer(row),
    price_source: priceSourceAnswer(row),
    exact_price: row.source?.exact ?? null,
  };
}

export const priceSourceAnswer = ({ source }: Row) =>
  source
    ? { kind: 'purchase', purchase_id: source.purchaseId, date: source.date }
    : { kind: 'typed', purchase_id: null, date: null };

export const monthAnswer = ({ month, value, orders, version }: PlainMonth) => ({
  month,
  value: wire(value),
  orders_count: orders,
  version,
});

/**
 * The business in the format of the reference figures, as seen by one channel: its costs, lines and prices. Without a
 * channel, all of them are included.
 */
function asState(business: PlainBusiness, channel?: PlainChannel): Business {
  const counts = (scope: PlainScope): boolean => !channel || scope === null || scope.includes(channel.id);
  const { fixedCosts, variableCosts, ingredients, preparations, dishes, months, ticket } = business;
  const byId = <Told extends object, Its extends Row>(rows: readonly Its[], tell: (row: Its) => Told) =>
    new Map(rows.map((row, sequence) => [row.id, { id: row.id, version: row.version, sequence, ...tell(row) }]));
  const linesOf = ({ lines }: PlainRecipe) => lines.filter((line) => counts(line.channels)).map(asLine);
  const nameOf = ({ fields }: Row) => textOf(fields['name']);
  const number = (row: Row, field: string) => Number(row.fields[field]);
  return {
    ...emptyBusiness,
    ownerId: 'ana',
    fixedCosts: byId(fixedCosts, (row) =>
      valuesOf(fixedCostFields, { name: nameOf(row), value: number(row, 'value') }),
    ),
    variableCosts: byId(
      variableCosts.filter(({ fields }) => counts(scopeOf(fields['channels']))),
      (row) => variableCostValues({ name: nameOf(row), percentage: number(row, 'percentage') }),
    ),
    ingredients: byId(ingredients, (row) => ({
      ...completeIngredientFields({
        name: nameOf(row),
        unit: unitOf(row),
        unitPrice: number(row, 'unit_price'),
        pack: row.fields['purchase'] as PackMeaning | null,
        yieldPercentage: number(row, 'yield'),
        conversions: conversionsOf(row),
        free: row.fields['free'] === true ? true : null,
      }),
      priceSource: row.source ? { ...row.source, price: row.source.exact, unit: unitOf(row) } : null,
    })),
    preparations: byId(preparations, (row) => ({
      ...preparationValues({
        name: nameOf(row),
        yieldQuantity: number(row, 'yield_quantity'),
        yieldUnit: unitOf(row),
        conversions: conversionsOf(row),
      }),
      lines: linesOf(row),
    })),
    dishes: byId(dishes, (row) => ({
      ...dishValues({
        name: nameOf(row),
        salePrice: channel ? priceIn(row, channel) : number(row, 'sale_price'),
        portions: number(row, 'portions'),
        loss: row.fields['loss'] as number | null,
      }),
      lines: linesOf(row),
    })),
    settings: {
      productionLoss: business.productionLoss,
      mixMonths: null,
      profitGoal: null,
      priceRule: null,
      version: business.settingsVersion,
    },
    months: new Map(months.map((month) => [month.month, month])),
    clearedVersion: 0,
    statedTicket: ticket,
  };
}

const asLine = ({ unit, ...line }: PlainLine): RecipeLine => ({ ...line, ownUnit: unit, channels: null });

const linesAnswer = (state: Business, lines: readonly PlainLine[]) =>
  referenceLines(state, lines.map(asLine)).map((line, i) => ({
    ingredient_id: line.ingredientId,
    ingredient_name: line.ingredientName,
    quantity: wire(line.quantity),
    unit: line.unit,
    component_unit: line.componentUnit,
    unit_price: wire(line.unitPrice),
    cost: wire(line.cost),
    channels: lines[i]?.channels ?? null,
    version: lines[i]?.version,
  }));

export const lineAnswer = (business: PlainBusiness, line: PlainLine) => linesAnswer(asState(business), [line])[0];

export function preparationAnswer(business: PlainBusiness, row: PlainRecipe) {
  const state = asState(business);
  const batch = batchCost(state, row.lines.map(asLine));
  const each = over(batch, ratio(Number(row.fields['yield_quantity']), 10_000));
  return {
    ...rowAnswer(row),
    conversions: conversionsAnswer(row),
    lines: linesAnswer(state, row.lines),
    batch_cost: wire(inUnits(rounded(batch))),
    unit_cost: wire(inUnits(rounded(each))),
  };
}

export const settingsAnswer = (business: PlainBusiness) => {
  const { productionLoss, mixMonths, profitGoal, priceRule, settingsVersion } = business;
  return {
    production_loss: wire(productionLoss ?? 100_000),
    mix_months: mixMonths ?? 3,
    price_rule: priceRule ?? 'last',
    profit_goal: wire(profitGoal ?? 0),
    version: settingsVersion,
  };
};

function dishAnswers(business: PlainBusiness) {
  const state = asState(business);
  const figures = dishFiguresIn(business, mainOf(business));
  const channels = sortMainFirst(business).map((channel) => ({ channel, figures: dishFiguresIn(business, channel) }));
  return business.dishes.map((dish) => ({
    ...rowAnswer(dish),
    ...resultAnswer(figures.get(dish.id)),
    channels: channels.map(({ channel, figures: there }) => ({
      channel_id: channel.id,
      price: wire(priceIn(dish, channel)),
      ...resultAnswer(there.get(dish.id)),
    })),
    ingredients: linesAnswer(state, dish.lines),
  }));
}

const dishFiguresIn = (business: PlainBusiness, channel: PlainChannel | undefined): ReadonlyMap<string, DishFigures> =>
  new Map(referenceFigures(asState(business, channel)).dishes);

function resultAnswer(its: DishFigures | undefined) {
  if (!its) throw new Error('the reference has no such dish');
  return {
    cmv: wire(its.cmv),
    cmv_percentage: wire(its.cmvPercentage),
    contribution_margin: wire(its.contributionMargin),
    contribution_margin_percentage: wire(its.contributionMarginPercentage),
    net_profit: wire(its.netProfit),
    variable_cost_value: wire(its.variableCostValue),
    variable_cost_percentage: wire(its.variableCostPercentage),
    fixed_cost_value: wire(its.fixedCostValue),
    fixed_cost_percentage: wire(its.fixedCostPercentage),
  };
}

function mixAnswer(business: PlainBusiness) {
  const { dashboard } = inMain(business);
  const mix = referenceMix({
    dishes: business.dishes.map(({ id, fields }) => ({ id, category: fields['category'] as string | null })),
    channels: sortMainFirst(business).map((channel) => {
      const figures = dishFiguresIn(business, channel);
      const dishes = business.dishes.flatMap((dish) => {
        const its = figures.get(dish.id);
        return its ? [[dish.id, { ...its, price: priceIn(dish, channel) }] as const] : [];
      });
      return { id: channel.id, dishes: new Map(dishes) };
    }),
    sales: business.sales,
    mixMonths: business.mixMonths ?? 3,
    profitGoal: business.profitGoal ?? 0,
    fixedCosts: dashboard.custosFixos,
    averageRevenue: dashboard.faturamentoMedio,
  });
  return (
    mix && {
      months: mix.months,
      revenue: wire(mix.revenue),
      excluded_quantity: mix.excludedQuantity,
      cmv: wire(mix.cmv),
      variable_costs: wire(mix.variableCosts),
      contribution_margin: wire(mix.contributionMargin),
      profit: wire(mix.profit),
      result: wire(mix.result),
      break_even: wire(mix.breakEven),
      break_even_with_goal: wire(mix.breakEvenWithGoal),
      safety_margin: wire(mix.safetyMargin),
      goal_quantities: mix.goalQuantities.map(({ dishId, quantity }) => ({ dish_id: dishId, quantity })),
      menu: mix.menu.map(({ dishId, margin, ...item }) => ({ dish_id: dishId, margin: wire(margin), ...item })),
    }
  );
}

/** Net profit, contribution margin and its percentage in the main channel, by dish. */
export const dishResults = (business: PlainBusiness): ReadonlyMap<string, readonly number[]> =>
  new Map(
    [...dishFiguresIn(business, mainOf(business))].map(([id, its]) => [
      id,
      [its.netProfit, its.contributionMargin, its.contributionMarginPercentage],
    ]),
  );

const inMain = (business: PlainBusiness) => referenceFigures(asState(business, mainOf(business)));

export const dishAnswer = (business: PlainBusiness, { id }: Row) =>
  dishAnswers(business).find((dish) => dish.id === id);

export function metricsAnswer(business: PlainBusiness) {
  const { dashboard } = inMain(business);
  return {
    contribution_margin_percentage: wire(dashboard.margemContribuicao),
    average_ticket: wire(dashboard.ticketMedio),
  };
}

/** The ticket that follows from the months, in units; undefined while none has revenue and orders. */
export const derivedTicket = (business: PlainBusiness): number | undefined =>
  business.months.some(({ value, orders }) => value > 0 && orders > 0)
    ? referenceFigures(asState(business)).dashboard.ticketMedio
    : undefined;

function dashboardAnswer(business: PlainBusiness) {
  const { dashboard, breakEven, revenue, slices } = inMain(business);
  const { sales, ...amounts } = breakEven;
  return {
    ...allOnWire(dashboard),
    breakEven: { ...allOnWire(amounts), sales },
    revenue: { annual: wire(revenue.annual), monthsFilled: revenue.monthsFilled },
    slices: slices.map(({ key, percentage }) => ({ key, percentage: wire(percentage) })),
    gaps: gapsOf(asState(business)),
    mix: mixAnswer(business),
  };
}

function breakEvenAnswer(business: PlainBusiness) {
  const { dashboard } = inMain(business);
  return {
    totalFixedCosts: wire(dashboard.custosFixos),
    monthlyRevenue: wire(dashboard.faturamentoMedio),
    businessMetrics: metricsAnswer(business),
  };
}

/** Sales of any month, and of those that not all sales are in. */
export const SALES_SPANS = [
  { from: '2020-01', to: '2030-12' },
  { from: '2025-12', to: '2026-01' },
] as const;

/** All reads of an owner, without the position that the dashboard names. */
export const READS = {
  listFixedCosts: (business: PlainBusiness) => business.fixedCosts.map(rowAnswer),
  listVariableCosts: (business: PlainBusiness) => business.variableCosts.map(rowAnswer),
  listIngredients: (business: PlainBusiness) => business.ingredients.map(ingredientAnswer),
  listDishes: dishAnswers,
  listMonthRevenues: (business: PlainBusiness) =>
    business.months.toSorted((a, b) => a.month - b.month).map(monthAnswer),
  listChannels: (business: PlainBusiness) => business.channels.map(channelAnswer),
  listPreparations: (business: PlainBusiness) => business.preparations.map((row) => preparationAnswer(business, row)),
  businessSettings: settingsAnswer,
  breakEvenFinancial: breakEvenAnswer,
  dashboard: dashboardAnswer,
  mix: mixAnswer,
} satisfies Record<Exclude<ReadName, 'listSales' | PurchaseRead>, (business: PlainBusiness) => unknown>;
