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
  ProfitGoalChanged: (change) => `mudou quanto quer tirar por mês ${fromTo(change, (goal) => money(goal ?? 0))}`,
};
