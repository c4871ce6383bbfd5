/** What is followed, and what happens then. */
export interface LiveOptions {
  readonly address: string;
  /** By the name of the event, with its data. */
  readonly on: Readonly<Record<string, (data: never) => void>>;
  /** The line stands again after it was cut, or left while nobody looked: what came meanwhile was not heard. */
  readonly onReturn?: () => void;
  readonly page?: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly connect?: (address: string) => EventSource;
}

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Follows a stream of server-sent events while the page is looked at: a browser gives a site few connections, and tabs
 * in the background shall not hold them all. After a cut the browser comes back by itself.
 * @returns the end of it
 */
export function followLive(options: LiveOptions): () => void {
  const { address, on, onReturn, page = document } = options;
  const { connect = (to) => new EventSource(to) } = options;
  const stopped = new AbortController();
  let line: EventSource | undefined;
  let pause = FIRST_PAUSE_MS;
  let comingBack: ReturnType<typeof setTimeout> | undefined;
  let hasStood = false;

  function begin(): void {
    const opened = connect(address);
    line = opened;
    opened.addEventListener('open', () => {
      pause = FIRST_PAUSE_MS;
      if (hasStood) onReturn?.();
      hasStood = true;
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== CLOSED) return; // it comes back by itself
      // The server is starting, it is full, or the session has ended: what is done next here will say which.
      comingBack = setTimeout(begin, pause * (1 + Math.random() / 4));
      pause = Math.min(2 * pause, MAX_PAUSE_MS);
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

/** `EventSource.CLOSED`. */
const CLOSED = 2;
