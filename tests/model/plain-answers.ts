import type { ViewName } from '#contract/owner.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { gapsOf } from '#domain/figures/completeness.ts';
import { figuresByTheBook, linesByTheBook } from '#tests/figures/by-the-book.ts';
import { batchByTheBook } from '#tests/figures/costs-by-the-book.ts';
import { inUnits, over, ratio, rounded } from '#tests/figures/ratio.ts';
import {
  type PlainBusiness,
  type PlainLine,
  type PlainMonth,
  type PlainRecipe,
  type Row,
  textOf,
} from './plain-business.ts';
import { conversionsOf, unitOf } from './plain-recipes.ts';
import type { Bought, Meaning } from './sent-values.ts';

/** What the API has to answer about a plain business; figures are those of the book. */

const wire = (units: unknown): number => Number(units) / 10_000;

const WIRE_AMOUNTS = new Set(['value', 'percentage', 'unit_price', 'sale_price', 'yield', 'yield_quantity', 'loss']);

const onWire = (name: string, means: Meaning): unknown =>
  WIRE_AMOUNTS.has(name) && means !== null ? wire(means) : means;

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
  const purchase = row.fields['purchase'] as Bought | null;
  const bought = purchase && { ...purchase, price: wire(purchase.price), quantity: wire(purchase.quantity) };
  return { ...rowAnswer(row), purchase: bought, conversions: conversionsAnswer(row) };
}

export const monthAnswer = ({ month, value, orders, version }: PlainMonth) => ({
  month,
  value: wire(value),
  orders_count: orders,
  version,
});

/** The same business in the shape that the book of figures reads. */
function asState(business: PlainBusiness): Business {
  const { fixedCosts, variableCosts, ingredients, preparations, dishes, months, ticket } = business;
  const byId = <Told extends object, Its extends Row>(rows: readonly Its[], tell: (row: Its) => Told) =>
    new Map(
      rows.map((row, sequence) => [
        row.id,
        { id: row.id, name: textOf(row.fields['name']), version: row.version, sequence, ...tell(row) },
      ]),
    );
  const linesOf = ({ lines }: PlainRecipe) => lines.map(asLine);
  const number = (row: Row, field: string) => Number(row.fields[field]);
  return {
    ownerId: 'ana',
    erased: false,
    sequence: 0,
    fixedCosts: byId(fixedCosts, (row) => ({ value: number(row, 'value') })),
    variableCosts: byId(variableCosts, (row) => ({ percentage: number(row, 'percentage'), channels: null })),
    ingredients: byId(ingredients, (row) => ({
      unit: unitOf(row),
      unitPrice: number(row, 'unit_price'),
      purchase: row.fields['purchase'] as Bought | null,
      yieldPercentage: number(row, 'yield'),
      conversions: conversionsOf(row),
    })),
    preparations: byId(preparations, (row) => ({
      yieldQuantity: number(row, 'yield_quantity'),
      yieldUnit: unitOf(row),
      conversions: conversionsOf(row),
      method: null,
      lines: linesOf(row),
    })),
    dishes: byId(dishes, (row) => ({
      salePrice: number(row, 'sale_price'),
      portions: number(row, 'portions'),
      loss: row.fields['loss'] as number | null,
      category: null,
      method: null,
      prices: null,
      lines: linesOf(row),
    })),
    channels: new Map(),
    sales: new Map(),
    settings: {
      productionLoss: business.productionLoss,
      mixMonths: null,
      profitGoal: null,
      version: business.settingsVersion,
    },
    months: new Map(months.map((month) => [month.month, month])),
    clearedVersion: 0,
    statedTicket: ticket,
  };
}

const asLine = ({ unit, ...line }: PlainLine): RecipeLine => ({ ...line, ownUnit: unit, channels: null });

const linesAnswer = (state: Business, lines: readonly PlainLine[]) =>
  linesByTheBook(state, lines.map(asLine)).map((line, i) => ({
    ingredient_id: line.ingredientId,
    ingredient_name: line.ingredientName,
    quantity: wire(line.quantity),
    unit: line.unit,
    component_unit: line.componentUnit,
    unit_price: wire(line.unitPrice),
    cost: wire(line.cost),
    channels: null,
    version: lines[i]?.version,
  }));

export const lineAnswer = (business: PlainBusiness, line: PlainLine) => linesAnswer(asState(business), [line])[0];

