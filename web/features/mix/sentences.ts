import { unitsFromWire } from '#domain/decimal.ts';
import { WHOLE } from '#domain/figures/business-figures.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { A_HUNDRED, ofHundred } from '../entry/of-hundred.ts';
import type { Mix } from './sales-reading.ts';

/** The figures in the words of the counter: percent of revenue as reais of every R$ 100 sold. */

/** What a sentence is about besides the specified figures. */
export interface SentenceContext {
  /** As soon as something is sold, the sentences follow it. */
  readonly mix?: Mix | undefined;
  /** Until then they are about the main channel alone, where there are several: 'no Balcão'. */
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
  // The four shares make a hundred, so the fixed costs' is what the other three leave.
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
