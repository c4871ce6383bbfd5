import { type AmountRule, AMOUNTS } from '#domain/amounts.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { MoveKind } from '#domain/consequences/move.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { money, percentage, quantity, unitPrice } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { formatForInput } from '#domain/numerals.ts';
import { moneyInputText } from '../entry/field.ts';

/** A kind of amounts that can be simulated, with its texts. */
export interface Group {
  readonly kind: MoveKind;
  readonly label: string;
  readonly rule: AmountRule;
  /** '+8% em todos os insumos'; undefined for percentages, whose percentages would confuse. */
  readonly all: string | undefined;
  readonly note: string;
  readonly none: string;
  /** Formats the amount for reading. */
  readonly shown: (amount: TenThousandths) => string;
  /** Formats the amount for an input. */
  readonly typed: (amount: TenThousandths) => string;
}

export const GROUPS: readonly Group[] = [
  {
    kind: 'ingredient',
    label: 'Insumos',
    rule: AMOUNTS.unitPrice,
    all: 'todos os insumos',
    note: 'E se o fornecedor aumentar? E se você trocar de marca?',
    none: 'Nenhum insumo cadastrado ainda.',
    shown: unitPrice,
    typed: moneyInputText,
  },
  {
    kind: 'dish',
    label: 'Pratos',
    rule: AMOUNTS.salePrice,
    all: 'todos os pratos',
    note: 'E se o cardápio subir um pouco?',
    none: 'Nenhum prato cadastrado ainda.',
    shown: (amount) => (amount === 0 ? 'sem preço' : money(amount)),
    typed: moneyInputText,
  },
  {
    kind: 'channelPrice',
    label: 'Preços por canal',
    rule: AMOUNTS.salePrice,
    all: 'todos os preços de outros canais',
    note: 'E se o preço no aplicativo subir? Zero é não vender lá.',
    none: 'Nenhum prato cadastrado ainda.',
    shown: (amount) => (amount === 0 ? 'não vendido' : money(amount)),
    typed: moneyInputText,
  },
  {
    kind: 'sold',
    label: 'O que você vende',
    rule: { kind: 'quantity', min: 0, max: LIMITS.sold.max * SCALE, isWhole: true },
    all: undefined,
    note: 'E se sair mais de um e menos de outro? Quantos por mês, em média; só para experimentar, pois o que foi vendido não muda.',
    none: 'Nenhuma venda lançada ainda.',
    shown: (amount) => `${quantity(amount)} por mês`,
    typed: formatForInput,
  },
  {
    kind: 'fixedCost',
    label: 'Custos fixos',
    rule: fixedCostFields.value.spec.rule,
    all: 'todos os custos fixos',
    note: 'E se o aluguel aumentar? E se entrar mais alguém na equipe?',
    none: 'Nenhum custo fixo cadastrado ainda.',
    shown: money,
    typed: moneyInputText,
  },
  {
    kind: 'variableCost',
    label: 'Custos variáveis',
    rule: AMOUNTS.variableCost,
    all: undefined,
    note: 'E se a comissão do aplicativo mudar?',
    none: 'Nenhum custo variável cadastrado ainda.',
    shown: percentage,
    typed: formatForInput,
  },
  {
    kind: 'month',
    label: 'Faturamento',
    rule: AMOUNTS.monthlyRevenue,
    all: 'todos os meses',
    note: 'E se você vender mais? Os pedidos acompanham, com o mesmo ticket médio.',
    none: '',
    shown: money,
    typed: moneyInputText,
  },
];

export const groupOf = (kind: MoveKind): Group => {
  const found = GROUPS.find((group) => group.kind === kind);
  if (!found) throw new Error(`no such group: ${kind}`);
  return found;
};

/** '+8,0%'; undefined if `from` is zero. */
export function percentBetween(from: TenThousandths, to: TenThousandths): string | undefined {
  if (from === 0) return undefined;
  const change = Math.round(((to - from) / from) * 1_000_000);
  return change > 0 ? `+${percentage(change)}` : percentage(change);
}
