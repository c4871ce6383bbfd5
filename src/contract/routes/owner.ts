import type { Routes } from '../endpoint.ts';
import { viewRoutes } from './views.ts';

/** Calls that change a business. */
export const changeRoutes = {
  addFixedCost: { method: 'POST', path: '/api/fixed-costs', changes: 'data' },
  changeFixedCost: { method: 'PUT', path: '/api/fixed-costs/:id', changes: 'data' },
  removeFixedCost: { method: 'DELETE', path: '/api/fixed-costs/:id', changes: 'data' },
  addVariableCost: { method: 'POST', path: '/api/variable-costs', changes: 'data' },
  changeVariableCost: { method: 'PUT', path: '/api/variable-costs/:id', changes: 'data' },
  removeVariableCost: { method: 'DELETE', path: '/api/variable-costs/:id', changes: 'data' },
  recordMonthRevenue: { method: 'POST', path: '/api/revenue-projections', changes: 'data' },
  stateAverageTicket: { method: 'POST', path: '/api/business-metrics', changes: 'data' },
  addIngredient: { method: 'POST', path: '/api/ingredients', changes: 'data' },
  changeIngredient: { method: 'PUT', path: '/api/ingredients/:id', changes: 'data' },
  replaceIngredient: { method: 'POST', path: '/api/ingredients/:id/replace', changes: 'data' },
  repriceIngredients: { method: 'POST', path: '/api/ingredients/reprice', changes: 'data' },
  removeIngredient: { method: 'DELETE', path: '/api/ingredients/:id', changes: 'data' },
  addPreparation: { method: 'POST', path: '/api/preparations', changes: 'data' },
  changePreparation: { method: 'PUT', path: '/api/preparations/:id', changes: 'data' },
  duplicatePreparation: { method: 'POST', path: '/api/preparations/:id/duplicate', changes: 'data' },
  removePreparation: { method: 'DELETE', path: '/api/preparations/:id', changes: 'data' },
  addPreparationIngredient: { method: 'POST', path: '/api/preparations/:preparationId/lines', changes: 'data' },
  changePreparationIngredient: {
    method: 'PUT',
    path: '/api/preparations/:preparationId/lines/:ingredientId',
    changes: 'data',
  },
  removePreparationIngredient: {
    method: 'DELETE',
    path: '/api/preparations/:preparationId/lines/:ingredientId',
    changes: 'data',
  },
  addDish: { method: 'POST', path: '/api/dishes', changes: 'data' },
  changeDish: { method: 'PUT', path: '/api/dishes/:id', changes: 'data' },
  duplicateDish: { method: 'POST', path: '/api/dishes/:id/duplicate', changes: 'data' },
  removeDish: { method: 'DELETE', path: '/api/dishes/:id', changes: 'data' },
  addDishIngredient: { method: 'POST', path: '/api/recipe-ingredients', changes: 'data' },
  changeDishIngredient: { method: 'PUT', path: '/api/recipe-ingredients/:dishId/:ingredientId', changes: 'data' },
  removeDishIngredient: { method: 'DELETE', path: '/api/recipe-ingredients/:dishId/:ingredientId', changes: 'data' },
  changeBusinessSettings: { method: 'PUT', path: '/api/business-settings', changes: 'data' },
  addChannel: { method: 'POST', path: '/api/channels', changes: 'data' },
  changeChannel: { method: 'PUT', path: '/api/channels/:id', changes: 'data' },
  removeChannel: { method: 'DELETE', path: '/api/channels/:id', changes: 'data' },
  recordSales: { method: 'PUT', path: '/api/sales/:month/:channelId', changes: 'data' },
  enterPurchase: { method: 'POST', path: '/api/purchases', changes: 'data' },
  takeBackPurchase: { method: 'DELETE', path: '/api/purchases/:id', changes: 'data' },
  changeSupplier: { method: 'PUT', path: '/api/suppliers/:id', changes: 'data' },
  recordStockValue: { method: 'PUT', path: '/api/stock-values/:month', changes: 'data' },
  clearStockValue: { method: 'DELETE', path: '/api/stock-values/:month', changes: 'data' },
  importSales: { method: 'POST', path: '/api/sales/import', changes: 'data' },
  applyChanges: { method: 'POST', path: '/api/change-sets', changes: 'data' },
  undoChange: { method: 'POST', path: '/api/changes/:id/undo', changes: 'data' },
} as const satisfies Routes;

/** Calls that are answered from the history of a business. */
export const pastRoutes = {
  history: { method: 'GET', path: '/api/history', replyShape: ['points', 'grain'] },
  listSales: { method: 'GET', path: '/api/sales', replyShape: 'list' },
  mix: { method: 'GET', path: '/api/mix', replyShape: ['break_even', 'result', 'menu'], isNullable: true },
  listPurchases: { method: 'GET', path: '/api/purchases', replyShape: 'list' },
  purchase: { method: 'GET', path: '/api/purchases/:id', replyShape: ['lines', 'moved'] },
  listSuppliers: { method: 'GET', path: '/api/suppliers', replyShape: 'list' },
  listStockValues: { method: 'GET', path: '/api/stock-values', replyShape: 'list' },
  monthCmv: { method: 'GET', path: '/api/cmv/:month', replyShape: ['planned', 'real', 'missing'] },
  listChanges: { method: 'GET', path: '/api/changes', replyShape: ['changes', 'next'] },
  profitChange: { method: 'GET', path: '/api/profit-change', replyShape: ['before', 'after', 'parts'] },
} as const satisfies Routes;

/** Calls about the import memory of a business, which has a stream of its own. */
export const memoryRoutes = {
  importMemory: { method: 'GET', path: '/api/import-memory', replyShape: ['layouts', 'names'] },
  rememberImport: { method: 'PUT', path: '/api/import-memory', changes: 'memory' },
} as const satisfies Routes;

/** All calls of an owner about a business. */
export const ownerRoutes = { ...viewRoutes, ...changeRoutes, ...pastRoutes, ...memoryRoutes };

export type ChangeCallName = keyof typeof changeRoutes;

export const isChangeCall = (name: string): name is ChangeCallName => Object.hasOwn(changeRoutes, name);

/** The names of reads that are answered from the history of the business. */
export type PastReadName = keyof typeof pastRoutes;

export const isPastRead = (name: string): name is PastReadName => Object.hasOwn(pastRoutes, name);

/** Tells whether a call about the business only reads. */
export const isRead = (name: string): boolean => ownerRoutes[name as keyof typeof ownerRoutes].method === 'GET';

/** The live stream of changes of a business. */
export const liveRoutes = {
  live: { method: 'GET', path: '/api/live', replyShape: [] },
} as const satisfies Routes;
