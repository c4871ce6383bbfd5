import type { BegunReads } from './begun-reads.ts';
import { sessionCalls } from './calls.ts';
import { READING } from './reading.ts';
import { viewCalls } from './view-calls.ts';

/** Asks who is there and, beside that, for the business: for a page that will show it once its code has come. */
export function beginReads(withBusiness: boolean): BegunReads {
  const reads = [sessionCalls.currentUser, ...(withBusiness ? Object.values(viewCalls) : [])];
  return { at: performance.now(), answers: new Map(reads.map(({ path }) => [path, begun(path)])) };
}

function begun(path: string) {
  const calling = new AbortController();
  const answer = fetch(path, { headers: READING, credentials: 'same-origin', signal: calling.signal });
  answer.catch(() => undefined); // whether anybody will ever look at it is not known here
  return { answer, giveUp: () => calling.abort() };
}
