/** One event as it came over the line. */
export interface HeardEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface HeardLine {
  readonly status: number;
  /** The next event; undefined when the line has ended. Rejects when nothing comes for a while. */
  next(): Promise<HeardEvent | undefined>;
  /** Milliseconds after which it asked to be called again, as last told. */
  returnMs(): number | undefined;
  leave(): void;
}

const TIMEOUT_MS = 10_000;

/** Follows server-sent events as a browser does, without coming back. */
export async function listenTo(url: string, cookie: string): Promise<HeardLine> {
  const gone = new AbortController();
  const response = await fetch(url, {
    headers: { Accept: 'text/event-stream', Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    signal: gone.signal,
  });
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let returnMs: number | undefined;

  /** Undefined while no block is complete. */
  function nextBlock(): string | undefined {
    const end = text.indexOf('\n\n');
    if (end < 0) return undefined;
    const block = text.slice(0, end);
    text = text.slice(end + 2);
    return block;
  }

  async function read(): Promise<HeardEvent | undefined> {
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
    returnMs: () => returnMs,
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
    leave: () => gone.abort(),
  };
}
