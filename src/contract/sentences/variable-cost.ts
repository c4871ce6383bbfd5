import { type VariableCostFields, variableCostFields } from '#domain/business/variable-cost/fields.ts';
import type { VariableCostEvent } from '#domain/business/variable-cost/variable-cost.ts';
import type { Given } from '#domain/business/message.ts';
import { percentage } from '#domain/format.ts';
import { changePredicates, type Predicates } from './sentence.ts';
import { fromTo, quoted, scopeText } from './words.ts';

/** '“Cartão”, de 4,5%' */
const described = (cost: Given<VariableCostFields>): string => `${quoted(cost)}, de ${percentage(cost.percentage)}`;

export const variableCostPredicates: Predicates<VariableCostEvent> = {
  VariableCostAdded: (cost) => `cadastrou o custo variável ${described(cost)}`,
  ...changePredicates('o custo variável', variableCostFields, {
    VariableCostRateChanged: (change) =>
      `mudou o custo variável ${quoted(change)} ${fromTo(change, percentage, 'um décimo de ponto')}`,
  }),
  VariableCostChannelsChanged: (change) => `mudou onde vale o custo variável ${quoted(change)}: ${scopeText(change)}`,
  VariableCostRemoved: (cost) => `excluiu o custo variável ${described(cost)}`,
  VariableCostRestored: (cost) => `trouxe de volta o custo variável ${described(cost)}`,
};
