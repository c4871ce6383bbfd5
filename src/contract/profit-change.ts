import * as v from 'valibot';

/** How many of the changes behind one part are told, the last ones; `changes_count` says how many there are. */
export const TOLD_CHANGES = 10;

const Figure = v.pipe(v.number(), v.description('Pontos percentuais de lucro, ou reais por venda do prato.'));

const EndReply = v.object({
  at: v.pipe(v.string(), v.description('Instante ISO.')),
  value: Figure,
  complete: v.pipe(v.boolean(), v.description('false enquanto faltava algo para confiar no número.')),
});

const PartReply = v.object({
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
      'dish',
      'menu',
    ] as const),
    v.description('dish: entrou no cardápio ou saiu; menu: tudo o que entrou e saiu, quando é demais.'),
  ),
  id: v.pipe(v.nullable(v.string()), v.description('null para faturamento e cardápio.')),
  name: v.string(),
  value: v.pipe(Figure, v.description('Quanto da diferença vem daqui: positivo ajudou, negativo prejudicou.')),
  from: v.pipe(v.nullable(v.number()), v.description('O que mudou, em reais ou por cento; null: não havia.')),
  to: v.nullable(v.number()),
  from_unit: v.pipe(v.nullable(v.string()), v.description('Unidade do preço de um insumo.')),
  to_unit: v.nullable(v.string()),
  changes: v.array(v.object({ id: v.string(), at: v.string(), sentences: v.array(v.string()) })),
  changes_count: v.number(),
});

/** Why a figure changed. The parts sum to the difference exactly, the biggest first. */
export const ProfitChangeReply = v.object({
  dish: v.nullable(v.object({ id: v.string(), name: v.string() })),
  before: EndReply,
  after: EndReply,
  difference: Figure,
  exact: v.pipe(v.boolean(), v.description('As partes estão certas até o último dígito.')),
  error: v.pipe(v.number(), v.description('De quanto, no máximo, uma parte pode estar fora; 0 quando exato.')),
  parts: v.array(PartReply),
  first_at: v.pipe(v.nullable(v.string()), v.description('Quando o negócio começou aqui.')),
});
