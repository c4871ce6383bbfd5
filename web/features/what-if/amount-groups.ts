import { type AmountRule, AMOUNTS } from '#domain/amounts.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { SimulatedKind } from '#domain/consequences/simulated-amount.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatMoney, formatPercentage, formatQuantity, formatUnitPrice } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { formatForInput } from '#domain/numerals.ts';
import { moneyInputText } from '../entry/field.ts';

/** A kind of amounts that can be simulated, with its texts. */
export interface AmountGroup {
  readonly kind: SimulatedKind;
  readonly label: string;
  readonly rule: AmountRule;
  /**
   * The name of all amounts together, 'todos os insumos'; undefined for percentages, whose percentages would confuse.
   */
  readonly allLabel: string | undefined;
  readonly note: string;
  readonly emptyText: string;
  /** Formats the amount for reading. */
  readonly formatAmount: (amount: TenThousandths) => string;
  /** Formats the amount for an input. */
  readonly formatInput: (amount: TenThousandths) => string;
}

/** All kinds of amounts that can be simulated, in the order on screen. */
export const AMOUNT_GROUPS: readonly AmountGroup[] = [
  {
    kind: 'ingredient',
    label: 'Insumos',
    rule: AMOUNTS.unitPrice,
    allLabel: 'todos os insumos',
    note: 'E se o fornecedor aumentar? E se você trocar de marca?',
    emptyText: 'Nenhum insumo cadastrado ainda.',
    formatAmount: formatUnitPrice,
    formatInput: moneyInputText,
  },
  {
    kind: 'dish',
    label: 'Pratos',
    rule: AMOUNTS.salePrice,
    allLabel: 'todos os pratos',
    note: 'E se o cardápio subir um pouco?',
    emptyText: 'Nenhum prato cadastrado ainda.',
    formatAmount: (amount) => (amount === 0 ? 'sem preço' : formatMoney(amount)),
    formatInput: moneyInputText,
  },
  {
    kind: 'channelPrice',
    label: 'Preços por canal',
    rule: AMOUNTS.salePrice,
    allLabel: 'todos os preços de outros canais',
    note: 'E se o preço no aplicativo subir? Zero é não vender lá.',
    emptyText: 'Nenhum prato cadastrado ainda.',
    formatAmount: (amount) => (amount === 0 ? 'não vendido' : formatMoney(amount)),
    formatInput: moneyInputText,
  },
  {
    kind: 'sold',
    label: 'O que você vende',
    rule: { kind: 'quantity', min: 0, max: LIMITS.sold.max * SCALE, isWhole: true },
    allLabel: undefined,
    note: 'E se sair mais de um e menos de outro? Quantos por mês, em média; só para experimentar, pois o que foi vendido não muda.',
    emptyText: 'Nenhuma venda lançada ainda.',
    formatAmount: (amount) => `${formatQuantity(amount)} por mês`,
    formatInput: formatForInput,
  },
  {
    kind: 'fixedCost',
    label: 'Custos fixos',
    rule: fixedCostFields.value.spec.rule,
    allLabel: 'todos os custos fixos',
    note: 'E se o aluguel aumentar? E se entrar mais alguém na equipe?',
    emptyText: 'Nenhum custo fixo cadastrado ainda.',
    formatAmount: formatMoney,
    formatInput: moneyInputText,
  },
  {
    kind: 'variableCost',
    label: 'Custos variáveis',
    rule: AMOUNTS.variableCost,
    allLabel: undefined,
    note: 'E se a comissão do aplicativo mudar?',
    emptyText: 'Nenhum custo variável cadastrado ainda.',
    formatAmount: formatPercentage,
    formatInput: formatForInput,
  },
  {
    kind: 'month',
    label: 'Faturamento',
    rule: AMOUNTS.monthlyRevenue,
    allLabel: 'todos os meses',
    note: 'E se você vender mais? Os pedidos acompanham, com o mesmo ticket médio.',
    emptyText: '',
    formatAmount: formatMoney,
    formatInput: moneyInputText,
  },
];

export const amountGroupOf = (kind: SimulatedKind): AmountGroup => {
  const group = AMOUNT_GROUPS.find((candidate) => candidate.kind === kind);
  if (!group) throw new Error(`no such group: ${kind}`);
  return group;
};

/** The relative change: '+8,0%'; undefined if `from` is zero. */
export function percentBetween(from: TenThousandths, to: TenThousandths): string | undefined {
  if (from === 0) return undefined;
  const change = Math.round(((to - from) / from) * 1_000_000);
  return change > 0 ? `+${formatPercentage(change)}` : formatPercentage(change);
}
