import { createBackOff } from '#runtime/back-off.ts';

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

/** Before it is asked for again: 5 to 6 seconds at first, about a minute in the end. */
const RETRY_MS = { first: 6_250, max: 75_000, spread: 0.2 };

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
      if (opened.readyState !== CLOSED) return; // it comes back by itself
      // The server is starting, it is full, or the session has ended: what is done next here will say which.
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

/** `EventSource.CLOSED`. */
const CLOSED = 2;
