import { type CallerOptions, createCaller } from './caller.ts';
import type { ApiClient } from './client.ts';
import { ownerCalls } from './owner-calls.ts';

export type HttpClientOptions = Omit<CallerOptions, 'calls'>;

/** The visitor's business over HTTP. */
export function createHttpClient(options: HttpClientOptions): ApiClient {
  const call = createCaller({ ...options, calls: ownerCalls });
  return { call: (name, sent) => call(name, sent) as Promise<never> };
}
