import type { Units } from '#domain/decimal.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';

/** Where the business stands against its break-even point. */
export type BreakEvenStatus =
  /** No fixed costs: there is nothing to break even with. */
  | { readonly kind: 'nothing_to_cover' }
  /** Fixed costs, but what a sale leaves is nothing or less: no revenue is ever enough. */
  | { readonly kind: 'margin_does_not_cover' }
  /** A break-even point, and no month to compare with it: no revenue is not a revenue of zero. */
  | { readonly kind: 'no_revenue' }
  | {
      readonly kind: 'above' | 'below';
      /** Reais per month between average revenue and break-even, never negative. */
      readonly distance: Units;
      /** The same in percent of break-even, never negative. */
      readonly percentage: Units;
    };

export function statusOf({ figures, breakEven }: DashboardView): BreakEvenStatus {
  if (figures.custosFixos === 0) return { kind: 'nothing_to_cover' };
  if (figures.margemContribuicao <= 0) return { kind: 'margin_does_not_cover' };
  if (figures.faturamentoMedio === 0) return { kind: 'no_revenue' };
  return {
    kind: breakEven.surplus < 0 ? 'below' : 'above',
    distance: Math.abs(breakEven.surplus),
    percentage: Math.abs(breakEven.performance),
  };
}

export const NO_BREAK_EVEN = 'Sem ponto de equilíbrio: a margem não cobre os custos';
