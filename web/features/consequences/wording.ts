import type { DishConsequence, Warning } from '#domain/consequences/dish-consequences.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { roundToCents, marginText } from '#domain/figures/dish-result.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import type { PriceGrainName } from '#domain/figures/price-grain.ts';

/** The change of one amount, formatted. */
interface AmountChange {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** The difference of the two formatted amounts. */
  readonly difference: TenThousandths;
}

/** The changed amount of a dish: its margin or, if that stays the same, its net profit. */
export function amountChangeOf({ before, after }: DishConsequence): AmountChange {
  const isMargin = before.contributionMargin !== after.contributionMargin;
  const figure = isMargin ? 'contributionMargin' : 'netProfit';
  const amountText = (dish: typeof before): string =>
    isMargin
      ? `${formatMoney(dish[figure])} (${marginText(dish.contributionMarginPercentage)})`
      : formatMoney(dish[figure]);
  return {
    name: isMargin ? 'margem' : 'resultado',
    from: amountText(before),
    to: amountText(after),
    difference: roundToCents(after[figure]) - roundToCents(before[figure]),
  };
}

/** The other channels in which the amount of a sale changes, before and after. */
export function channelChangesOf({ before, after }: DishConsequence): readonly ChannelChange[] {
  return after.channels.flatMap(({ channelId, price, contributionMargin: marginAfter }, i) => {
    const marginBefore = before.channels.find((each) => each.channelId === channelId)?.contributionMargin;
    if (
      i === 0 ||
      price === 0 ||
      marginBefore === undefined ||
      roundToCents(marginBefore) === roundToCents(marginAfter)
    )
      return [];
    return [{ channelId, from: formatMoney(marginBefore), to: formatMoney(marginAfter) }];
  });
}

interface ChannelChange {
  readonly channelId: string;
  readonly from: string;
  readonly to: string;
}

/** An amount with its sign: '+R$ 1,20', '−R$ 1,20'. */
export const signedMoney = (amount: TenThousandths): string =>
  amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount);

export const warningSentence = (warning: Warning, loss: string): string =>
  warning === 'sold_at_loss' ? `Passa a dar prejuízo de ${loss} por venda` : 'Margem cai para menos de 30%';

/** The changes of at least a cent, and those that cross a threshold. */
export const visibleConsequences = (consequences: readonly DishConsequence[]): readonly DishConsequence[] =>
  consequences.filter((consequence) => {
    const { from, to } = amountChangeOf(consequence);
    return consequence.warning !== undefined || from !== to || channelChangesOf(consequence).length > 0;
  });

/**
 * The number of dishes that cross each threshold: '3 pratos passam a dar prejuízo e 1 fica com margem abaixo de 30%'.
 * It is undefined when none does.
 */
export function warningsText(consequences: readonly DishConsequence[]): string | undefined {
  const number = (warning: Warning): number => consequences.filter((each) => each.warning === warning).length;
  const [losses, low] = [number('sold_at_loss'), number('low_margin')];
  const parts = [
    ...(losses > 0 ? [`${dishCountText(losses)} ${losses === 1 ? 'passa' : 'passam'} a dar prejuízo`] : []),
    ...(low > 0
      ? [
          `${losses > 0 ? formatCount(low) : dishCountText(low)} ${low === 1 ? 'fica' : 'ficam'} com margem abaixo de 30%`,
        ]
      : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' e ');
}

export const dishCountText = (number: number): string => (number === 1 ? '1 prato' : `${formatCount(number)} pratos`);

/** Labels of the steps to which prices are rounded up. */
export const GRAIN_CHOICES: readonly { readonly value: PriceGrainName; readonly label: string }[] = [
  { value: 'endingInNinety', label: 'final ,90' },
  { value: 'fiftyCents', label: 'de 0,50' },
  { value: 'tenCents', label: 'de 0,10' },
];
