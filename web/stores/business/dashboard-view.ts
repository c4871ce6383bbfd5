import type { DashboardBody } from '#contract/replies.ts';
import type {
  BreakEvenFigures,
  BusinessFigures,
  DashboardFigures,
  RevenueFigures,
  Slice,
} from '#domain/figures/business-figures.ts';
import { units } from './from-wire.ts';

/** What the dashboard shows: units, except months and sales. */
export interface DashboardView {
  readonly figures: DashboardFigures;
  readonly breakEven: BreakEvenFigures;
  readonly revenue: RevenueFigures;
  readonly slices: readonly Slice[];
}

export const viewOfFigures = ({ dashboard, breakEven, revenue, slices }: BusinessFigures): DashboardView => ({
  figures: dashboard,
  breakEven,
  revenue,
  slices,
});

export const viewOfReply = (body: DashboardBody): DashboardView => ({
  figures: {
    faturamentoMedio: units(body.faturamentoMedio),
    custosFixos: units(body.custosFixos),
    custosVariaveisPercentual: units(body.custosVariaveisPercentual),
    custosVariaveisValor: units(body.custosVariaveisValor),
    cmvMedio: units(body.cmvMedio),
    lucroMedio: units(body.lucroMedio),
    pontoEquilibrio: units(body.pontoEquilibrio),
    margemContribuicao: units(body.margemContribuicao),
    ticketMedio: units(body.ticketMedio),
  },
  breakEven: {
    revenue: units(body.breakEven.revenue),
    sales: body.breakEven.sales,
    progress: units(body.breakEven.progress),
    performance: units(body.breakEven.performance),
    surplus: units(body.breakEven.surplus),
  },
  revenue: { annual: units(body.revenue.annual), monthsFilled: body.revenue.monthsFilled },
  slices: body.slices.map(({ key, percentage }) => ({ key, percentage: units(percentage) })),
});
