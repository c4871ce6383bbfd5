import { sessionRoutes } from '#contract/routes/session.ts';
import { type CallerOptions, createClient } from './caller.ts';
import type { SessionClient } from './client.ts';

/** The first page needs only the calls about the session. */
export const createSessionClient = (options: Omit<CallerOptions, 'routes'>): SessionClient =>
  createClient({ ...options, routes: sessionRoutes }) as SessionClient;
