/** Reads that the page's HTML started before any code of the app was loaded, by path. */
export interface EarlyReads {
  /** Milliseconds, as `performance.now()` counts. */
  readonly startedAt: number;
  readonly readsByAddress: Map<string, EarlyRead>;
}

interface EarlyRead {
  readonly answer: Promise<Response>;
  /** Cancels the read, for a caller who stops waiting. */
  readonly abort: () => void;
}

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var earlyReads: EarlyReads | undefined;
}

/** An answer older than this may be out of date. */
const MAX_AGE_MS = 10_000;

/**
 * A fetch that hands out each read that has begun once, to the first caller of the same address, and asks the server
 * otherwise. A caller that has sent a change, or names a log position, always asks the server: the early read may be
 * older.
 */
export function withEarlyReads(
  baseFetch: typeof globalThis.fetch,
  earlyReads: () => EarlyReads | undefined,
  now = () => performance.now(),
): typeof globalThis.fetch {
  return (input, init) => {
    const { startedAt = 0, readsByAddress } = earlyReads() ?? {};
    const { method = 'GET', headers, signal } = init ?? {};
    const otherHeaders = new Headers(headers);
    otherHeaders.delete('Accept');
    if (method !== 'GET' || now() - startedAt > MAX_AGE_MS) {
      for (const { abort } of readsByAddress?.values() ?? []) abort();
      readsByAddress?.clear();
    }
    const read = typeof input === 'string' && [...otherHeaders].length === 0 ? readsByAddress?.get(input) : undefined;
    if (read === undefined) return baseFetch(input, init);
    readsByAddress?.delete(input as string);
    return signal ? answerOrAbort(read, signal) : read.answer;
  };
}

/** The early read started without the signal of its caller, so the wait for it is aborted instead. */
const answerOrAbort = ({ answer, abort: abortRead }: EarlyRead, signal: AbortSignal): Promise<Response> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      abortRead();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject);
  });

/** The page's fetch, which uses the reads that its HTML has started. */
export const fetchWithEarlyReads = withEarlyReads(
  (input, init) => fetch(input, init),
  () => globalThis.earlyReads,
);
