import { type CallerOptions, createCaller } from './caller.ts';
import { accountCalls } from './calls.ts';
import type { AccountClient } from './client.ts';

/** Paying, receipts, and what belongs to the account. */
export function createAccountClient(options: Omit<CallerOptions, 'calls'>): AccountClient {
  const call = createCaller({ ...options, calls: accountCalls });
  return { call: (name, sent) => call(name, sent) as Promise<never> };
}
