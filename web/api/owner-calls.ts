import type { OwnerContract, ViewName } from '#contract/owner.ts';
import type { CallsOf } from './calls.ts';
import { viewCalls } from './view-calls.ts';

/** All that an owner does with a business. */
export const ownerCalls: CallsOf<OwnerContract> = {
  ...viewCalls,
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
  removeIngredient: { method: 'DELETE', path: '/api/ingredients/:id', changes: 'data' },
  addDish: { method: 'POST', path: '/api/dishes', changes: 'data' },
  changeDish: { method: 'PUT', path: '/api/dishes/:id', changes: 'data' },
  removeDish: { method: 'DELETE', path: '/api/dishes/:id', changes: 'data' },
  addDishIngredient: { method: 'POST', path: '/api/recipe-ingredients', changes: 'data' },
  changeDishIngredient: { method: 'PUT', path: '/api/recipe-ingredients/:dishId/:ingredientId', changes: 'data' },
  removeDishIngredient: { method: 'DELETE', path: '/api/recipe-ingredients/:dishId/:ingredientId', changes: 'data' },
  applyChanges: { method: 'POST', path: '/api/change-sets', changes: 'data' },
  undoChange: { method: 'POST', path: '/api/changes/:id/undo', changes: 'data' },
  listChanges: { method: 'GET', path: '/api/changes' },
  history: { method: 'GET', path: '/api/history' },
  profitChange: { method: 'GET', path: '/api/profit-change' },
};

/** Does this call of the business only read? */
export const isRead = (call: string): boolean => ownerCalls[call as keyof OwnerContract].method === 'GET';

/** Does it read what stands ready? The same may be asked as of a moment. */
export const isView = (call: string): call is ViewName => Object.hasOwn(viewCalls, call);
