/** Reads that the page's HTML has begun before any of the app's code was there, by path. */
export interface BegunReads {
  /** Milliseconds, as `performance.now()` counts. */
  readonly at: number;
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var begunReads: BegunReads | undefined;
}

/** Older than that, what was read may be so by now. */
const FRESH_MS = 10_000;

/**
 * A fetch that takes each begun read once, for the first who asks for the same, and otherwise asks the server. Not for who
 * has done something meanwhile, or names a place that must be in the answer: what was begun may be from before that.
 */
export function withBegunReads(
  fetch: typeof globalThis.fetch,
  begun: () => BegunReads | undefined,
  now = () => performance.now(),
): typeof globalThis.fetch {
  return (input, init) => {
    const { at = 0, answers } = begun() ?? {};
    const { method = 'GET', headers, signal } = init ?? {};
    const marks = new Headers(headers);
    marks.delete('Accept');
    if (method !== 'GET' || now() - at > FRESH_MS) answers?.clear();
    const answer = typeof input === 'string' && [...marks].length === 0 ? answers?.get(input) : undefined;
    if (answer === undefined) return fetch(input, init);
    answers?.delete(input as string);
    return signal ? untilAborted(answer, signal) : answer;
  };
}

/** It cannot be called off any more, but whoever waits for it may give up. */
const untilAborted = (answer: Promise<Response>, signal: AbortSignal): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    answer.then(resolve, reject);
  });

/** The page's own. */
export const pageFetch = withBegunReads(
  (input, init) => fetch(input, init),
  () => globalThis.begunReads,
);
