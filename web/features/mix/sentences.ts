import { unitsFromWire } from '#domain/decimal.ts';
import { WHOLE } from '#domain/figures/business-figures.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { A_HUNDRED, ofHundred } from '../entry/share.ts';
import type { Mix } from './sales-reading.ts';
import { inCents } from '#domain/figures/shown-dish.ts';
import { count, money } from '#domain/format.ts';
import { statusOf } from './break-even-status.ts';

/** The figures of a sentence besides the specified ones. */
export interface SentenceContext {
  /** The mix; with sales, the sentences use it. */
  readonly mix?: Mix | undefined;
  /** The main channel where there are several: 'no Balcão'. Without sales the sentences are about it alone. */
  readonly where?: string | undefined;
}

function ofEveryHundred(what: string, { mix, where }: SentenceContext): string {
  const place = mix || where === undefined ? '' : ` ${where}`;
  return `De cada ${A_HUNDRED} vendidos${place}, ${what}.`;
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
  const share = WHOLE - figures.lucroMedio - figures.custosVariaveisPercentual - figures.cmvMedio;
  return figures.faturamentoMedio === 0
    ? 'Você paga mesmo de portas fechadas.'
    : ofEveryHundred(`${ofHundred(share)} pagam estas contas`, {});
}

export function variableCostsSentence({ figures }: DashboardView, told: SentenceContext): string {
  const share = told.mix ? unitsFromWire(told.mix.variable_costs) : figures.custosVariaveisPercentual;
  if (share === 0 && figures.custosVariaveisPercentual === 0) return 'Nenhum cadastrado ainda.';
  return ofEveryHundred(`${ofHundred(share)} saem em taxas`, told);
}

export function cmvSentence({ figures }: DashboardView, told: SentenceContext): string {
  const share = told.mix ? unitsFromWire(told.mix.cmv) : figures.cmvMedio;
  return share === 0
    ? 'Monte a ficha de um prato para saber.'
    : ofEveryHundred(`${ofHundred(share)} viram ingrediente`, told);
}

export function profitSentence({ figures }: DashboardView, told: SentenceContext): string {
  const share = told.mix ? unitsFromWire(told.mix.profit) : figures.lucroMedio;
  if (share === 0) return ofEveryHundred('não sobra nem falta nada', told);
  return ofEveryHundred(`${share > 0 ? 'sobram' : 'faltam'} ${ofHundred(share)}`, told);
}

/** Whether no revenue is enough: sales cost as much as they bring, or more. */
export const leavesNothing = ({ contribution_margin, break_even }: Mix): boolean =>
  contribution_margin <= 0 && break_even === 0;

const COSTS_ALL = 'o conjunto das vendas custa tanto quanto traz, ou mais';

/** 'Pelo que você vende, o mês empata com R$ 35.057,25.' */
export const evenSentence = (mix: Mix): string =>
  leavesNothing(mix)
    ? `Pelo que você vende, não há ponto de equilíbrio: ${COSTS_ALL}.`
    : `Pelo que você vende, o mês empata com ${money(unitsFromWire(mix.break_even))}.`;

/** Which of two break-even points to trust, and why; undefined where both are equal or there are no fixed costs. */
export function trustSentence(view: DashboardView, mix: Mix): string | undefined {
  const { kind } = statusOf(view);
  if (kind === 'nothing_to_cover') return undefined;
  if (kind === 'margin_does_not_cover' ? leavesNothing(mix) : isSame(view, mix)) return undefined;
  return 'Confie na conta pelo que você vende: nela cada prato pesa o que sai, em cada canal. Na média simples, o que quase não sai pesa tanto quanto o que mais sai.';
}

const isSame = ({ breakEven }: DashboardView, mix: Mix): boolean =>
  inCents(breakEven.revenue) === inCents(unitsFromWire(mix.break_even));

/** Both break-even points and their difference; undefined without fixed costs. */
export function breakEvenSentence(view: DashboardView, mix: Mix): string | undefined {
  const { kind } = statusOf(view);
  if (kind === 'nothing_to_cover') return undefined;
  // The difference is that of the amounts as displayed, in cents.
  const [simple, weighted] = [inCents(view.breakEven.revenue), inCents(unitsFromWire(mix.break_even))];
  if (kind === 'margin_does_not_cover')
    return leavesNothing(mix)
      ? `Não há ponto de equilíbrio, nem pela média simples nem pelo que você vende: ${COSTS_ALL}.`
      : `Pela média simples não há ponto de equilíbrio; pelo que você vende, ele é ${money(weighted)}.`;
  const said = `Pela média simples, o ponto de equilíbrio é ${money(simple)}; pelo que você vende,`;
  if (leavesNothing(mix)) return `${said} não há: ${COSTS_ALL}.`;
  const both = `${said} ${money(weighted)}`;
  if (simple === weighted) return `${both}.`;
  return `${both}: são ${money(Math.abs(weighted - simple))} a ${weighted > simple ? 'mais' : 'menos'} por mês.`;
}

export const excludedSentence = (quantity: number): string =>
  quantity === 1
    ? 'Ficou fora 1 venda de prato removido ou sem preço.'
    : `Ficaram fora ${count(quantity)} vendas de pratos removidos ou sem preço.`;

export const mixHint = ({ months }: Mix): string =>
  `Vendas de ${count(months)} ${months === 1 ? 'mês' : 'meses'}, aos custos e preços de hoje.`;

/** The distance of the average month from the weighted break-even point; undefined without anything to compare. */
export function distanceSentence(view: DashboardView, mix: Mix): string | undefined {
  const { custosFixos, faturamentoMedio: revenue } = view.figures;
  if (custosFixos === 0 || revenue === 0) return undefined;
  if (leavesNothing(mix)) return `Pelo que você vende, não há ponto de equilíbrio: ${COSTS_ALL}.`;
  const distance = inCents(revenue) - inCents(unitsFromWire(mix.break_even));
  if (distance === 0) return 'Pelo que você vende, seu mês médio empata.';
  return distance < 0
    ? `Pelo que você vende, faltam ${money(-distance)} por mês para empatar.`
    : `Pelo que você vende, seu mês médio passa ${money(distance)} do que precisa.`;
}

interface Verdict {
  readonly sentence: string;
  /** The position of the average month by the weighted figures. */
  readonly really: 'above' | 'below';
}

/** The verdict where one figure says above and the other below; undefined where they agree or one is unknown. */
export function verdictOf(view: DashboardView, mix: Mix): Verdict | undefined {
  const { kind } = statusOf(view);
  const revenue = view.figures.faturamentoMedio;
  if (revenue === 0 || kind === 'nothing_to_cover' || kind === 'no_revenue') return undefined;
  const really = !leavesNothing(mix) && revenue >= unitsFromWire(mix.break_even) ? 'above' : 'below';
  if ((kind === 'above') === (really === 'above')) return undefined;
  return { really, sentence: VERDICTS[kind] };
}

/** The verdicts, by what the unweighted figures say. */
const VERDICTS = {
  above: 'Pela média simples você estaria acima do ponto de equilíbrio, mas pelo que vende está abaixo.',
  below: 'Pela média simples você estaria abaixo do ponto de equilíbrio, mas pelo que vende está acima.',
  margin_does_not_cover: 'Pela média simples não haveria ponto de equilíbrio, mas pelo que vende você está acima dele.',
} as const;
