import * as v from 'valibot';

/** The number of changes behind one part that are described, newest first; `changes_count` is the number of all. */
export const MAX_DESCRIBED_CHANGES = 10;

/** Figures of the business as a whole. */
export const ProfitFigure = v.pipe(
  v.picklist(['profit', 'result'], 'Escolha entre profit e result.'),
  v.description(
    'profit: o lucro estimado, em por cento; result: o resultado em reais por mês, pelo que se vende. Vazio: profit.',
  ),
);

const Figure = v.pipe(
  v.number(),
  v.description('Pontos percentuais de lucro, reais por venda do prato ou reais por mês.'),
);

const MomentReply = v.object({
  at: v.pipe(v.string(), v.description('Instante ISO.')),
  value: Figure,
  complete: v.pipe(v.boolean(), v.description('false enquanto faltava algo para confiar no número.')),
  has_sales: v.pipe(v.boolean(), v.description('Havia vendas que contam: sem elas não há resultado em reais.')),
});

const ChangePartReply = v.object({
  kind: v.pipe(
    v.picklist([
      'ingredient',
      'fixed_cost',
      'variable_cost',
      'revenue',
      'dish_price',
      'dish_recipe',
      'dish_portions',
      'preparation_recipe',
      'production_loss',
      'channel_price',
      'dish_sales',
      'mix_months',
      'dish',
      'menu',
    ] as const),
    v.description(
      'dish: entrou no cardápio ou saiu; menu: tudo o que entrou e saiu, quando é demais; dish_sales: quanto se vende dele por mês; mix_months: de quantos meses são as vendas.',
    ),
  ),
  id: v.pipe(v.nullable(v.string()), v.description('null para faturamento, cardápio e o que é do negócio todo.')),
  channel: v.pipe(v.nullable(v.object({ id: v.string(), name: v.string() })), v.description('De channel_price.')),
  name: v.string(),
  value: v.pipe(Figure, v.description('Quanto da diferença vem daqui: positivo ajudou, negativo prejudicou.')),
  from: v.pipe(
    v.nullable(v.number()),
    v.description('O que mudou, em reais, por cento, vendas por mês ou meses; null: não havia.'),
  ),
  to: v.nullable(v.number()),
  from_unit: v.pipe(v.nullable(v.string()), v.description('Unidade do preço de um insumo.')),
  to_unit: v.nullable(v.string()),
  changes: v.array(v.object({ id: v.string(), at: v.string(), sentences: v.array(v.string()) })),
  changes_count: v.number(),
});

/** The reasons why a figure changed. The parts sum to the difference exactly, the largest first. */
export const ProfitChangeReply = v.object({
  figure: v.picklist(['profit', 'dish', 'result']),
  dish: v.nullable(v.object({ id: v.string(), name: v.string() })),
  before: MomentReply,
  after: MomentReply,
  difference: Figure,
  exact: v.pipe(v.boolean(), v.description('Nenhuma parte foi ajustada em um dígito ou mais para a soma fechar.')),
  error: v.pipe(
    v.number(),
    v.description('Quanto, no máximo, uma parte foi ajustada para a soma dar a diferença dos números mostrados.'),
  ),
  parts: v.array(ChangePartReply),
  first_at: v.pipe(v.nullable(v.string()), v.description('Quando o negócio começou aqui.')),
});
