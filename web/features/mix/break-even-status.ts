import type { TenThousandths } from '#domain/decimal.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';

/** The position of the business relative to its break-even point. */
export type BreakEvenStatus =
  /** There are no fixed costs, so there is no break-even point. */
  | { readonly kind: 'nothing_to_cover' }
  /** There are fixed costs, but a sale leaves nothing or less, so no revenue is enough. */
  | { readonly kind: 'margin_does_not_cover' }
  /** There is a break-even point, but no month to compare: missing revenue is not zero. */
  | { readonly kind: 'no_revenue' }
  | {
      readonly kind: 'above' | 'below';
      /** The reais per month between average revenue and break-even, never negative. */
      readonly distance: TenThousandths;
      /** The distance in percent of the break-even point, never negative. */
      readonly percentage: TenThousandths;
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
