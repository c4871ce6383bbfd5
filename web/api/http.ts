import { type ClientOptions, createClient } from './caller.ts';
import type { OwnerClient } from './client.ts';
import { ownerRoutes } from '#contract/routes/owner.ts';

/** A client of the owner's business over HTTP. */
export const createHttpClient = (options: ClientOptions): OwnerClient =>
  createClient(ownerRoutes, options) as OwnerClient;
