import { accountRoutes } from '#contract/routes/account.ts';
import { createClient } from './caller.ts';
import type { AccountClient } from './client.ts';

/** A client for payments, receipts and the account. */
export const browserAccountClient = (): AccountClient =>
  createClient(accountRoutes, { fetch: fetch.bind(globalThis) }) as AccountClient;
