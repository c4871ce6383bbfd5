import type { SettingsEvent } from '#domain/business/settings.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import type { Predicates } from './sentence.ts';
import { fromTo, percentText } from './words.ts';

export const settingsPredicates: Predicates<SettingsEvent> = {
  ProductionLossChanged: (change) =>
    `mudou a perda na produção ${fromTo(change, (loss) => percentText(loss ?? DEFAULT_LOSS))}`,
};
