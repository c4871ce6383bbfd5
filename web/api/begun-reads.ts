/** Reads that the page's HTML has begun before any of the app's code was there, by path. */
export interface BegunReads {
  /** Milliseconds, as `performance.now()` counts. */
  readonly at: number;
  readonly answers: Map<string, BegunRead>;
}

interface BegunRead {
  readonly answer: Promise<Response>;
  /** For who has waited long enough: it is not under way any more. */
  readonly giveUp: () => void;
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
    if (method !== 'GET' || now() - at > FRESH_MS) {
      for (const { giveUp } of answers?.values() ?? []) giveUp();
      answers?.clear();
    }
    const read = typeof input === 'string' && [...marks].length === 0 ? answers?.get(input) : undefined;
    if (read === undefined) return fetch(input, init);
    answers?.delete(input as string);
    return signal ? untilAborted(read, signal) : read.answer;
  };
}

/** It was begun without knowing of who gives up now. */
const untilAborted = ({ answer, giveUp }: BegunRead, signal: AbortSignal): Promise<Response> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      giveUp();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject);
  });

/** The page's own. */
export const pageFetch = withBegunReads(
  (input, init) => fetch(input, init),
  () => globalThis.begunReads,
);
