import { MENU_KINDS } from '#domain/figures/menu.ts';
import * as v from 'valibot';
import { Percent, Reais } from './entities/field.schema.ts';

const Count = v.number();

/** Figures weighted by actual sales. */
export const MixReply = v.object({
  months: v.pipe(Count, v.description('Meses com venda que conta, entre os olhados.')),
  revenue: Reais,
  excluded_quantity: v.pipe(Count, v.description('Vendas de pratos removidos ou sem preço, que ficaram fora.')),
  cmv: Percent,
  variable_costs: Percent,
  contribution_margin: Percent,
  profit: Percent,
  result: v.pipe(Reais, v.description('De um mês.')),
  break_even: Reais,
  break_even_with_goal: Reais,
  safety_margin: v.pipe(Percent, v.description('Quanto o faturamento pode cair sem prejuízo.')),
  goal_quantities: v.pipe(
    v.array(v.object({ dish_id: v.string(), quantity: Count })),
    v.description('Quanto vender de cada prato num mês para chegar à meta.'),
  ),
  menu: v.pipe(
    v.array(
      v.object({
        dish_id: v.string(),
        quantity: Count,
        margin: v.pipe(Reais, v.description('O que uma unidade deixa.')),
        popular: v.boolean(),
        profitable: v.boolean(),
        kind: v.picklist(MENU_KINDS),
      }),
    ),
    v.description('Engenharia de cardápio, de Kasavana e Smith, por categoria.'),
  ),
});
export type MixBody = v.InferOutput<typeof MixReply>;
