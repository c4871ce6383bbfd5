import type { FixedCostEvent } from '#domain/business/fixed-cost/fixed-cost.ts';
import { type FixedCostFields, fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { Given } from '#domain/business/message.ts';
import { money } from '#domain/format.ts';
import { changePredicates, type Predicates } from './sentence.ts';
import { fromTo, quoted } from './words.ts';

/** '“Aluguel”, de R$ 3.500,00' */
const described = (cost: Given<FixedCostFields>): string => `${quoted(cost)}, de ${money(cost.value)}`;

export const fixedCostPredicates: Predicates<FixedCostEvent> = {
  ...changePredicates('o custo fixo', fixedCostFields, {
    FixedCostAmountChanged: (change) => `mudou o custo fixo ${quoted(change)} ${fromTo(change, money)}`,
  }),
  FixedCostAdded: (cost) => `cadastrou o custo fixo ${described(cost)}`,
  FixedCostRemoved: (cost) => `excluiu o custo fixo ${described(cost)}`,
  FixedCostRestored: (cost) => `trouxe de volta o custo fixo ${described(cost)}`,
};
