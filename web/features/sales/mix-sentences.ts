import type { Units } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';

/** Both break-even points and what lies between them. */
export function breakEvenSentence(simple: Units, weighted: Units): string {
  const both = `Pela média simples, o ponto de equilíbrio é ${money(simple)}; pelo que você vende, ${money(weighted)}`;
  if (simple === weighted) return `${both}.`;
  return `${both}: são ${money(Math.abs(weighted - simple))} a ${weighted > simple ? 'mais' : 'menos'} por mês.`;
}

export const excludedSentence = (quantity: number): string =>
  quantity === 1
    ? 'Ficou fora 1 venda de prato removido ou sem preço.'
    : `Ficaram fora ${count(quantity)} vendas de pratos removidos ou sem preço.`;

/** Said where one of both says above and the other one below; undefined where they agree or one is not known. */
export function verdictSentence({ breakEven, figures }: DashboardView, weighted: Units): string | undefined {
  const revenue = figures.faturamentoMedio;
  if (revenue === 0 || breakEven.revenue === 0 || weighted === 0) return undefined;
  const [simplyAbove, reallyAbove] = [revenue >= breakEven.revenue, revenue >= weighted];
  if (simplyAbove === reallyAbove) return undefined;
  return reallyAbove
    ? 'Pela média simples você estaria abaixo do ponto de equilíbrio, mas pelo que vende está acima.'
    : 'Pela média simples você estaria acima do ponto de equilíbrio, mas pelo que vende está abaixo.';
}
