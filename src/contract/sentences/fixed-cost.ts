import type { FixedCostEvent, FixedCostFields } from '#domain/business/fixed-cost.ts';
import type { Given } from '#domain/business/message.ts';
import { money } from '#domain/format.ts';
import type { Predicates } from './sentence.ts';
import { fromTo, quoted, renamed } from './words.ts';

/** '“Aluguel”, de R$ 3.500,00' */
const described = (cost: Given<FixedCostFields>): string => `${quoted(cost)}, de ${money(cost.value)}`;

export const fixedCostPredicates: Predicates<FixedCostEvent> = {
  FixedCostAdded: (cost) => `cadastrou o custo fixo ${described(cost)}`,
  FixedCostRenamed: (change) => renamed('o custo fixo', change),
  FixedCostAmountChanged: (change) => `mudou o custo fixo ${quoted(change)} ${fromTo(change, money)}`,
  FixedCostRemoved: (cost) => `excluiu o custo fixo ${described(cost)}`,
  FixedCostRestored: (cost) => `trouxe de volta o custo fixo ${described(cost)}`,
};
