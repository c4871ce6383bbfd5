import { createBackOff } from '#runtime/back-off.ts';

/** The stream to follow and the reactions to its events. */
export interface LiveOptions {
  readonly address: string;
  /** The handlers of the events, by event name. */
  readonly handlers: Readonly<Record<string, (data: never) => void>>;
  /** Is called when the connection is open again after a cut or a hidden page: events in between were missed. */
  readonly onReturn?: () => void;
  readonly page?: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly connect?: (address: string) => EventSource;
}

/** The delay before reconnecting: 5 to 6 seconds at first, about a minute in the end. */
const RETRY_MS = { firstPause: 6_250, longestPause: 75_000, jitter: 0.2 };

/**
 * Follows a stream of server-sent events while the page is visible: a browser allows few connections per site, and
 * background tabs must not occupy them all. After a cut the browser reconnects by itself.
 * @returns a function that stops following
 */
export function followLive(options: LiveOptions): () => void {
  const { address, handlers, onReturn, page = document } = options;
  const { connect = (to) => new EventSource(to) } = options;
  const stop = new AbortController();
  let stream: EventSource | undefined;
  const backOff = createBackOff(RETRY_MS);
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;

  function connectStream(): void {
    const source = connect(address);
    stream = source;
    source.addEventListener('open', () => {
      backOff.reset();
      if (wasConnected) onReturn?.();
      wasConnected = true;
    });
    source.addEventListener('error', () => {
      if (source.readyState !== CLOSED) return; // The browser reconnects by itself.
      // The server is starting, it is full, or the session has ended: the next ordinary call will show which.
      retryTimer = setTimeout(connectStream, backOff.next());
    });
    for (const [name, handle] of Object.entries(handlers))
      source.addEventListener(name, (event: MessageEvent<string>) => handle(JSON.parse(event.data) as never));
  }

  function closeStream(): void {
    clearTimeout(retryTimer);
    stream?.close();
    stream = undefined;
  }

  function followVisibility(): void {
    closeStream();
    if (page.visibilityState === 'visible') connectStream();
  }

  followVisibility();
  page.addEventListener('visibilitychange', followVisibility, { signal: stop.signal });
  return () => {
    stop.abort();
    closeStream();
  };
}

/** The value of `EventSource.CLOSED`, which a test's stand-in need not have. */
const CLOSED = 2;
