import * as v from 'valibot';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { Loss, ProfitGoal, AsOf } from '../fields.ts';
import { Percent, Reais, Version } from './field.schema.ts';
import { versionedBodyCallSchema } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

export const SettingsReply = v.object({
  production_loss: v.pipe(Percent, v.description('Perda na produção dos pratos que não têm a sua.')),
  mix_months: v.pipe(v.number(), v.description('Quantos meses de vendas os números por vendas olham.')),
  profit_goal: v.pipe(Reais, v.description('Quanto o dono quer tirar por mês.')),
  price_rule: v.pipe(
    v.picklist(['last', 'mean_of_three']),
    v.description('O preço de um insumo comprado: o da última compra, ou a média das três últimas.'),
  ),
  version: Version,
});
export type SettingsBody = v.InferOutput<typeof SettingsReply>;

const owner = { access: 'owner', tag: 'Negócio' } as const;

export const settingsEndpoints = defineEndpoints({
  businessSettings: {
    ...viewRoutes.businessSettings,
    ...owner,
    summary: 'O que vale para o negócio inteiro.',
    query: AsOf,
    reply: SettingsReply,
  },
  changeBusinessSettings: {
    ...changeRoutes.changeBusinessSettings,
    ...owner,
    summary: 'Muda o que vale para o negócio inteiro; null volta ao padrão.',
    versioned: true,
    body: bodySchema(
      optionalFields({
        production_loss: v.nullable(Loss),
        mix_months: v.nullable(v.picklist([1, 3, 6, 12], 'Escolha 1, 3, 6 ou 12 meses.')),
        profit_goal: v.nullable(ProfitGoal),
        price_rule: v.pipe(
          v.nullable(v.picklist(['last', 'mean_of_three'], 'Escolha entre last e mean_of_three.')),
          v.transform((rule) => (rule === 'mean_of_three' ? rule : null)),
        ),
      }),
    ),
    reply: SettingsReply,
  },
});

export const settingsSetCalls = [versionedBodyCallSchema('changeBusinessSettings', settingsEndpoints)] as const;
