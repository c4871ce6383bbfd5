/** One received event. */
export interface ReceivedEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface EventStream {
  readonly status: number;
  /** The next event; undefined when the connection has ended. Rejects after a time without an event. */
  next(): Promise<ReceivedEvent | undefined>;
  /** The last retry time that the server sent, in milliseconds. */
  retryMs(): number | undefined;
  close(): void;
}

const TIMEOUT_MS = 10_000;

/** Follows server-sent events like a browser, but does not reconnect. */
export async function openEventStream(url: string, cookie: string): Promise<EventStream> {
  const gone = new AbortController();
  const response = await fetch(url, {
    headers: { Accept: 'text/event-stream', Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    signal: gone.signal,
  });
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let returnMs: number | undefined;

  /** Returns the next block, or undefined while none is complete. */
  function nextBlock(): string | undefined {
    const end = text.indexOf('\n\n');
    if (end < 0) return undefined;
    const block = text.slice(0, end);
    text = text.slice(end + 2);
    return block;
  }

  async function read(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const block = nextBlock();
      if (block === undefined) {
        const chunk = await chunks?.read();
        if (chunk?.value === undefined) return undefined;
        text += chunk.value;
        continue;
      }
      const retry = /^retry: (\d+)$/.exec(block)?.[1];
      if (retry !== undefined) returnMs = Number(retry);
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined) return { event, data: JSON.parse(data) };
    }
  }

  return {
    status: response.status,
    retryMs: () => returnMs,
    async next() {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('nothing came over the line')), TIMEOUT_MS);
      });
      try {
        return await Promise.race([read(), silence]);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => gone.abort(),
  };
}
