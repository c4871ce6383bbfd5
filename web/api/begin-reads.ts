import type { BegunReads } from './begun-reads.ts';
import { sessionCalls } from './calls.ts';
import { READING } from './reading.ts';
import { viewCalls } from './view-calls.ts';

/** Asks who is there and, beside that, for the business: for a page that will show it once its code has come. */
export function beginReads(withBusiness: boolean): BegunReads {
  const reads = [sessionCalls.currentUser, ...(withBusiness ? Object.values(viewCalls) : [])];
  const answers = new Map(
    reads.map(({ path }) => [path, fetch(path, { headers: READING, credentials: 'same-origin' })]),
  );
  // Whether anybody will ever look at one is not known here.
  for (const answer of answers.values()) answer.catch(() => undefined);
  return { at: performance.now(), answers };
}
