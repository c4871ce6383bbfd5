import type { EarlyReads } from './early-reads.ts';
import { sessionRoutes } from '#contract/routes/session.ts';
import { viewRoutes } from '#contract/routes/views.ts';

/** The headers of every read. */
export const READ_HEADERS = { Accept: 'application/json, application/problem+json' } as const;

/** Starts reading the session and the business, for a page whose code is still loading. */
export function startEarlyReads(withBusiness: boolean): EarlyReads {
  const reads = [sessionRoutes.currentUser, ...(withBusiness ? Object.values(viewRoutes) : [])];
  return { startedAt: performance.now(), readsByAddress: new Map(reads.map(({ path }) => [path, startRead(path)])) };
}

function startRead(path: string) {
  const controller = new AbortController();
  const answer = fetch(path, { headers: READ_HEADERS, credentials: 'same-origin', signal: controller.signal });
  answer.catch(() => undefined); // Nobody may ever use this answer, so a failure must not be reported as unhandled.
  return { answer, abort: () => controller.abort() };
}
