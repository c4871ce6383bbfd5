import type { Business, Dish, FixedCost, Ingredient, MonthRevenue, VariableCost } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { gapsOf } from '#domain/figures/completeness.ts';
import type { DishFigures, LineFigures } from '#domain/figures/dish-figures.ts';
import type {
  BreakEvenFinancialBody,
  BusinessMetricsBody,
  DashboardBody,
  DishBody,
  DishLineBody,
  FixedCostBody,
  IngredientBody,
  MonthRevenueBody,
  VariableCostBody,
} from './replies.ts';

/** Domain values as they go over the wire: units become JSON numbers in reais, units or percent. */

export const fixedCostBody = ({ id, name, value, version }: FixedCost): FixedCostBody => ({
  id,
  name,
  value: numberFromUnits(value),
  version,
});

export const variableCostBody = ({ id, name, percentage, version }: VariableCost): VariableCostBody => ({
  id,
  name,
  percentage: numberFromUnits(percentage),
  version,
});

export const monthRevenueBody = ({ month, value, orders, version }: MonthRevenue): MonthRevenueBody => ({
  month,
  value: numberFromUnits(value),
  orders_count: orders,
  version,
});

export const ingredientBody = ({ id, name, unit, unitPrice, version }: Ingredient): IngredientBody => ({
  id,
  name,
  unit,
  unit_price: numberFromUnits(unitPrice),
  version,
});

const dishLineBody = (line: LineFigures, version: number): DishLineBody => ({
  ingredient_id: line.ingredientId,
  ingredient_name: line.ingredientName,
  quantity: numberFromUnits(line.quantity),
  unit: line.unit,
  unit_price: numberFromUnits(line.unitPrice),
  cost: numberFromUnits(line.cost),
  version,
});

/** `figures` are those of this very dish: its lines stand in the same order. */
export const dishBody = (dish: Dish, figures: DishFigures): DishBody => ({
  id: dish.id,
  name: dish.name,
  sale_price: numberFromUnits(dish.salePrice),
  cmv: numberFromUnits(figures.cmv),
  cmv_percentage: numberFromUnits(figures.cmvPercentage),
  contribution_margin: numberFromUnits(figures.contributionMargin),
  contribution_margin_percentage: numberFromUnits(figures.contributionMarginPercentage),
  net_profit: numberFromUnits(figures.netProfit),
  variable_cost_value: numberFromUnits(figures.variableCostValue),
  variable_cost_percentage: numberFromUnits(figures.variableCostPercentage),
  fixed_cost_value: numberFromUnits(figures.fixedCostValue),
  fixed_cost_percentage: numberFromUnits(figures.fixedCostPercentage),
  ingredients: figures.lines.map((line, i) => dishLineBody(line, dish.lines[i]?.version ?? 1)),
  version: dish.version,
});

export const businessMetricsBody = ({ dashboard }: BusinessFigures): BusinessMetricsBody => ({
  contribution_margin_percentage: numberFromUnits(dashboard.margemContribuicao),
  average_ticket: numberFromUnits(dashboard.ticketMedio),
});

export const breakEvenFinancialBody = (figures: BusinessFigures): BreakEvenFinancialBody => ({
  totalFixedCosts: numberFromUnits(figures.dashboard.custosFixos),
  monthlyRevenue: numberFromUnits(figures.dashboard.faturamentoMedio),
  businessMetrics: businessMetricsBody(figures),
});

/** `position` is that of the last event the figures contain. */
export function dashboardBody(business: Business, figures: BusinessFigures, position: string | null): DashboardBody {
  const { dashboard, breakEven, revenue, slices } = figures;
  return {
    faturamentoMedio: numberFromUnits(dashboard.faturamentoMedio),
    custosFixos: numberFromUnits(dashboard.custosFixos),
    custosVariaveisPercentual: numberFromUnits(dashboard.custosVariaveisPercentual),
    custosVariaveisValor: numberFromUnits(dashboard.custosVariaveisValor),
    cmvMedio: numberFromUnits(dashboard.cmvMedio),
    lucroMedio: numberFromUnits(dashboard.lucroMedio),
    pontoEquilibrio: numberFromUnits(dashboard.pontoEquilibrio),
    margemContribuicao: numberFromUnits(dashboard.margemContribuicao),
    ticketMedio: numberFromUnits(dashboard.ticketMedio),
    breakEven: {
      revenue: numberFromUnits(breakEven.revenue),
      sales: breakEven.sales,
      progress: numberFromUnits(breakEven.progress),
      performance: numberFromUnits(breakEven.performance),
      surplus: numberFromUnits(breakEven.surplus),
    },
    revenue: { annual: numberFromUnits(revenue.annual), monthsFilled: revenue.monthsFilled },
    slices: slices.map(({ key, percentage }) => ({ key, percentage: numberFromUnits(percentage) })),
    gaps: gapsOf(business).map(({ kind, count }) => ({ kind, count })),
    position,
  };
}
