import * as v from 'valibot';

/** Bodies of answers as they stand on the wire: amounts are JSON numbers in reais, units or percent. */

const Version = v.pipe(v.number(), v.description('Versão para If-Match; cresce a cada mudança.'));
const Reais = v.pipe(v.number(), v.description('Reais, até 4 casas decimais.'));
const Percent = v.pipe(v.number(), v.description('Por cento, até 4 casas decimais.'));

export const FixedCostReply = v.object({ id: v.string(), name: v.string(), value: Reais, version: Version });
export const VariableCostReply = v.object({ id: v.string(), name: v.string(), percentage: Percent, version: Version });
export const MonthRevenueReply = v.object({
  month: v.number(),
  value: Reais,
  orders_count: v.number(),
  version: Version,
});
export const IngredientReply = v.object({
  id: v.string(),
  name: v.string(),
  unit: v.string(),
  unit_price: Reais,
  version: Version,
});
export const DishLineReply = v.object({
  ingredient_id: v.string(),
  ingredient_name: v.string(),
  quantity: v.number(),
  unit: v.string(),
  unit_price: Reais,
  cost: Reais,
  version: Version,
});
export const DishReply = v.object({
  id: v.string(),
  name: v.string(),
  sale_price: Reais,
  cmv: Reais,
  cmv_percentage: Percent,
  contribution_margin: Reais,
  contribution_margin_percentage: Percent,
  net_profit: Reais,
  variable_cost_value: Reais,
  variable_cost_percentage: Percent,
  fixed_cost_value: Reais,
  fixed_cost_percentage: Percent,
  ingredients: v.array(DishLineReply),
  version: Version,
});

export const BusinessMetricsReply = v.object({ contribution_margin_percentage: Percent, average_ticket: Reais });

export const BreakEvenFinancialReply = v.object({
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
  position: v.pipe(v.nullable(v.string()), v.description('Posição do último evento que estes números já contêm.')),
});

export const UserReply = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  access_granted: v.boolean(),
  is_admin: v.boolean(),
  guest: v.boolean(),
  payment_id: v.nullable(v.string()),
  guest_to_join: v.pipe(
    v.nullable(v.object({ has_data: v.boolean(), own_data: v.boolean() })),
    v.description(
      'Este navegador usava o Prumo sem conta antes de entrar, e ainda não disse se esses dados vêm para a conta. has_data: há dados a trazer; own_data: a conta já tem os seus.',
    ),
  ),
  transfer_asked: v.pipe(
    v.nullable(v.object({ payment_id: v.string(), email: v.nullable(v.string()), until: v.string() })),
    v.description(
      'Só para quem usa sem conta: uma conta com o e-mail digitado ao pagar pediu este acesso. Sem resposta até until (ISO 8601), pode levá-lo.',
    ),
  ),
  google_user_data: v.nullable(v.object({ name: v.string(), picture: v.optional(v.string()) })),
});

/** application/problem+json. */
export const ProblemReply = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.pipe(v.string(), v.description('Uma frase que o dono do negócio entende.')),
  code: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  current: v.optional(v.unknown()),
});

export type FixedCostBody = v.InferOutput<typeof FixedCostReply>;
export type VariableCostBody = v.InferOutput<typeof VariableCostReply>;
export type MonthRevenueBody = v.InferOutput<typeof MonthRevenueReply>;
export type IngredientBody = v.InferOutput<typeof IngredientReply>;
export type DishLineBody = v.InferOutput<typeof DishLineReply>;
export type DishBody = v.InferOutput<typeof DishReply>;
export type BusinessMetricsBody = v.InferOutput<typeof BusinessMetricsReply>;
export type BreakEvenFinancialBody = v.InferOutput<typeof BreakEvenFinancialReply>;
export type DashboardBody = v.InferOutput<typeof DashboardReply>;
export type UserBody = v.InferOutput<typeof UserReply>;
export type ProblemBody = v.InferOutput<typeof ProblemReply>;
