import type { OwnerContract, ViewName } from '#contract/owner.ts';
import type { CallsOf } from './calls.ts';

/** All that the dashboard reads of a business when it opens: what stands ready on the server. */
export const viewCalls: CallsOf<Pick<OwnerContract, ViewName>> = {
  listFixedCosts: { method: 'GET', path: '/api/fixed-costs' },
  listVariableCosts: { method: 'GET', path: '/api/variable-costs' },
  listMonthRevenues: { method: 'GET', path: '/api/revenue-projections' },
  listIngredients: { method: 'GET', path: '/api/ingredients' },
  listDishes: { method: 'GET', path: '/api/dishes' },
  breakEvenFinancial: { method: 'GET', path: '/api/break-even-financial' },
  dashboard: { method: 'GET', path: '/api/dashboard' },
};
