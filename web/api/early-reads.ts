import { sessionRoutes } from '#contract/routes/session.ts';
import { viewRoutes } from '#contract/routes/views.ts';

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
  baseFetch: typeof globalThis.fetch = (input, init) => fetch(input, init),
  earlyReads: () => EarlyReads | undefined = () => globalThis.earlyReads,
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
