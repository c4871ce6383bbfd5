import { createBackOff } from '#runtime/back-off.ts';

/** The stream to follow and the reactions to its events. */
export interface LiveOptions {
  readonly address: string;
  /** The handlers of the events, by event name. */
  readonly on: Readonly<Record<string, (data: never) => void>>;
  /** Called when the connection is open again after a cut or a hidden page: events in between were missed. */
  readonly onReturn?: () => void;
  readonly page?: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly connect?: (address: string) => EventSource;
}

/** The delay before reconnecting: 5 to 6 seconds at first, about a minute in the end. */
const RETRY_MS = { first: 6_250, max: 75_000, spread: 0.2 };

/**
 * Follows a stream of server-sent events while the page is visible: a browser allows few connections per site, and
 * background tabs must not occupy them all. After a cut the browser reconnects by itself.
 * @returns stops following
 */
export function followLive(options: LiveOptions): () => void {
  const { address, on, onReturn, page = document } = options;
  const { connect = (to) => new EventSource(to) } = options;
  const stopped = new AbortController();
  let line: EventSource | undefined;
  const backOff = createBackOff(RETRY_MS);
  let comingBack: ReturnType<typeof setTimeout> | undefined;
  let hasStood = false;

  function begin(): void {
    const opened = connect(address);
    line = opened;
    opened.addEventListener('open', () => {
      backOff.reset();
      if (hasStood) onReturn?.();
      hasStood = true;
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== CLOSED) return; // The browser reconnects by itself.
      // The server is starting, it is full, or the session has ended: the next ordinary call will show which.
      comingBack = setTimeout(begin, backOff.next());
    });
    for (const [name, hear] of Object.entries(on))
      opened.addEventListener(name, (event: MessageEvent<string>) => hear(JSON.parse(event.data) as never));
  }

  function end(): void {
    clearTimeout(comingBack);
    line?.close();
    line = undefined;
  }

  function look(): void {
    end();
    if (page.visibilityState === 'visible') begin();
  }

  look();
  page.addEventListener('visibilitychange', look, { signal: stopped.signal });
  return () => {
    stopped.abort();
    end();
  };
}

/** The value of `EventSource.CLOSED`, which a test's stand-in need not have. */
const CLOSED = 2;
