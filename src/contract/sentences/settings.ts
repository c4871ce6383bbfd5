import type { SettingsEvent } from '#domain/business/settings/settings.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { money } from '#domain/format.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import type { Predicates } from './sentence.ts';
import { counted, fromTo, percentText } from './words.ts';

export const settingsPredicates: Predicates<SettingsEvent> = {
  ProductionLossChanged: (change) =>
    `mudou a perda na produção ${fromTo(change, (loss) => percentText(loss ?? DEFAULT_LOSS))}`,
  MixMonthsChanged: (change) =>
    `mudou os meses de vendas que contam ${fromTo(change, (months) => counted(months ?? DEFAULT_MIX_MONTHS, 'mês', 'meses'))}`,
  PriceRuleChanged: ({ to }) =>
    to === null
      ? 'escolheu o preço da última compra para os insumos'
      : 'escolheu a média das três últimas compras para o preço dos insumos',
  ProfitGoalChanged: (change) => `mudou quanto quer tirar por mês ${fromTo(change, (goal) => money(goal ?? 0))}`,
};
