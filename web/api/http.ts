import { type CallerOptions, createClient } from './caller.ts';
import type { OwnerClient } from './client.ts';
import { ownerRoutes } from '#contract/routes/owner.ts';

export type HttpClientOptions = Omit<CallerOptions, 'routes'>;

/** A client of the owner's business over HTTP. */
export const createHttpClient = (options: HttpClientOptions): OwnerClient =>
  createClient({ ...options, routes: ownerRoutes }) as OwnerClient;
