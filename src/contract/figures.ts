import type { Business } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import type { MixFigures } from '#domain/figures/mix.ts';
import { gapsOf } from '#domain/figures/completeness.ts';
import type { MixBody } from './mix.schema.ts';
import type { BreakEvenFinancialBody, BusinessMetricsBody, DashboardBody } from './figures.schema.ts';

/** Figures as they go over the wire: units become JSON numbers in reais or percent. */

export const businessMetricsBody = ({ dashboard }: BusinessFigures): BusinessMetricsBody => ({
  contribution_margin_percentage: numberFromUnits(dashboard.margemContribuicao),
  average_ticket: numberFromUnits(dashboard.ticketMedio),
});

export const breakEvenFinancialBody = (figures: BusinessFigures): BreakEvenFinancialBody => ({
  totalFixedCosts: numberFromUnits(figures.dashboard.custosFixos),
  monthlyRevenue: numberFromUnits(figures.dashboard.faturamentoMedio),
  businessMetrics: businessMetricsBody(figures),
});

export function mixBody(mix: MixFigures | null): MixBody | null {
  if (!mix) return null;
  return {
    months: mix.months,
    revenue: numberFromUnits(mix.revenue),
    excluded_quantity: mix.excludedQuantity,
    cmv: numberFromUnits(mix.cmv),
    variable_costs: numberFromUnits(mix.variableCosts),
    contribution_margin: numberFromUnits(mix.contributionMargin),
    profit: numberFromUnits(mix.profit),
    result: numberFromUnits(mix.result),
    break_even: numberFromUnits(mix.breakEven),
    break_even_with_goal: numberFromUnits(mix.breakEvenWithGoal),
    safety_margin: numberFromUnits(mix.safetyMargin),
    goal_quantities: mix.goalQuantities.map(({ dishId, quantity }) => ({ dish_id: dishId, quantity })),
    menu: mix.menu.map(({ dishId, quantity, margin, popular, profitable, kind }) => ({
      dish_id: dishId,
      quantity,
      margin: numberFromUnits(margin),
      popular,
      profitable,
      kind,
    })),
  };
}

/** @param position the position of the last event that the figures contain */
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
    mix: mixBody(figures.mix),
    position,
  };
}
