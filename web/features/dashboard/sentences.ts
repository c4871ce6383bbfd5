import { WHOLE } from '#domain/figures/business-figures.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { A_HUNDRED, ofHundred } from '../entry/of-hundred.ts';

/** The figures in the words of the counter: percent of revenue as reais of every R$ 100 sold. */

const ofEveryHundred = (what: string): string => `De cada ${A_HUNDRED} vendidos, ${what}.`;

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
    : ofEveryHundred(`${ofHundred(share)} pagam estas contas`);
}

export const variableCostsSentence = ({ figures }: DashboardView): string =>
  figures.custosVariaveisPercentual === 0
    ? 'Nenhum cadastrado ainda.'
    : ofEveryHundred(`${ofHundred(figures.custosVariaveisPercentual)} saem em taxas`);

export const cmvSentence = ({ figures }: DashboardView): string =>
  figures.cmvMedio === 0
    ? 'Monte a ficha de um prato para saber.'
    : ofEveryHundred(`${ofHundred(figures.cmvMedio)} viram ingrediente`);

export function profitSentence({ figures }: DashboardView): string {
  if (figures.lucroMedio === 0) return ofEveryHundred('não sobra nem falta nada');
  const verb = figures.lucroMedio > 0 ? 'sobram' : 'faltam';
  return ofEveryHundred(`${verb} ${ofHundred(figures.lucroMedio)}`);
}
