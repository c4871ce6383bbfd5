import { requireTenThousandths, HUNDRED_PERCENT } from '#domain/decimal.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { HUNDRED_REAIS, perHundredText } from '../entry/share.ts';
import type { Mix } from './sales-loader.ts';
import { roundToCents } from '#domain/figures/dish-result.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { statusOf } from './break-even-status.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { channelsIfSeveral, channelsOf, inChannel } from '../fields/channels-of.ts';

/** The figures of a sentence besides the specified ones. */
export interface SentenceContext {
  /** The mix; with sales, the sentences use it. */
  readonly mix?: Mix | undefined;
  /** The main channel where there are several: 'no Balcão'. Without sales the sentences are about it alone. */
  readonly mainChannelText?: string | undefined;
}

function perHundredSentence(shareText: string, { mix, mainChannelText }: SentenceContext): string {
  const placeText = mix || mainChannelText === undefined ? '' : ` ${mainChannelText}`;
  return `De cada ${HUNDRED_REAIS} vendidos${placeText}, ${shareText}.`;
}

export function revenueSentence({ revenue }: DashboardView): string {
  if (revenue.monthsFilled === 0) return 'Nenhum mês informado ainda.';
  return revenue.monthsFilled === 1
    ? 'Por mês, com um mês informado até agora.'
    : `Por mês, na média de ${revenue.monthsFilled} meses informados.`;
}

export function fixedCostsSentence({ figures }: DashboardView): string {
  if (figures.custosFixos === 0) return 'Nenhum cadastrado ainda.';
  // The four shares add up to a hundred, so that of the fixed costs is the remainder.
  const share = HUNDRED_PERCENT - figures.lucroMedio - figures.custosVariaveisPercentual - figures.cmvMedio;
  return figures.faturamentoMedio === 0
    ? 'Você paga mesmo de portas fechadas.'
    : perHundredSentence(`${perHundredText(share)} pagam estas contas`, {});
}

export function variableCostsSentence({ figures }: DashboardView, context: SentenceContext): string {
  const share = context.mix ? requireTenThousandths(context.mix.variable_costs) : figures.custosVariaveisPercentual;
  if (share === 0 && figures.custosVariaveisPercentual === 0) return 'Nenhum cadastrado ainda.';
  return perHundredSentence(`${perHundredText(share)} saem em taxas`, context);
}

export function cmvSentence({ figures }: DashboardView, context: SentenceContext): string {
  const share = context.mix ? requireTenThousandths(context.mix.cmv) : figures.cmvMedio;
  return share === 0
    ? 'Monte a ficha de um prato para saber.'
    : perHundredSentence(`${perHundredText(share)} viram ingrediente`, context);
}

export function profitSentence({ figures }: DashboardView, context: SentenceContext): string {
  const share = context.mix ? requireTenThousandths(context.mix.profit) : figures.lucroMedio;
  if (share === 0) return perHundredSentence('não sobra nem falta nada', context);
  return perHundredSentence(`${share > 0 ? 'sobram' : 'faltam'} ${perHundredText(share)}`, context);
}

/** Tells whether sales cost as much as they bring, or more, so that no revenue is enough. */
export const hasNoMargin = ({ contribution_margin, break_even }: Mix): boolean =>
  contribution_margin <= 0 && break_even === 0;

const NO_MARGIN_TEXT = 'o conjunto das vendas custa tanto quanto traz, ou mais';

/** The weighted break-even point: 'Pelo que você vende, o mês empata com R$ 35.057,25.' */
export const weightedBreakEvenSentence = (mix: Mix): string =>
  hasNoMargin(mix)
    ? `Pelo que você vende, não há ponto de equilíbrio: ${NO_MARGIN_TEXT}.`
    : `Pelo que você vende, o mês empata com ${formatMoney(requireTenThousandths(mix.break_even))}.`;

/** The advice which break-even point to trust, and why; undefined where both are equal or there are no fixed costs. */
export function breakEvenAdvice(view: DashboardView, mix: Mix): string | undefined {
  const { kind } = statusOf(view);
  if (kind === 'nothing_to_cover') return undefined;
  if (kind === 'margin_does_not_cover' ? hasNoMargin(mix) : isSameBreakEven(view, mix)) return undefined;
  return 'Confie na conta pelo que você vende: nela cada prato pesa o que sai, em cada canal. Na média simples, o que quase não sai pesa tanto quanto o que mais sai.';
}

const isSameBreakEven = ({ breakEven }: DashboardView, mix: Mix): boolean =>
  roundToCents(breakEven.revenue) === roundToCents(requireTenThousandths(mix.break_even));

