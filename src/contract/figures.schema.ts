import * as v from 'valibot';
import { defineEndpoints } from './endpoint.ts';
import { Percent, Reais } from './entities/field.schema.ts';
import { MixReply } from './mix.schema.ts';
import { AsOf } from './fields.ts';
import { viewRoutes } from './routes/views.ts';

export const BusinessMetricsReply = v.object({ contribution_margin_percentage: Percent, average_ticket: Reais });

const BreakEvenFinancialReply = v.object({
  totalFixedCosts: Reais,
  monthlyRevenue: Reais,
  businessMetrics: BusinessMetricsReply,
});

export const DashboardReply = v.object({
  faturamentoMedio: Reais,
  custosFixos: Reais,
  custosVariaveisPercentual: Percent,
  custosVariaveisValor: Reais,
  cmvMedio: Percent,
  lucroMedio: Percent,
  pontoEquilibrio: Reais,
  margemContribuicao: Percent,
  ticketMedio: Reais,
  breakEven: v.object({
    revenue: Reais,
    sales: v.number(),
    progress: Percent,
    performance: Percent,
    surplus: Reais,
  }),
  revenue: v.object({ annual: Reais, monthsFilled: v.number() }),
  slices: v.array(v.object({ key: v.picklist(['fixed', 'variable', 'cmv', 'profit']), percentage: Percent })),
  gaps: v.array(v.object({ kind: v.string(), count: v.number() })),
  mix: v.nullable(MixReply),
  position: v.pipe(v.nullable(v.string()), v.description('Posição do último evento que estes números já contêm.')),
});

const owner = { access: 'owner', tag: 'Indicadores' } as const;

/** Reads of figures that are computed from the whole business. */
export const figuresEndpoints = defineEndpoints({
  breakEvenFinancial: {
    ...viewRoutes.breakEvenFinancial,
    ...owner,
    summary: 'Bases do ponto de equilíbrio.',
    query: AsOf,
    reply: BreakEvenFinancialReply,
  },
  dashboard: {
    ...viewRoutes.dashboard,
    ...owner,
    summary: 'Todos os indicadores do negócio, prontos.',
    query: AsOf,
    reply: DashboardReply,
  },
});

export type BusinessMetricsBody = v.InferOutput<typeof BusinessMetricsReply>;
export type BreakEvenFinancialBody = v.InferOutput<typeof BreakEvenFinancialReply>;
export type DashboardBody = v.InferOutput<typeof DashboardReply>;
