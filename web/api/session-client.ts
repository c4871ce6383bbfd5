import { type CallerOptions, createCaller } from './caller.ts';
import { sessionRoutes } from '#contract/routes/session.ts';
import type { SessionClient } from './client.ts';

/** Only the calls about who is there: the first page needs no others. */
export function createSessionClient(options: Omit<CallerOptions, 'routes'>): SessionClient {
  const call = createCaller({ ...options, routes: sessionRoutes });
  return { call: (name, sent) => call(name, sent) as Promise<never> };
}