/** A sentence with both break-even points and their difference; undefined without fixed costs. */
export function breakEvenComparison(view: DashboardView, mix: Mix): string | undefined {
  const { kind } = statusOf(view);
  if (kind === 'nothing_to_cover') return undefined;
  // The difference is that of the amounts as displayed, in cents.
  const [simple, weighted] = [
    roundToCents(view.breakEven.revenue),
    roundToCents(requireTenThousandths(mix.break_even)),
  ];
  if (kind === 'margin_does_not_cover')
    return hasNoMargin(mix)
      ? `Não há ponto de equilíbrio, nem pela média simples nem pelo que você vende: ${NO_MARGIN_TEXT}.`
      : `Pela média simples não há ponto de equilíbrio; pelo que você vende, ele é ${formatMoney(weighted)}.`;
  const opening = `Pela média simples, o ponto de equilíbrio é ${formatMoney(simple)}; pelo que você vende,`;
  if (hasNoMargin(mix)) return `${opening} não há: ${NO_MARGIN_TEXT}.`;
  const sentence = `${opening} ${formatMoney(weighted)}`;
  if (simple === weighted) return `${sentence}.`;
  return `${sentence}: são ${formatMoney(Math.abs(weighted - simple))} a ${weighted > simple ? 'mais' : 'menos'} por mês.`;
}

export const excludedSentence = (quantity: number): string =>
  quantity === 1
    ? 'Ficou fora 1 venda de prato removido ou sem preço.'
    : `Ficaram fora ${formatCount(quantity)} vendas de pratos removidos ou sem preço.`;

export const mixHint = ({ months }: Mix): string =>
  `Vendas de ${formatCount(months)} ${months === 1 ? 'mês' : 'meses'}, aos custos e preços de hoje.`;

/** The distance of the average month from the weighted break-even point; undefined without anything to compare. */
export function distanceSentence(view: DashboardView, mix: Mix): string | undefined {
  const { custosFixos, faturamentoMedio: revenue } = view.figures;
  if (custosFixos === 0 || revenue === 0) return undefined;
  if (hasNoMargin(mix)) return `Pelo que você vende, não há ponto de equilíbrio: ${NO_MARGIN_TEXT}.`;
  const distance = roundToCents(revenue) - roundToCents(requireTenThousandths(mix.break_even));
  if (distance === 0) return 'Pelo que você vende, seu mês médio empata.';
  return distance < 0
    ? `Pelo que você vende, faltam ${formatMoney(-distance)} por mês para empatar.`
    : `Pelo que você vende, seu mês médio passa ${formatMoney(distance)} do que precisa.`;
}

interface Verdict {
  readonly sentence: string;
  /** The position of the average month by the weighted figures. */
  readonly weightedPosition: 'above' | 'below';
}

/** The verdict where the two figures disagree about break-even; undefined where they agree or one is unknown. */
export function verdictOf(view: DashboardView, mix: Mix): Verdict | undefined {
  const { kind } = statusOf(view);
  const revenue = view.figures.faturamentoMedio;
  if (revenue === 0 || kind === 'nothing_to_cover' || kind === 'no_revenue') return undefined;
  const weightedPosition = !hasNoMargin(mix) && revenue >= requireTenThousandths(mix.break_even) ? 'above' : 'below';
  if ((kind === 'above') === (weightedPosition === 'above')) return undefined;
  return { weightedPosition, sentence: VERDICTS[kind] };
}

/** The verdicts, by what the unweighted figures say. */
const VERDICTS = {
  above: 'Pela média simples você estaria acima do ponto de equilíbrio, mas pelo que vende está abaixo.',
  below: 'Pela média simples você estaria abaixo do ponto de equilíbrio, mas pelo que vende está acima.',
  margin_does_not_cover: 'Pela média simples não haveria ponto de equilíbrio, mas pelo que vende você está acima dele.',
} as const;

/** The figures weighted by sales, to show beside the specified ones. */
export interface WeightedMix {
  readonly mix: Mix;
  /** Tells whether they are older than the data on screen and being read again. */
  readonly isOld: boolean;
}

/** The weighted figures; undefined without sales, and while they are loading or could not be read again. */
export function weightedMixOf({ mix: { data, isOutdated } }: BusinessStore): WeightedMix | undefined {
  if (data.kind !== 'known' || data.staleSince || data.value === null) return undefined;
  return { mix: data.value, isOld: isOutdated };
}

/** The context of the sentences about the business. */
export function sentenceContextOf(business: BusinessStore): SentenceContext {
  const [main] = channelsIfSeveral(channelsOf(business));
  return { mix: weightedMixOf(business)?.mix, mainChannelText: main && inChannel(main) };
}
