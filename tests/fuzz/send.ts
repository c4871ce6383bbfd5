import { Agent, request } from 'node:http';

/** A request as it is sent over the connection. */
export interface Request {
  readonly method: string;
  /** The encoded path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly text: string;
      readonly milliseconds: number;
    }
  /** The connection ended before the answer did. */
  | { readonly kind: 'cut'; readonly why: string; readonly milliseconds: number }
  /** The answer was not complete within the time limit. */
  | { readonly kind: 'hanging'; readonly milliseconds: number };

export interface Connection {
  send(asked: Request, options: { readonly streams: boolean }): Promise<Answer>;
  close(): void;
}

/** A connection to a local server. @param patienceMs is the time after which an answer counts as missing */
export function connectTo(origin: string, patienceMs: number): Connection {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    close: () => agent.destroy(),
    /** @param streams is true if a correct answer does not end, so that its beginning is sufficient */
    send: ({ method, path, headers, body }, { streams }) =>
      new Promise((resolve) => {
        const begun = performance.now();
        const since = (): number => performance.now() - begun;
        const call = request({ hostname, port, agent, method, path, headers });
        const timer = setTimeout(() => {
          resolve({ kind: 'hanging', milliseconds: since() });
          call.destroy();
        }, patienceMs);
        const ended = (answer: Answer): void => {
          clearTimeout(timer);
          resolve(answer);
        };
        call.on('error', (error) => ended({ kind: 'cut', why: error.message, milliseconds: since() }));
        call.on('response', (response) => {
          const { statusCode: status = 0, headers: answered } = response;
          const parts: Buffer[] = [];
          const whole = (): void =>
            ended({
              kind: 'answered',
              status,
              headers: answered,
              text: Buffer.concat(parts).toString('utf8'),
              milliseconds: since(),
            });
          response.on('error', (error) => ended({ kind: 'cut', why: error.message, milliseconds: since() }));
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', whole);
          if (!streams || status >= 300) return;
          whole();
          call.destroy();
        });
        call.end(body);
      }),
  };
}