export function preparationAnswer(business: PlainBusiness, row: PlainRecipe) {
  const state = asState(business);
  const batch = batchByTheBook(state, row.lines.map(asLine));
  const each = over(batch, ratio(Number(row.fields['yield_quantity']), 10_000));
  return {
    ...rowAnswer(row),
    conversions: conversionsAnswer(row),
    lines: linesAnswer(state, row.lines),
    batch_cost: wire(inUnits(rounded(batch))),
    unit_cost: wire(inUnits(rounded(each))),
  };
}

export const settingsAnswer = ({ productionLoss, settingsVersion }: PlainBusiness) => ({
  production_loss: wire(productionLoss ?? 100_000),
  mix_months: 3,
  profit_goal: 0,
  version: settingsVersion,
});

function dishAnswers(business: PlainBusiness) {
  const state = asState(business);
  const figures = new Map(figuresByTheBook(state).dishes);
  return business.dishes.map((dish) => {
    const its = figures.get(dish.id);
    if (!its) throw new Error('a dish that is not in the book');
    return {
      ...rowAnswer(dish),
      prices: {},
      channels: [],
      cmv: wire(its.cmv),
      cmv_percentage: wire(its.cmvPercentage),
      contribution_margin: wire(its.contributionMargin),
      contribution_margin_percentage: wire(its.contributionMarginPercentage),
      net_profit: wire(its.netProfit),
      variable_cost_value: wire(its.variableCostValue),
      variable_cost_percentage: wire(its.variableCostPercentage),
      fixed_cost_value: wire(its.fixedCostValue),
      fixed_cost_percentage: wire(its.fixedCostPercentage),
      ingredients: linesAnswer(state, dish.lines),
    };
  });
}

export const dishAnswer = (business: PlainBusiness, { id }: Row) =>
  dishAnswers(business).find((dish) => dish.id === id);

export function metricsAnswer(business: PlainBusiness) {
  const { dashboard } = figuresByTheBook(asState(business));
  return {
    contribution_margin_percentage: wire(dashboard.margemContribuicao),
    average_ticket: wire(dashboard.ticketMedio),
  };
}

/** The ticket that follows from the months, in units; undefined while none has revenue and orders. */
export const derivedTicket = (business: PlainBusiness): number | undefined =>
  business.months.some(({ value, orders }) => value > 0 && orders > 0)
    ? figuresByTheBook(asState(business)).dashboard.ticketMedio
    : undefined;

function dashboardAnswer(business: PlainBusiness) {
  const state = asState(business);
  const { dashboard, breakEven, revenue, slices } = figuresByTheBook(state);
  const { sales, ...amounts } = breakEven;
  const allOnWire = (amountsOf: object) =>
    Object.fromEntries(Object.entries(amountsOf).map(([name, units]) => [name, wire(units)]));
  return {
    ...allOnWire(dashboard),
    breakEven: { ...allOnWire(amounts), sales },
    revenue: { annual: wire(revenue.annual), monthsFilled: revenue.monthsFilled },
    slices: slices.map(({ key, percentage }) => ({ key, percentage: wire(percentage) })),
    gaps: gapsOf(state),
    mix: null,
  };
}

function breakEvenAnswer(business: PlainBusiness) {
  const { dashboard } = figuresByTheBook(asState(business));
  return {
    totalFixedCosts: wire(dashboard.custosFixos),
    monthlyRevenue: wire(dashboard.faturamentoMedio),
    businessMetrics: metricsAnswer(business),
  };
}

export const variableCostAnswer = (row: Row) => ({ ...rowAnswer(row), channels: null });

/** Every read of an owner, but for the position that the dashboard names. */
export const READS = {
  listFixedCosts: (business: PlainBusiness) => business.fixedCosts.map(rowAnswer),
  listVariableCosts: (business: PlainBusiness) => business.variableCosts.map(variableCostAnswer),
  listIngredients: (business: PlainBusiness) => business.ingredients.map(ingredientAnswer),
  listDishes: dishAnswers,
  listMonthRevenues: (business: PlainBusiness) =>
    business.months.toSorted((a, b) => a.month - b.month).map(monthAnswer),
  listChannels: () => [],
  listPreparations: (business: PlainBusiness) => business.preparations.map((row) => preparationAnswer(business, row)),
  businessSettings: settingsAnswer,
  breakEvenFinancial: breakEvenAnswer,
  dashboard: dashboardAnswer,
} satisfies Record<ViewName, (business: PlainBusiness) => unknown>;
