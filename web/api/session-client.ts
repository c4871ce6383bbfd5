import { sessionEndpoints } from '#contract/session.ts';
import { type AnySent, type CallerOptions, createCaller } from './caller.ts';
import type { SessionClient } from './client.ts';

/** Only the calls about who is there: the first page needs no others, and not the schemas that come with them. */
export function createSessionClient(options: Omit<CallerOptions, 'endpoints'>): SessionClient {
  const call = createCaller({ ...options, endpoints: sessionEndpoints });
  return { call: (name, sent) => call(name, sent as AnySent) as Promise<never> };
}
