import { type CallerOptions, createCaller } from './caller.ts';
import { sessionCalls } from './calls.ts';
import type { SessionClient } from './client.ts';

/** Only the calls about who is there: the first page needs no others. */
export function createSessionClient(options: Omit<CallerOptions, 'calls'>): SessionClient {
  const call = createCaller({ ...options, calls: sessionCalls });
  return { call: (name, sent) => call(name, sent) as Promise<never> };
}
