import { dataEndpoints } from '#contract/data.ts';
import { type AnySent, type CallerOptions, createCaller } from './caller.ts';
import type { ApiClient } from './client.ts';

export type HttpClientOptions = Omit<CallerOptions, 'calls'>;

/** The visitor's business over HTTP. */
export function createHttpClient(options: HttpClientOptions): ApiClient {
  const call = createCaller({ ...options, calls: dataEndpoints });
  return { call: (name, sent) => call(name, sent as AnySent) as Promise<never> };
}

/** Does this call of the business only read? */
export const isRead = (call: string): boolean => dataEndpoints[call as keyof typeof dataEndpoints].method === 'GET';
