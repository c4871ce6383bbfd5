import { unitsFromWire } from '#contract/units-from-wire.ts';
import type { Units } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import type { Mix } from './sales-reading.ts';

/** No revenue is enough: what is sold costs as much as it brings, or more. */
export const leavesNothing = ({ contribution_margin, break_even }: Mix): boolean =>
  contribution_margin <= 0 && break_even === 0;

const NOTHING_LEFT = 'pelo que você vende, não há: o conjunto das vendas custa tanto quanto traz, ou mais';

/** Both break-even points and what lies between them. */
export function breakEvenSentence(simple: Units, mix: Mix): string {
  const said = `Pela média simples, o ponto de equilíbrio é ${money(simple)}`;
  if (leavesNothing(mix)) return `${said}; ${NOTHING_LEFT}.`;
  const weighted = unitsFromWire(mix.break_even);
  const both = `${said}; pelo que você vende, ${money(weighted)}`;
  if (simple === weighted) return `${both}.`;
  return `${both}: são ${money(Math.abs(weighted - simple))} a ${weighted > simple ? 'mais' : 'menos'} por mês.`;
}

export const excludedSentence = (quantity: number): string =>
  quantity === 1
    ? 'Ficou fora 1 venda de prato removido ou sem preço.'
    : `Ficaram fora ${count(quantity)} vendas de pratos removidos ou sem preço.`;

/** Said where one of both says above and the other one below; undefined where they agree or one is not known. */
export function verdictSentence({ breakEven, figures }: DashboardView, mix: Mix): string | undefined {
  const revenue = figures.faturamentoMedio;
  const weighted = unitsFromWire(mix.break_even);
  if (revenue === 0 || breakEven.revenue === 0 || (weighted === 0 && !leavesNothing(mix))) return undefined;
  const [simplyAbove, reallyAbove] = [revenue >= breakEven.revenue, !leavesNothing(mix) && revenue >= weighted];
  if (simplyAbove === reallyAbove) return undefined;
  return reallyAbove
    ? 'Pela média simples você estaria abaixo do ponto de equilíbrio, mas pelo que vende está acima.'
    : 'Pela média simples você estaria acima do ponto de equilíbrio, mas pelo que vende está abaixo.';
}
