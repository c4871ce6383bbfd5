import type { Routes } from '../endpoint.ts';

/** Reads that the dashboard sends when it opens, answered from prepared rows. */
export const viewRoutes = {
  listFixedCosts: { method: 'GET', path: '/api/fixed-costs', replyShape: 'list' },
  listVariableCosts: { method: 'GET', path: '/api/variable-costs', replyShape: 'list' },
  listMonthRevenues: { method: 'GET', path: '/api/revenue-projections', replyShape: 'list' },
  listIngredients: { method: 'GET', path: '/api/ingredients', replyShape: 'list' },
  listPreparations: { method: 'GET', path: '/api/preparations', replyShape: 'list' },
  listDishes: { method: 'GET', path: '/api/dishes', replyShape: 'list' },
  listChannels: { method: 'GET', path: '/api/channels', replyShape: 'list' },
  businessSettings: { method: 'GET', path: '/api/business-settings', replyShape: ['production_loss'] },
  breakEvenFinancial: { method: 'GET', path: '/api/break-even-financial', replyShape: ['businessMetrics'] },
  dashboard: {
    method: 'GET',
    path: '/api/dashboard',
    replyShape: ['faturamentoMedio', 'breakEven', 'revenue', 'slices', 'gaps'],
  },
} as const satisfies Routes;

/** The names of reads that are answered from prepared rows; the same reads can be asked as of a moment. */
export type ViewName = keyof typeof viewRoutes;

export const isView = (name: string): name is ViewName => Object.hasOwn(viewRoutes, name);
