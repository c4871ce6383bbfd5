import { type CallerOptions, createCaller } from './caller.ts';
import { accountRoutes } from '#contract/routes/account.ts';
import type { AccountClient } from './client.ts';

/** Paying, receipts, and what belongs to the account. */
export function createAccountClient(options: Omit<CallerOptions, 'routes'>): AccountClient {
  const call = createCaller({ ...options, routes: accountRoutes });
  return { call: (name, sent) => call(name, sent) as Promise<never> };
}
