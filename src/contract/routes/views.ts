import type { Routes } from '../endpoint.ts';

/** Reads that the dashboard sends when it opens, answered from prepared rows. */
export const viewRoutes = {
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
} as const satisfies Routes;

/** Names of reads that are answered from prepared rows; the same reads can be asked as of a moment. */
export type ViewName = keyof typeof viewRoutes;

export const isView = (name: string): name is ViewName => Object.hasOwn(viewRoutes, name);
