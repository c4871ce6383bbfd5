import { createAccountClient } from './account-client.ts';
import type { AccountClient } from './client.ts';

/** This browser's, for the pages about paying and the account. */
export const browserAccountClient = (): AccountClient => createAccountClient({ fetch: fetch.bind(globalThis) });
