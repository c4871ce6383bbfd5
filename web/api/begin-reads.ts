import type { BegunReads } from './begun-reads.ts';
import { sessionRoutes } from '#contract/routes/session.ts';
import { viewRoutes } from '#contract/routes/views.ts';

/** What every call says that it takes. */
export const READING = { Accept: 'application/json, application/problem+json' } as const;

/** Asks who is there and, beside that, for the business: for a page that will show it once its code has come. */
export function beginReads(withBusiness: boolean): BegunReads {
  const reads = [sessionRoutes.currentUser, ...(withBusiness ? Object.values(viewRoutes) : [])];
  return { at: performance.now(), answers: new Map(reads.map(({ path }) => [path, begun(path)])) };
}

function begun(path: string) {
  const calling = new AbortController();
  const answer = fetch(path, { headers: READING, credentials: 'same-origin', signal: calling.signal });
  answer.catch(() => undefined); // whether anybody will ever look at it is not known here
  return { answer, giveUp: () => calling.abort() };
}
