import { type CallerOptions, createCaller } from './caller.ts';
import type { ApiClient } from './client.ts';
import { ownerRoutes } from '#contract/routes/owner.ts';

export type HttpClientOptions = Omit<CallerOptions, 'routes'>;

/** The visitor's business over HTTP. */
export function createHttpClient(options: HttpClientOptions): ApiClient {
  const call = createCaller({ ...options, routes: ownerRoutes });
  return { call: (name, sent) => call(name, sent) as Promise<never> };
}
