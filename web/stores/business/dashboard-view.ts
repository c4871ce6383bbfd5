import { unitsFromWire } from '#domain/decimal.ts';
import type { DashboardBody } from '#contract/figures.schema.ts';
import type {
  BreakEvenFigures,
  BusinessFigures,
  DashboardFigures,
  RevenueFigures,
  Slice,
} from '#domain/figures/business-figures.ts';
import { type Gap, GAP_KINDS } from '#domain/figures/completeness.ts';

/** The figures of the dashboard in units, except months and sales. */
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
    faturamentoMedio: unitsFromWire(body.faturamentoMedio),
    custosFixos: unitsFromWire(body.custosFixos),
    custosVariaveisPercentual: unitsFromWire(body.custosVariaveisPercentual),
    custosVariaveisValor: unitsFromWire(body.custosVariaveisValor),
    cmvMedio: unitsFromWire(body.cmvMedio),
    lucroMedio: unitsFromWire(body.lucroMedio),
    pontoEquilibrio: unitsFromWire(body.pontoEquilibrio),
    margemContribuicao: unitsFromWire(body.margemContribuicao),
    ticketMedio: unitsFromWire(body.ticketMedio),
  },
  breakEven: {
    revenue: unitsFromWire(body.breakEven.revenue),
    sales: body.breakEven.sales,
    progress: unitsFromWire(body.breakEven.progress),
    performance: unitsFromWire(body.breakEven.performance),
    surplus: unitsFromWire(body.breakEven.surplus),
  },
  revenue: { annual: unitsFromWire(body.revenue.annual), monthsFilled: body.revenue.monthsFilled },
  slices: body.slices.map(({ key, percentage }) => ({ key, percentage: unitsFromWire(percentage) })),
});

/** The gaps that this program has texts for: a newer server may report others. */
export const gapsOfReply = ({ gaps }: DashboardBody): readonly Gap[] =>
  gaps.filter((gap): gap is Gap => GAP_KINDS.some((kind) => kind === gap.kind));
