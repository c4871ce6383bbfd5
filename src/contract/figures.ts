import type { Business } from '#domain/business/state.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import type { MixFigures } from '#domain/figures/mix.ts';
import { gapsOf } from '#domain/figures/gaps.ts';
import type { MixBody } from './mix.schema.ts';
import type { BreakEvenFinancialBody, BusinessMetricsBody, DashboardBody } from './figures.schema.ts';

/** Figures as they go over the wire: ten-thousandths become JSON numbers in reais or percent. */

export const businessMetricsBody = ({ dashboard }: BusinessFigures): BusinessMetricsBody => ({
  contribution_margin_percentage: fromTenThousandths(dashboard.margemContribuicao),
  average_ticket: fromTenThousandths(dashboard.ticketMedio),
});

export const breakEvenFinancialBody = (figures: BusinessFigures): BreakEvenFinancialBody => ({
  totalFixedCosts: fromTenThousandths(figures.dashboard.custosFixos),
  monthlyRevenue: fromTenThousandths(figures.dashboard.faturamentoMedio),
  businessMetrics: businessMetricsBody(figures),
});

export function mixBody(mix: MixFigures | null): MixBody | null {
  if (!mix) return null;
  return {
    months: mix.months,
    revenue: fromTenThousandths(mix.revenue),
    excluded_quantity: mix.excludedQuantity,
    cmv: fromTenThousandths(mix.cmv),
    variable_costs: fromTenThousandths(mix.variableCosts),
    contribution_margin: fromTenThousandths(mix.contributionMargin),
    profit: fromTenThousandths(mix.profit),
    result: fromTenThousandths(mix.result),
    break_even: fromTenThousandths(mix.breakEven),
    break_even_with_goal: fromTenThousandths(mix.breakEvenWithGoal),
    safety_margin: fromTenThousandths(mix.safetyMargin),
    goal_quantities: mix.goalQuantities.map(({ dishId, quantity }) => ({ dish_id: dishId, quantity })),
    menu: mix.menu.map(({ dishId, quantity, margin, popular, profitable, kind }) => ({
      dish_id: dishId,
      quantity,
      margin: fromTenThousandths(margin),
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
    faturamentoMedio: fromTenThousandths(dashboard.faturamentoMedio),
    custosFixos: fromTenThousandths(dashboard.custosFixos),
    custosVariaveisPercentual: fromTenThousandths(dashboard.custosVariaveisPercentual),
    custosVariaveisValor: fromTenThousandths(dashboard.custosVariaveisValor),
    cmvMedio: fromTenThousandths(dashboard.cmvMedio),
    lucroMedio: fromTenThousandths(dashboard.lucroMedio),
    pontoEquilibrio: fromTenThousandths(dashboard.pontoEquilibrio),
    margemContribuicao: fromTenThousandths(dashboard.margemContribuicao),
    ticketMedio: fromTenThousandths(dashboard.ticketMedio),
    breakEven: {
      revenue: fromTenThousandths(breakEven.revenue),
      sales: breakEven.sales,
      progress: fromTenThousandths(breakEven.progress),
      performance: fromTenThousandths(breakEven.performance),
      surplus: fromTenThousandths(breakEven.surplus),
    },
    revenue: { annual: fromTenThousandths(revenue.annual), monthsFilled: revenue.monthsFilled },
    slices: slices.map(({ key, percentage }) => ({ key, percentage: fromTenThousandths(percentage) })),
    gaps: gapsOf(business).map(({ kind, count }) => ({ kind, count })),
    mix: mixBody(figures.mix),
    position,
  };
}
