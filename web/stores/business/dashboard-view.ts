import { requireTenThousandths } from '#domain/decimal.ts';
import type { DashboardBody } from '#contract/figures.schema.ts';
import type {
  BreakEvenFigures,
  BusinessFigures,
  DashboardFigures,
  RevenueFigures,
  Slice,
} from '#domain/figures/business-figures.ts';
import { type Gap, GAP_KINDS } from '#domain/figures/gaps.ts';

/** The figures of the dashboard in ten-thousandths, except months and sales. */
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
    faturamentoMedio: requireTenThousandths(body.faturamentoMedio),
    custosFixos: requireTenThousandths(body.custosFixos),
    custosVariaveisPercentual: requireTenThousandths(body.custosVariaveisPercentual),
    custosVariaveisValor: requireTenThousandths(body.custosVariaveisValor),
    cmvMedio: requireTenThousandths(body.cmvMedio),
    lucroMedio: requireTenThousandths(body.lucroMedio),
    pontoEquilibrio: requireTenThousandths(body.pontoEquilibrio),
    margemContribuicao: requireTenThousandths(body.margemContribuicao),
    ticketMedio: requireTenThousandths(body.ticketMedio),
  },
  breakEven: {
    revenue: requireTenThousandths(body.breakEven.revenue),
    sales: body.breakEven.sales,
    progress: requireTenThousandths(body.breakEven.progress),
    performance: requireTenThousandths(body.breakEven.performance),
    surplus: requireTenThousandths(body.breakEven.surplus),
  },
  revenue: { annual: requireTenThousandths(body.revenue.annual), monthsFilled: body.revenue.monthsFilled },
  slices: body.slices.map(({ key, percentage }) => ({ key, percentage: requireTenThousandths(percentage) })),
});

/** The gaps that this program has texts for: a newer server may report others. */
export const gapsOfReply = ({ gaps }: DashboardBody): readonly Gap[] =>
  gaps.filter((gap): gap is Gap => GAP_KINDS.some((kind) => kind === gap.kind));
