import type { CallName } from '#contract/entities/command-call.ts';
import { commandCalls } from '#contract/entities/command-calls.ts';
import type { OwnerContract, ViewName } from '#contract/owner.ts';
import type { CallsOf } from './calls.ts';
import { viewCalls } from './view-calls.ts';

type ChangingCalls = CallsOf<Pick<OwnerContract, CallName>>;

/** What changes one thing, as its noun says. */
const changingCalls = Object.fromEntries(
  Object.values(commandCalls).map(({ call, method, path }) => [call, { method, path, changes: 'data' }]),
) as unknown as ChangingCalls;

/** All that an owner does with a business. */
export const ownerCalls: CallsOf<OwnerContract> = {
  ...viewCalls,
  ...changingCalls,
  applyChanges: { method: 'POST', path: '/api/change-sets', changes: 'data' },
  importSales: { method: 'POST', path: '/api/sales/import', changes: 'data' },
  undoChange: { method: 'POST', path: '/api/changes/:id/undo', changes: 'data' },
  listChanges: { method: 'GET', path: '/api/changes', gives: ['changes', 'next'] },
  history: { method: 'GET', path: '/api/history', gives: ['points', 'grain'] },
  listSales: { method: 'GET', path: '/api/sales', gives: 'list' },
  mix: { method: 'GET', path: '/api/mix', gives: ['break_even', 'result', 'menu'], mayBeNull: true },
  importMemory: { method: 'GET', path: '/api/import-memory', gives: ['layouts', 'names'] },
  rememberImport: { method: 'PUT', path: '/api/import-memory' },
  profitChange: { method: 'GET', path: '/api/profit-change', gives: ['before', 'after', 'parts'] },
};

/** Does this call of the business only read? */
export const isRead = (call: string): boolean => ownerCalls[call as keyof OwnerContract].method === 'GET';

/** Does it read what stands ready? The same may be asked as of a moment. */
export const isView = (call: string): call is ViewName => Object.hasOwn(viewCalls, call);
