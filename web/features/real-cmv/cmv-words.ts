import type { CmvBody } from '#contract/entities/stock-value.schema.ts';
import { yearMonthName } from '#contract/instants.ts';
import { requireTenThousandths } from '#domain/decimal.ts';
import { monthsBefore } from '#domain/figures/mix.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';

/** A sentence for each value that is missing in the comparison. */
export const missingSentences = ({ month, missing }: Pick<CmvBody, 'month' | 'missing'>): readonly string[] =>
  missing.map((input) => MISSING_SENTENCES[input](month));

const MISSING_SENTENCES: Readonly<Record<CmvBody['missing'][number], (month: string) => string>> = {
  opening: (month) => `Falta quanto valia o estoque no fim de ${yearMonthName(monthsBefore(month, 1))}.`,
  closing: (month) => `Falta quanto valia o estoque no fim de ${yearMonthName(month)}.`,
  sales: (month) => `Faltam as vendas de ${yearMonthName(month)}.`,
  purchases: (month) => `Falta lançar as compras de ${yearMonthName(month)}.`,
};

interface Verdict {
  readonly sentence: string;
  /** The usual reasons, likeliest first. */
  readonly reasons: readonly string[];
}

const REASONS_FOR_MORE = [
  'Desperdício: o que estraga, queima, cai ou volta no prato.',
  'Porções maiores que a ficha: pese três pratos na hora de montar e compare.',
  'Preço que subiu e a ficha não viu, venda que ninguém lançou, refeição da equipe ou furto.',
];

const REASONS_FOR_LESS = [
  'Compra que ninguém lançou: confira as notas do mês.',
  'Estoque contado errado: para mais neste mês, ou para menos no mês anterior.',
  'Ficha com mais do que vai no prato, ou vendas lançadas a mais.',
];

/** The verdict on the difference; null if the two costs cannot be compared. */
export function verdictOf({ difference, difference_percentage }: CmvBody): Verdict | null {
  if (difference === null) return null;
  const share =
    difference_percentage === null
      ? ''
      : ` (${formatPercentage(Math.abs(requireTenThousandths(difference_percentage)))})`;
  const amount = `${formatMoney(Math.abs(requireTenThousandths(difference)))}${share}`;
  if (difference === 0) return { sentence: 'O real é igual ao planejado.', reasons: [] };
  return difference > 0
    ? {
        sentence: `Saíram ${amount} a mais em ingredientes do que as fichas dizem para o que vendeu.`,
        reasons: REASONS_FOR_MORE,
      }
    : {
        sentence: `Saíram ${amount} a menos em ingredientes do que as fichas dizem para o que vendeu.`,
        reasons: REASONS_FOR_LESS,
      };
}

/** The sum behind the real cost: 'R$ 3.200,00 de estoque + R$ 9.100,00 de compras − R$ 2.900,00 que sobraram'. */
export const sumText = ({ opening, purchases, closing }: CmvBody): string =>
  `${amountText(opening)} de estoque + ${amountText(purchases)} de compras − ${amountText(closing)} que sobraram`;

/** An unknown amount is a dash, not zero. */
export const amountText = (reais: number | null): string =>
  reais === null ? '–' : formatMoney(requireTenThousandths(reais));
