import { contract } from '#contract/index.ts';
import { type AnySent, type CallerOptions, createCaller } from './caller.ts';
import type { ApiClient } from './client.ts';

export type HttpClientOptions = Omit<CallerOptions, 'endpoints'>;

/** The whole API over HTTP. */
export function createHttpClient(options: HttpClientOptions): ApiClient {
  const call = createCaller({ ...options, endpoints: contract });
  return { call: (name, sent) => call(name, sent as AnySent) as Promise<never> };
}
