import type { ViewName } from '#contract/owner.ts';
import type { Business } from '#domain/business/state.ts';
import { gapsOf } from '#domain/figures/completeness.ts';
import { figuresByTheBook } from '#tests/figures/by-the-book.ts';
import type { PlainBusiness, PlainDish, PlainMonth, Row } from './plain-business.ts';

/** What the API has to answer about a plain business; figures are those of the book. */

const wire = (units: unknown): number => Number(units) / 10_000;

const WIRE_AMOUNTS = new Set(['value', 'percentage', 'unit_price', 'sale_price']);

const fieldsOnWire = ({ fields }: Row) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, means]) => [name, WIRE_AMOUNTS.has(name) ? wire(means) : means]),
  );

export const rowAnswer = (row: Row) => ({ id: row.id, ...fieldsOnWire(row), version: row.version });

/** What nobody says of an ingredient, as it is shown. */
export const ingredientAnswer = (row: Row) => ({ ...rowAnswer(row), purchase: null, yield: 100, conversions: [] });

export const monthAnswer = ({ month, value, orders, version }: PlainMonth) => ({
  month,
  value: wire(value),
  orders_count: orders,
  version,
});

/** The same business in the shape that the book of figures reads. */
function asState({ fixedCosts, variableCosts, ingredients, dishes, months, ticket }: PlainBusiness): Business {
  const byId = <Told extends object>(rows: readonly Row[], tell: (row: Row) => Told) =>
    new Map(
      rows.map((row, sequence) => [
        row.id,
        { id: row.id, name: String(row.fields['name']), version: row.version, sequence, ...tell(row) },
      ]),
    );
  return {
    ownerId: 'ana',
    erased: false,
    sequence: 0,
    fixedCosts: byId(fixedCosts, ({ fields }) => ({ value: Number(fields['value']) })),
    variableCosts: byId(variableCosts, ({ fields }) => ({ percentage: Number(fields['percentage']) })),
    ingredients: byId(ingredients, ({ fields }) => ({
      unit: String(fields['unit']),
      unitPrice: Number(fields['unit_price']),
      purchase: null,
      yieldPercentage: null,
      conversions: null,
    })),
    dishes: byId(dishes, ({ id, fields }) => ({
      salePrice: Number(fields['sale_price']),
      portions: null,
      loss: null,
      category: null,
      method: null,
      lines: (dishes.find((dish) => dish.id === id)?.lines ?? []).map((line) => ({ ...line, ownUnit: null })),
    })),
    preparations: new Map(),
    settings: { productionLoss: null, version: 0 },
    months: new Map(months.map((month) => [month.month, month])),
    clearedVersion: 0,
    statedTicket: ticket,
  };
}

function dishAnswers(business: PlainBusiness) {
  const figures = new Map(figuresByTheBook(asState(business)).dishes);
  return business.dishes.map((dish) => {
    const its = figures.get(dish.id);
    if (!its) throw new Error('a dish that is not in the book');
    return {
      ...rowAnswer(dish),
      portions: 1,
      loss: null,
      category: null,
      method: null,
      cmv: wire(its.cmv),
      cmv_percentage: wire(its.cmvPercentage),
      contribution_margin: wire(its.contributionMargin),
      contribution_margin_percentage: wire(its.contributionMarginPercentage),
      net_profit: wire(its.netProfit),
      variable_cost_value: wire(its.variableCostValue),
      variable_cost_percentage: wire(its.variableCostPercentage),
      fixed_cost_value: wire(its.fixedCostValue),
      fixed_cost_percentage: wire(its.fixedCostPercentage),
      ingredients: its.lines.map((line, i) => ({
        ingredient_id: line.ingredientId,
        ingredient_name: line.ingredientName,
        quantity: wire(line.quantity),
        unit: line.unit,
        component_unit: line.componentUnit,
        unit_price: wire(line.unitPrice),
        cost: wire(line.cost),
        version: dish.lines[i]?.version,
      })),
    };
  });
}

export const dishAnswer = (business: PlainBusiness, { id }: PlainDish) =>
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
  const onWire = (amountsOf: object) =>
    Object.fromEntries(Object.entries(amountsOf).map(([name, units]) => [name, wire(units)]));
  return {
    ...onWire(dashboard),
    breakEven: { ...onWire(amounts), sales },
    revenue: { annual: wire(revenue.annual), monthsFilled: revenue.monthsFilled },
    slices: slices.map(({ key, percentage }) => ({ key, percentage: wire(percentage) })),
    gaps: gapsOf(state),
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

/** Every read of an owner, but for the position that the dashboard names. */
export const READS = {
  listFixedCosts: (business: PlainBusiness) => business.fixedCosts.map(rowAnswer),
  listVariableCosts: (business: PlainBusiness) => business.variableCosts.map(rowAnswer),
  listIngredients: (business: PlainBusiness) => business.ingredients.map(ingredientAnswer),
  listDishes: dishAnswers,
  listMonthRevenues: (business: PlainBusiness) =>
    business.months.toSorted((a, b) => a.month - b.month).map(monthAnswer),
  listPreparations: () => [],
  businessSettings: () => ({ production_loss: 10, version: 0 }),
  breakEvenFinancial: breakEvenAnswer,
  dashboard: dashboardAnswer,
} satisfies Record<ViewName, (business: PlainBusiness) => unknown>;
