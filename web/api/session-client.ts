import { sessionRoutes } from '#contract/routes/session.ts';
import { type ClientOptions, createClient } from './caller.ts';
import type { SessionClient } from './client.ts';

/** The first page needs only the calls about the session. */
export const createSessionClient = (options: ClientOptions): SessionClient =>
  createClient(sessionRoutes, options) as SessionClient;
