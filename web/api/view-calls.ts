import type { OwnerContract, ViewName } from '#contract/owner.ts';
import type { CallsOf } from './calls.ts';

/** All that the dashboard reads of a business when it opens: what stands ready on the server. */
export const viewCalls: CallsOf<Pick<OwnerContract, ViewName>> = {
  listFixedCosts: { method: 'GET', path: '/api/fixed-costs', gives: 'list' },
  listVariableCosts: { method: 'GET', path: '/api/variable-costs', gives: 'list' },
  listMonthRevenues: { method: 'GET', path: '/api/revenue-projections', gives: 'list' },
  listIngredients: { method: 'GET', path: '/api/ingredients', gives: 'list' },
  listPreparations: { method: 'GET', path: '/api/preparations', gives: 'list' },
  listDishes: { method: 'GET', path: '/api/dishes', gives: 'list' },
  listChannels: { method: 'GET', path: '/api/channels', gives: 'list' },
  businessSettings: { method: 'GET', path: '/api/business-settings', gives: ['production_loss'] },
  breakEvenFinancial: { method: 'GET', path: '/api/break-even-financial', gives: ['businessMetrics'] },
  dashboard: {
    method: 'GET',
    path: '/api/dashboard',
    gives: ['faturamentoMedio', 'breakEven', 'revenue', 'slices', 'gaps'],
  },
};
