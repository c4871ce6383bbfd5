import type { VariableCostEvent, VariableCostFields } from '#domain/business/variable-cost/variable-cost.ts';
import type { Given } from '#domain/business/message.ts';
import { percentage } from '#domain/format.ts';
import type { Predicates } from './sentence.ts';
import { fromTo, quoted, renamed, scopeText } from './words.ts';

/** '“Cartão”, de 4,5%' */
const described = (cost: Given<VariableCostFields>): string => `${quoted(cost)}, de ${percentage(cost.percentage)}`;

export const variableCostPredicates: Predicates<VariableCostEvent> = {
  VariableCostAdded: (cost) => `cadastrou o custo variável ${described(cost)}`,
  VariableCostRenamed: (change) => renamed('o custo variável', change),
  VariableCostRateChanged: (change) =>
    `mudou o custo variável ${quoted(change)} ${fromTo(change, percentage, 'um décimo de ponto')}`,
  VariableCostChannelsChanged: (change) => `mudou onde vale o custo variável ${quoted(change)}: ${scopeText(change)}`,
  VariableCostRemoved: (cost) => `excluiu o custo variável ${described(cost)}`,
  VariableCostRestored: (cost) => `trouxe de volta o custo variável ${described(cost)}`,
};
