import { sessionRoutes } from '#contract/routes/session.ts';
import { type CallerOptions, createClient } from './caller.ts';
import type { SessionClient } from './client.ts';

/** Only the calls about who is there: the first page needs no others. */
export const createSessionClient = (options: Omit<CallerOptions, 'routes'>): SessionClient =>
  createClient({ ...options, routes: sessionRoutes }) as SessionClient;
