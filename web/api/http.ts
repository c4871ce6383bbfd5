import { ownerEndpoints } from '#contract/owner.ts';
import { type CallerOptions, createCaller } from './caller.ts';
import type { ApiClient } from './client.ts';

export type HttpClientOptions = Omit<CallerOptions, 'calls'>;

/** The visitor's business over HTTP. */
export function createHttpClient(options: HttpClientOptions): ApiClient {
  const call = createCaller({ ...options, calls: ownerEndpoints });
  return { call: (name, sent) => call(name, sent) as Promise<never> };
}

/** Does this call of the business only read? */
export const isRead = (call: string): boolean => ownerEndpoints[call as keyof typeof ownerEndpoints].method === 'GET';
