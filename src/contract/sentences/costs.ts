import { type VariableCostFields, variableCostFields } from '#domain/business/variable-cost/fields.ts';
import type { VariableCostEvent } from '#domain/business/variable-cost/variable-cost.ts';
import type { WithoutNulls } from '#domain/business/message.ts';
import { formatPercentage, formatMoney } from '#domain/format.ts';
import { changePhrases, type EventPhrases } from './sentence.ts';
import { fromTo, quoted, scopeText } from './words.ts';
import type { FixedCostEvent } from '#domain/business/fixed-cost/fixed-cost.ts';
import { type FixedCostFields, fixedCostFields } from '#domain/business/fixed-cost/fields.ts';

/** A fixed cost with its amount: '“Aluguel”, de R$ 3.500,00'. */
const fixedCostText = (cost: WithoutNulls<FixedCostFields>): string => `${quoted(cost)}, de ${formatMoney(cost.value)}`;

export const fixedCostPhrases: EventPhrases<FixedCostEvent> = {
  ...changePhrases('o custo fixo', fixedCostFields, {
    FixedCostAmountChanged: (change) => `mudou o custo fixo ${quoted(change)} ${fromTo(change, formatMoney)}`,
  }),
  FixedCostAdded: (cost) => `cadastrou o custo fixo ${fixedCostText(cost)}`,
  FixedCostRemoved: (cost) => `excluiu o custo fixo ${fixedCostText(cost)}`,
  FixedCostRestored: (cost) => `trouxe de volta o custo fixo ${fixedCostText(cost)}`,
};

/** A variable cost with its percentage: '“Cartão”, de 4,5%'. */
const variableCostText = (cost: WithoutNulls<VariableCostFields>): string =>
  `${quoted(cost)}, de ${formatPercentage(cost.percentage)}`;

export const variableCostPhrases: EventPhrases<VariableCostEvent> = {
  VariableCostAdded: (cost) => `cadastrou o custo variável ${variableCostText(cost)}`,
  ...changePhrases('o custo variável', variableCostFields, {
    VariableCostRateChanged: (change) =>
      `mudou o custo variável ${quoted(change)} ${fromTo(change, formatPercentage, 'um décimo de ponto')}`,
  }),
  VariableCostChannelsChanged: (change) => `mudou onde vale o custo variável ${quoted(change)}: ${scopeText(change)}`,
  VariableCostRemoved: (cost) => `excluiu o custo variável ${variableCostText(cost)}`,
  VariableCostRestored: (cost) => `trouxe de volta o custo variável ${variableCostText(cost)}`,
};
