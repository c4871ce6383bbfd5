import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  /** The same address as the target's, but through the proxy. */
  readonly url: string;
  /** Connections stay, new ones are taken, nothing passes any more: a peer that has gone without a word. */
  stall(): void;
  /** What is said passes, what is answered gets lost. */
  loseReplies(): void;
  /** Everything passes again. What was held back is gone with its connection. */
  heal(): void;
  /** Ends all connections and refuses new ones until `listen`. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** Between a client and a server at `target`, on loopback, to break what lies between them. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const to = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let asks = true;
  let answers = true;

  const server = createServer((client) => {
    const upstream = connect({ host: to.hostname, port: Number(to.port) });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (chunk) => asks && upstream.write(chunk));
    upstream.on('data', (chunk) => answers && client.write(chunk));
    for (const socket of pair) {
      socket.on('error', end);
      socket.on('close', () => (answers || socket === client) && end());
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
    pairs.clear();
  };

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const refuse = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      drop();
    });
  return {
    url: url.href,
    stall() {
      asks = false;
      answers = false;
    },
    loseReplies() {
      answers = false;
    },
    heal() {
      drop();
      asks = true;
      answers = true;
    },
    refuse,
    listen: () => listen(port),
    close: async () => (server.listening ? refuse() : undefined),
  };
}
